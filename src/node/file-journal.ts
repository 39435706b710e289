import { appendFile, type FileHandle, open, readFile, truncate } from 'node:fs/promises';
import { type Journal, type JournalEntry, JournalIndex, type OpenJournal } from '../bulk/journal.ts';
import { lockFile } from './lock-file.ts';

/**
 * A journal in a file: one JSON line for each item that settled, on the disk before the run goes on. A run
 * that is killed at any moment and started again with the same file goes on where it stopped.
 *
 * The file is created when it is not there, and only one run at a time may have it open: `<path>.lock`
 * names its process. Keep it on a local disk; other machines do not see who is alive here.
 * It holds what was sent back for each item, never the API key. Delete it when the job is done.
 *
 * @param path Where it is, or shall be. The folder must exist.
 * @throws {Error} when a run begins: the file is in use, or a line before the last one is damaged.
 * @example
 * import { fileJournal } from 'social-publishing/node';
 *
 * await client.posts.createMany(items, { journal: fileJournal('december.ndjson') });
 */
export function fileJournal(path: string): Journal {
  return {
    async open() {
      const unlock = await lockFile(path);
      try {
        const index = await load(path);
        return new OpenFile(await open(path, 'a', 0o600), index, unlock);
      } catch (error) {
        await unlock();
        throw error;
      }
    },
  };
}

/** Reads the entries, and cuts off a last line that was being written when the process died. */
async function load(path: string): Promise<JournalIndex> {
  const index = new JournalIndex();
  const bytes = await readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!bytes) return index;
  const end = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  lines.forEach((line, number) => {
    if (line.trim() === '') return;
    const entry = parse(line);
    if (entry) index.set(entry);
    else throw new Error(`${path}: line ${number + 1} is no journal entry. Correct or delete it.`);
  });
  const tail = bytes.subarray(end).toString('utf8');
  const last = parse(tail);
  if (last) {
    index.set(last);
    await appendFile(path, '\n');
  } else if (tail !== '') {
    await truncate(path, end);
  }
  return index;
}

function parse(line: string): JournalEntry | undefined {
  let entry: Partial<Record<keyof JournalEntry, unknown>> | null;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  const whole = (['operation', 'identity', 'fingerprint', 'idempotencyKey', 'status'] as const).every(
    (field) => typeof entry?.[field] === 'string',
  );
  return whole ? (entry as JournalEntry) : undefined; // every field that is read was checked
}

class OpenFile implements OpenJournal {
  readonly #file: FileHandle;
  readonly #index: JournalIndex;
  readonly #unlock: () => Promise<void>;
  #pending: JournalEntry[] = [];
  #flushing: Promise<void> | undefined;

  constructor(file: FileHandle, index: JournalIndex, unlock: () => Promise<void>) {
    this.#file = file;
    this.#index = index;
    this.#unlock = unlock;
  }

  find(operation: string, identity: string): JournalEntry | undefined {
    return this.#index.find(operation, identity);
  }

  async add(entry: JournalEntry): Promise<void> {
    this.#pending.push(entry);
    // Those that come while one is being flushed share the next flush. One that failed may have left half a
    // line, so nothing is written after it.
    await this.#flushing;
    if (!this.#pending.includes(entry)) return this.#flushing;
    this.#flushing = this.#flush(this.#pending.splice(0));
    return this.#flushing;
  }

  async close(): Promise<void> {
    try {
      await this.#file.close();
    } finally {
      await this.#unlock();
    }
  }

  async #flush(entries: readonly JournalEntry[]): Promise<void> {
    await this.#file.appendFile(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await this.#file.datasync();
    for (const entry of entries) this.#index.set(entry);
  }
}
