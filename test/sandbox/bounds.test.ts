import { describe, expect, test } from 'vitest';
import { BoundedLog } from '../../src/sandbox/bounded-log.ts';
import { Collection, Room } from '../../src/sandbox/collection.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { Storage } from '../../src/sandbox/storage.ts';
import { draft, minute, raw } from './raw.ts';

describe('Memory', () => {
  test('for records is refused with 507 when it is used up, and free again when records go', () => {
    interface Note {
      readonly id: string;
      readonly seq: number;
      readonly text: string;
    }
    const note = (seq: number, length: number): Note => ({ id: `n${seq}`, seq, text: 'x'.repeat(length) });
    const notes = new Collection<Note>(new Room(1000));
    const first = notes.insert(note(1, 600));
    expect(() => notes.insert(note(2, 600))).toThrow(expect.objectContaining({ status: 507 }));
    expect(notes.size).toBe(1);
    expect(() => notes.update(first, { text: 'x'.repeat(2000) })).toThrow(
      expect.objectContaining({ status: 507 }),
    );
    expect(first.text).toHaveLength(600);
    notes.update(first, { text: '' });
    const second = notes.insert(note(2, 600));
    notes.delete(first);
    notes.delete(second);
    notes.delete(second);
    notes.insert(note(3, 900));
    expect([...notes.newest()].map(({ id }) => id)).toEqual(['n3']);
  });

  test('for idempotency keys lets the oldest answers go first', async () => {
    const sandbox = createSandbox({ rateLimits: false });
    const text = 'x'.repeat(1024 * 1024 - 1000);
    const post = (n: number) =>
      raw(sandbox, 'POST', '/posts', draft({ text, title: `${n}` }), { idempotencyKey: `k${n}` });
    for (let n = 0; n < 40; n++) await post(n);
    expect((await post(39)).headers['idempotency-replayed']).toBe('true');
    expect((await post(0)).headers).not.toHaveProperty('idempotency-replayed');
  });

  test('for records of what happened lets the oldest entries go first', () => {
    const log = new BoundedLog<number>(3, 100);
    for (const n of [1, 2, 3, 4]) log.add(n, 10);
    expect(log.entries).toEqual([2, 3, 4]);
    log.add(5, 85);
    expect(log.entries).toEqual([4, 5]);
  });

  test('for uploads is refused with 507 when it is used up, and the oldest permissions go first', () => {
    const storage = new Storage();
    const owner = { workspaceId: 'ws_1', socialSetId: 'set_1' };
    const bytes = new Blob([new Uint8Array(100 * 1024 * 1024)]);
    for (let n = 0; n < 6; n++) {
      const token = storage.sign(owner, `p${n}`, 'image/png', 0);
      const { store } = storage.redeem(`media/p${n}`, token, 'image/png', 0);
      if (n < 5) store(bytes);
      else expect(() => store(bytes)).toThrow(expect.objectContaining({ status: 507 }));
    }
    const first = storage.sign(owner, 'first', 'image/png', 0);
    for (let n = 0; n < 10_000; n++) storage.sign(owner, 'many', 'image/png', minute);
    expect(() => storage.redeem('media/first', first, 'image/png', 0)).toThrow(
      expect.objectContaining({ status: 403 }),
    );
  });
});
