import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/bulk/journal.ts';
import { fileJournal } from '../../src/node/file-journal.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
  path = join(folder, 'run.ndjson');
});
afterEach(() => rm(folder, { recursive: true }));

const entry = (identity: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  operation: 'posts.create',
  identity,
  fingerprint: 'f',
  idempotencyKey: `key-${identity}`,
  status: 'created',
  record: { id: `post-${identity}`, text: 'zwei\nZeilen — 👋' },
  ...more,
});

async function write(...entries: JournalEntry[]): Promise<void> {
  const journal = await fileJournal(path).open();
  for (const one of entries) await journal.add(one);
  await journal.close();
}

async function read(...identities: string[]): Promise<(JournalEntry | undefined)[]> {
  const journal = await fileJournal(path).open();
  const found = identities.map((identity) => journal.find('posts.create', identity));
  await journal.close();
  return found;
}

describe('a journal in a file', () => {
  it('is one line for each item, there as soon as it is added', async () => {
    const journal = await fileJournal(path).open();
    await journal.add(entry('a'));
    const lines = (await readFile(path, 'utf8')).split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toEqual(entry('a'));
    expect(journal.find('posts.create', 'a')).toEqual(entry('a'));
    await journal.close();
  });

  it('gives back what another process wrote, the last word on each item', async () => {
    await write(entry('a', { status: 'unknown' }), entry('b'), entry('a'));
    expect(await read('a', 'b', 'c')).toEqual([entry('a'), entry('b'), undefined]);
  });

  it('tells the same item of two operations apart', async () => {
    await write(entry('a', { operation: 'ideas.create' }));
    expect(await read('a')).toEqual([undefined]);
  });

  it('keeps every one of many that are added at once, whole', async () => {
    const journal = await fileJournal(path).open();
    const many = Array.from({ length: 200 }, (_, n) => entry(`${n}`));
    await Promise.all(many.map((one) => journal.add(one)));
    await journal.close();
    expect(await read(...many.map(({ identity }) => identity))).toEqual(many);
  });

  it('is readable for its owner alone: posts are in it', async () => {
    await write(entry('a'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('loses nothing but the last line when the process died while writing it, wherever it broke off', async () => {
    await write(entry('a'), entry('b'));
    const whole = await readFile(path);
    const firstLine = whole.indexOf('\n') + 1;
    for (let cut = firstLine; cut <= whole.length; cut += 7) {
      await writeFile(path, whole.subarray(0, cut));
      await write(entry('c'));
      const [a, , c] = await read('a', 'b', 'c');
      expect([a, c], `cut at ${cut}`).toEqual([entry('a'), entry('c')]);
    }
  });

  it('keeps a last line that lacks nothing but its end', async () => {
    await write(entry('a'));
    await appendFile(path, JSON.stringify(entry('b')));
    await write(entry('c'));
    expect(await read('a', 'b', 'c')).toEqual([entry('a'), entry('b'), entry('c')]);
  });

  it.each(['{ "half": ', 'null', '{"operation":"posts.create"}'])(
    'names a damaged line before the last: %s',
    async (line) => {
      await write(entry('a'));
      await appendFile(path, `${line}\n`);
      await appendFile(path, `${JSON.stringify(entry('b'))}\n`);
      await expect(fileJournal(path).open()).rejects.toThrow(`${path}: line 2 is no journal entry`);
      expect(await readdir(folder), 'the lock is given back').toEqual(['run.ndjson']);
    },
  );
});

describe('its lock', () => {
  it('keeps a second run of the same process out, and is gone after the first', async () => {
    const journal = await fileJournal(path).open();
    await expect(fileJournal(path).open()).rejects.toThrow(
      /in use by another run of this process.*delete .*\.lock/,
    );
    await journal.close();
    await write(entry('a'));
    expect(await readdir(folder)).toEqual(['run.ndjson']);
  });

  it('keeps another process out while that is alive, and is taken over when it was killed', async () => {
    const script = `
      import { fileJournal } from ${JSON.stringify(join(import.meta.dirname, '../../src/node/file-journal.ts'))};
      await fileJournal(${JSON.stringify(path)}).open();
      console.log('open');
      setInterval(() => {}, 1000);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await expect(fileJournal(path).open()).rejects.toThrow(`in use by process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'close');
    await write(entry('a'));
    expect(await readdir(folder)).toEqual(['run.ndjson']);
  });

  it.each([
    ['was cut short', ''],
    ['names no process', 'null'],
    ['names a process that cannot be', JSON.stringify({ pid: 2 ** 22 + 1, token: 't' })],
    [
      'names a process whose number was used again',
      JSON.stringify({ pid: process.pid, started: '1', token: 't' }),
    ],
  ])('is taken over when it %s', async (_, content) => {
    await writeFile(`${path}.lock`, content);
    await write(entry('a'));
    expect(await readdir(folder)).toEqual(['run.ndjson']);
  });

  it('is taken over although a process died while taking it over', async () => {
    await writeFile(`${path}.lock`, 'null');
    await writeFile(`${path}.lock.takeover`, '');
    await utimes(`${path}.lock.takeover`, 0, 0);
    await write(entry('a'));
    expect(await readdir(folder)).toEqual(['run.ndjson']);
  });

  it('goes to one of many that take a dead one over at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      await writeFile(`${path}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, token: 't' }));
      const opened = await Promise.allSettled(Array.from({ length: 6 }, () => fileJournal(path).open()));
      const won = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(won).toHaveLength(1);
      await won[0]?.close();
    }
    expect(await readdir(folder)).toEqual(['run.ndjson']);
  });
});
