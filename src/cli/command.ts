import type { ParseArgsOptionsConfig } from 'node:util';

/** Where a command writes to, and how it learns that it is to stop. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Aborted by Ctrl-C. */
  readonly stopped: AbortSignal;
}

/** The values of a command's flags, as they were typed. */
export type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** A command of the command line. */
export interface Command {
  readonly summary: string;
  /** What `--help` shows. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** Resolves to the exit code. */
  readonly run: (flags: Flags, terminal: Terminal) => Promise<number>;
}

/** A command line that makes no sense: exit code 2, and a word about what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
