import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { draft, hour, later, publishNow, raw, scheduled, start } from './raw.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers();
  sandbox = createSandbox({ now: start, rateLimits: false });
  return () => vi.useRealTimers();
});

const send = (method: string, path: string, body?: unknown, idempotencyKey: string | null = 'key') =>
  raw(sandbox, method, path, body, { idempotencyKey });
const count = async () => (await send('GET', '/posts')).body.data.length;

describe('Every write', () => {
  test.each([
    ['POST', '/posts'],
    ['POST', '/posts/post_1/cancel'],
    ['PATCH', '/posts/post_1'],
    ['DELETE', '/posts/post_1'],
    ['POST', '/media-assets/upload-url'],
  ])('%s %s needs an Idempotency-Key', async (method, path) => {
    const answer = await send(method, path, method === 'DELETE' ? undefined : draft(), null);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'idempotency_key_required' } } });
  });

  test('takes a key of 1 to 255 characters', async () => {
    expect((await send('POST', '/posts', draft(), 'k')).status).toBe(201);
    expect((await send('POST', '/posts', draft(), 'k'.repeat(255))).status).toBe(201);
    expect((await send('POST', '/posts', draft(), 'k'.repeat(256))).status).toBe(400);
    expect((await send('POST', '/posts', draft(), '')).status).toBe(400);
  });

  test('a read needs none, and ignores one', async () => {
    await send('POST', '/posts', draft());
    const headers = { 'idempotency-key': 'key' };
    expect((await raw(sandbox, 'GET', '/me', undefined, { headers })).status).toBe(200);
  });
});

describe('The same key with the same request', () => {
  test('replays the first answer, status and body, and publishes once', async () => {
    const first = await send('POST', '/posts', publishNow());
    await sandbox.advance(hour);
    const second = await send('POST', '/posts', publishNow());
    expect(first.status).toBe(202);
    expect(second.status).toBe(202);
    expect(second.body).toEqual(first.body);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(sandbox.published).toHaveLength(1);
  });

  test('is the same in whatever order its fields come', async () => {
    await send('POST', '/posts', JSON.stringify(draft()));
    const reversed = Object.fromEntries(Object.entries(draft()).reverse());
    expect((await send('POST', '/posts', JSON.stringify(reversed))).headers['idempotency-replayed']).toBe(
      'true',
    );
    expect(await count()).toBe(1);
  });

  test('replays a delete although the record is gone, and a cancel although it is done', async () => {
    const { id } = (await send('POST', '/posts', scheduled(hour), 'create')).body.data;
    const canceled = await send('POST', `/posts/${id}/cancel`, undefined, 'cancel');
    expect(await send('POST', `/posts/${id}/cancel`, undefined, 'cancel')).toMatchObject({
      status: 200,
      body: canceled.body,
    });
    await send('DELETE', `/posts/${id}`, undefined, 'delete');
    expect(await send('DELETE', `/posts/${id}`, undefined, 'delete')).toMatchObject({
      status: 200,
      body: { data: { deleted: true } },
    });
  });

  test('sent twice at once is carried out once', async () => {
    const answers = await Promise.all([send('POST', '/posts', draft()), send('POST', '/posts', draft())]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await count()).toBe(1);
  });

  test('replays although the schedule has passed meanwhile', async () => {
    await send('POST', '/posts', scheduled(hour));
    await sandbox.advance(2 * hour);
    expect((await send('POST', '/posts', scheduled(hour))).status).toBe(201);
  });
});

describe('The same key with another request', () => {
  test.each([
    ['another body', 'POST', '/posts', draft({ text: 'Other' })],
    ['another path', 'POST', '/folders', draft()],
    ['another method', 'PATCH', '/posts/post_1', draft()],
    ['no body', 'POST', '/posts/post_1/publish', undefined],
  ])('%s is refused with 409 idempotency_key_reused', async (_, method, path, body) => {
    await send('POST', '/posts', draft());
    expect(await send(method, path, body)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_reused' } },
    });
  });

  test('is another matter under another API key', async () => {
    sandbox = createSandbox({ apiKeys: [{ secret: 'one' }, { secret: 'two' }] });
    const as = (key: string, text: string) =>
      raw(sandbox, 'POST', '/posts', draft({ text }), { key, idempotencyKey: 'same' });
    expect((await as('one', 'a')).status).toBe(201);
    expect((await as('two', 'b')).status).toBe(201);
    expect(await count()).toBe(2);
  });
});

describe('The same key while the first request is running', () => {
  test('is refused with 409 idempotency_in_progress, then replays', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'delay', ms: 5000 } });
    const first = send('POST', '/posts', draft());
    await vi.advanceTimersByTimeAsync(4000);
    expect(await send('POST', '/posts', draft())).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_in_progress' } },
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect((await first).status).toBe(201);
    expect((await send('POST', '/posts', draft())).headers['idempotency-replayed']).toBe('true');
    expect(await count()).toBe(1);
  });

  test('stays in progress after the caller gave up', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'delay', ms: 5000 } });
    const caller = new AbortController();
    const first = raw(sandbox, 'POST', '/posts', draft(), { idempotencyKey: 'key', signal: caller.signal });
    const gaveUp = expect(first).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(1000);
    caller.abort(new Error('enough'));
    await gaveUp;
    expect((await send('POST', '/posts', draft())).status).toBe(409);
    await vi.advanceTimersByTimeAsync(4000);
    expect((await send('POST', '/posts', draft())).status).toBe(201);
    expect(await count()).toBe(1);
  });
});

describe('A refused request', () => {
  test('did nothing, so that its key is free for a corrected one', async () => {
    expect((await send('POST', '/posts', scheduled(-hour))).status).toBe(422);
    expect((await send('POST', '/posts', scheduled(hour))).status).toBe(201);
  });

  test('refused by a rate limit is carried out when it comes again', async () => {
    sandbox = createSandbox({ now: start });
    for (let i = 0; i < 3; i++) await send('POST', '/posts', publishNow(), `k${i}`);
    expect((await send('POST', '/posts', publishNow())).status).toBe(429);
    await sandbox.advance(60_000);
    const answer = await send('POST', '/posts', publishNow());
    expect(answer).toMatchObject({ status: 202, body: { data: { scheduledAt: later(60_000) } } });
    expect(answer.headers).not.toHaveProperty('idempotency-replayed');
  });
});
