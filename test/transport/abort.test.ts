import { getEventListeners } from 'node:events';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { APIUserAbortError } from '../../src/index.ts';
import { stopTime, warmUp } from '../support/clock.ts';
import { draft, failureOf, json, postEnvelope, testClient } from '../support/fixtures.ts';
import { hangUntilAborted, scriptedFetch } from '../support/scripted-fetch.ts';
import { serve } from '../support/scripted-server.ts';

beforeAll(warmUp);

const reason = new Error('the user closed the tab');

function expectAborted(error: unknown, fields: object): void {
  expect(error).toBeInstanceOf(APIUserAbortError);
  expect((error as Error).cause).toBe(reason);
  expect(error).toMatchObject({ operation: 'posts.create', method: 'POST', path: '/posts', ...fields });
}

describe("the caller's abort", () => {
  it('before the call: nothing is sent, and no turn is asked for', async () => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const acquire = vi.fn(() => new Promise<void>(() => undefined));
    const signal = AbortSignal.abort(reason);
    for (const pacing of [false as const, { acquire, observe: () => undefined }]) {
      const error = await failureOf(testClient({ fetch, pacing }).posts.create(draft, { signal }));
      expectAborted(error, { outcome: 'not-sent', attempts: 0 });
    }
    expect(requests).toHaveLength(0);
    expect(acquire).not.toHaveBeenCalled();
  });

  it.each([
    ['a pacer that listens', true],
    ['a pacer that does not', false],
  ])('while waiting for a turn, with %s', async (_what, listens) => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const controller = new AbortController();
    const acquire = vi.fn(
      (_call: unknown, { signal }: { signal?: AbortSignal }) =>
        new Promise<void>((_resolve, reject) => {
          if (listens) signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const client = testClient({ fetch, pacing: { acquire, observe: () => undefined } });
    const failed = failureOf(client.posts.create(draft, { signal: controller.signal }));
    await vi.waitFor(() => expect(acquire).toHaveBeenCalled());
    controller.abort(reason);
    expectAborted(await failed, { outcome: 'not-sent', attempts: 0 });
    expect(requests).toHaveLength(0);
    // The place in the queue is given back.
    expect(acquire.mock.calls[0]?.[1].signal?.aborted).toBe(true);
  });

  it('while the key is fetched: nothing was sent', async () => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const controller = new AbortController();
    const apiKey = vi.fn(() => new Promise<string>(() => undefined));
    const failed = failureOf(
      testClient({ fetch, apiKey }).posts.create(draft, { signal: controller.signal }),
    );
    await vi.waitFor(() => expect(apiKey).toHaveBeenCalled());
    controller.abort(reason);
    expectAborted(await failed, { outcome: 'not-sent' });
    expect(requests).toHaveLength(0);
  });

  it('in flight, over HTTP: it hangs up, and nobody knows what happened', async () => {
    const server = await serve(() => controller.abort(reason));
    const controller = new AbortController();
    const client = testClient({ baseUrl: server.baseUrl });
    const error = await failureOf(client.posts.create(draft, { signal: controller.signal }));
    expectAborted(error, { outcome: 'unknown', attempts: 1 });
    await vi.waitFor(() => expect(server.hungUp()).toBe(1));
    expect(server.received).toHaveLength(1);
  });

  it('in the body, over HTTP', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":');
      setTimeout(() => controller.abort(reason), 20);
    });
    const controller = new AbortController();
    const client = testClient({ baseUrl: server.baseUrl });
    const error = await failureOf(client.posts.create(draft, { signal: controller.signal }));
    expectAborted(error, { outcome: 'unknown', attempts: 1 });
    await vi.waitFor(() => expect(server.hungUp()).toBe(1));
  });

  it('in a fetch that ignores its signal', async () => {
    const controller = new AbortController();
    const fetch = vi.fn(() => new Promise<Response>(() => undefined));
    const failed = failureOf(testClient({ fetch }).posts.create(draft, { signal: controller.signal }));
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    controller.abort(reason);
    expectAborted(await failed, { outcome: 'unknown', attempts: 1 });
  });

  it.each([
    [429, 'rejected'],
    [503, 'unknown'],
  ])('in the back-off after a %i: no attempt follows', async (status, outcome) => {
    stopTime();
    const refusal = json({}, { status, headers: { 'retry-after': '60' } });
    const { fetch, requests } = scriptedFetch(refusal, json(postEnvelope));
    const controller = new AbortController();
    const failed = failureOf(testClient({ fetch }).posts.create(draft, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(30_000);
    controller.abort(reason);
    expectAborted(await failed, { outcome, attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
  });

  it('between an answer and its record is too late', async () => {
    const controller = new AbortController();
    const { fetch } = scriptedFetch(json(postEnvelope));
    const post = await testClient({ fetch }).posts.create(draft, { signal: controller.signal });
    controller.abort(reason);
    expect(post.id).toBe('post_1');
  });

  it('by an AbortSignal.timeout of theirs is an abort, not our timeout', async () => {
    const { fetch } = scriptedFetch(hangUntilAborted);
    const signal = AbortSignal.timeout(20);
    const error = await failureOf(testClient({ fetch }).me.get({ signal }));
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect((error as Error).cause).toBe(signal.reason);
    expect(signal.reason).toHaveProperty('name', 'TimeoutError');
  });

  it('has whatever they aborted with as its cause, no error too', async () => {
    const signal = AbortSignal.abort('enough');
    const error = await failureOf(testClient().me.get({ signal }));
    expect(error).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ cause: 'enough' });
  });

  it.each(['no signal', {}, 7])('what is no AbortSignal (%j) is refused', async (signal) => {
    const error = await failureOf(testClient().me.get({ signal: signal as AbortSignal })); // what JavaScript lets through
    expect(error).toMatchObject({ issues: [{ path: 'signal', message: 'must be an AbortSignal' }] });
  });
});

describe('one signal for 600 calls', () => {
  it('keeps no listener of a call that is over, and warns of no leak', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const { fetch } = scriptedFetch(({ url }) => {
      if (url.endsWith('/me')) return json({ data: {} });
      const headers = { 'retry-after-ms': '1' };
      return url.endsWith('/usage') ? json({}, { status: 503, headers }) : json({}, { status: 404 });
    });
    const client = testClient({ fetch, responseValidation: 'off' });
    const { signal } = new AbortController();
    const calls = Array.from({ length: 200 }, () => [
      client.me.get({ signal }),
      failureOf(client.usage.get({ signal, maxRetries: 1 })),
      failureOf(client.posts.get('a', { signal })),
    ]);
    await Promise.all(calls.flat());
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await new Promise(setImmediate);
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
  });
});
