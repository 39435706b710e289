import type { Logger, LogLevel } from '../types/options.ts';
import { harmless } from './harmless.ts';

export const logLevels = ['off', 'error', 'warn', 'info', 'debug'] as const satisfies readonly LogLevel[];

// More would be noise, and memory.
const maxMatters = 200;

/** Writes what the level lets through. What a logger throws never breaks a call. */
export class Log {
  readonly #logger: Logger;
  readonly #rank: number;
  readonly #said = new Set<string>();

  constructor(logger: Logger, level: LogLevel) {
    this.#logger = logger;
    this.#rank = logLevels.indexOf(level);
  }

  /** Whether anything is written at this level: details are costly to gather for nobody. */
  writes(level: Exclude<LogLevel, 'off'>): boolean {
    return logLevels.indexOf(level) <= this.#rank;
  }

  write(level: Exclude<LogLevel, 'off'>, message: string, details?: object): void {
    if (!this.writes(level)) return;
    const line = `[social-publishing] ${message}`;
    harmless(() => (details ? this.#logger[level](line, details) : this.#logger[level](line)));
  }

  /** The same, but not again for the same matter: what holds for every call would fill the log. */
  writeOnce(matter: string, level: Exclude<LogLevel, 'off'>, message: string, details: object): void {
    if (this.#said.has(matter) || this.#said.size === maxMatters) return;
    this.#said.add(matter);
    this.write(level, message, details);
  }
}
