import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CreateManyResult, createMany } from '../../src/bulk/create-many.ts';
import { SocialPublishing } from '../../src/client.ts';
import { fileJournal } from '../../src/node/file-journal.ts';
import type { CreatePostParams } from '../../src/types/posts.ts';
import { Dropped, FaultyService, seeded } from './faulty-service.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-'));
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** Lets time run until something has happened. */
async function passTimeUntil<T>(happening: Promise<T>): Promise<T> {
  let over = false;
  const done = () => {
    over = true;
  };
  happening.then(done, done);
  while (!over) await vi.advanceTimersToNextTimerAsync();
  return happening;
}

it('creates 2,000 posts once each through a server that fails a fifth of the calls', async () => {
  const random = seeded(7);
  const service = new FaultyService({
    random,
    faultRate: 0.2,
    latency: () => 50 + random() * 400,
    delay: () => random() * 60_000,
  });
  const client = new SocialPublishing({
    apiKey: 'secret-key',
    baseUrl: 'https://service.test/v1',
    responseValidation: 'off',
    fetch: async (request) => {
      const answer = service.answer(request.headers.get('idempotency-key') ?? '', await request.text());
      // The connection goes when the client gives up; the service carries on.
      const aborted = new Promise<never>((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      );
      aborted.catch(() => undefined);
      return Promise.race([answer, aborted]).catch((error) => {
        throw error instanceof Dropped
          ? new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
          : error;
      });
    },
  });
  const items = Array.from(
    { length: 2000 },
    (_, n): CreatePostParams => ({
      mode: 'draft',
      socialSetId: 'set-1',
      publishTargets: [{ socialAccountId: 'account-1', platform: 'x' }],
      text: `post ${n}`,
    }),
  );
  const path = join(folder, 'journal.ndjson');
  const run = (): Promise<CreateManyResult[]> =>
    passTimeUntil(
      createMany((params, options) => client.posts.create(params, options), items, {
        journal: fileJournal(path),
      }),
    );

  const first = await run();
  expect(first.map(({ index }) => index)).toEqual(items.map((_, index) => index));
  expect(first.filter(({ status }) => status === 'created').length).toBeGreaterThan(1950);
  for (const result of first) {
    const inLedger = service.ledger.get(result.item.text) ?? [];
    expect(inLedger.length, 'created twice').toBeLessThanOrEqual(1);
    if (result.status === 'created')
      expect(inLedger, 'a success that is not there').toEqual([result.post.id]);
    if (result.status === 'failed') expect(inLedger, 'a failure that is there').toEqual([]);
  }

  let results = first;
  for (let round = 0; round < 5 && results.some(({ status }) => status !== 'created'); round += 1)
    results = await run();
  expect(results.map(({ status }) => status)).toEqual(items.map(() => 'created'));
  expect(service.posts).toBe(2000);
  expect([...service.ledger.values()].every((ids) => ids.length === 1)).toBe(true);

  expect(service.faults / service.calls).toBeGreaterThan(0.15);
  expect(service.overLimit, 'calls beyond a rate limit').toBe(0);
  expect(await readFile(path, 'utf8')).not.toContain('secret-key');
}, 60_000);
