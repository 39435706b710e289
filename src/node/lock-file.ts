import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { sleep } from '../transport/clock.ts';

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  /** When the process began, where the system tells: pids are used again, in containers at once. */
  readonly started: string | undefined;
  /** One for each taking. */
  readonly token: string;
}

/**
 * Locks a file against a second writer on this machine: a file beside it names the process that writes.
 * The lock of a process that is gone is taken over.
 *
 * @returns What gives the lock back.
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const own: Holder = { pid: process.pid, started: await startOf(process.pid), token: randomUUID() };
  for (;;) {
    if (await create(lock, own)) break;
    const holder = await read(lock);
    if (holder === 'gone') continue;
    if (await isAlive(holder)) throw inUse(path, lock, holder);
    await removeStale(lock, holder);
  }
  return async () => {
    const holder = await read(lock);
    if (holder !== 'gone' && holder?.token === own.token) await rm(lock, { force: true });
  };
}

async function create(lock: string, own: Holder): Promise<boolean> {
  try {
    await writeFile(lock, JSON.stringify(own), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** One at a time, so that nobody removes the fresh lock of another who took the same one over. */
async function removeStale(lock: string, seen: Holder | undefined): Promise<void> {
  const guard = `${lock}.takeover`;
  try {
    await writeFile(guard, '', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    await removeAbandoned(guard);
    return;
  }
  try {
    const holder = await read(lock);
    if (holder !== 'gone' && holder?.token === seen?.token) await rm(lock, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

// Taking over takes milliseconds. Whoever takes this long died over it.
const abandonedMs = 5_000;

async function removeAbandoned(guard: string): Promise<void> {
  await sleep(10);
  const { mtimeMs } = await stat(guard).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > abandonedMs) await rm(guard, { force: true });
}

/** `undefined` for one that says nothing: its writer died over it. */
async function read(lock: string): Promise<Holder | undefined | 'gone'> {
  // Between a lock's creation and its content is a moment.
  for (const patience of [10, 40, 150, 500]) {
    try {
      return JSON.parse(await readFile(lock, 'utf8')) as Holder; // only this file writes it
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 'gone';
      if (!(error instanceof SyntaxError)) throw error;
      await sleep(patience);
    }
  }
  return undefined;
}

async function isAlive(holder: Holder | undefined): Promise<boolean> {
  if (!holder) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, but is there.
    if (codeOf(error) !== 'EPERM') return false;
  }
  return holder.started === (await startOf(holder.pid));
}

/** When a process began, in the system's own count; only Linux tells. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name, and may hold anything but ends with the last parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function inUse(path: string, lock: string, holder: Holder | undefined): Error {
  const by = holder?.pid === process.pid ? 'another run of this process' : `process ${holder?.pid}`;
  return new Error(`${path} is in use by ${by}. If that is wrong, delete ${lock}.`);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
