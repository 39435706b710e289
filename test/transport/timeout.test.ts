import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { APIConnectionError, APITimeoutError } from '../../src/index.ts';
import { stopTime, warmUp } from '../support/clock.ts';
import { draft, failureOf, json, postEnvelope, testClient } from '../support/fixtures.ts';
import { hangUntilAborted, scriptedFetch } from '../support/scripted-fetch.ts';
import { type Scripted, serve } from '../support/scripted-server.ts';

beforeAll(warmUp);

const silence: Scripted = () => undefined;
const headersOnly: Scripted = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"data":');
};

describe('timeout, over HTTP', () => {
  it.each([
    ['no answer comes', silence],
    ['the body stalls after the headers', headersOnly],
  ])('strikes when %s, and hangs up', async (_when, answer) => {
    const server = await serve(answer);
    const client = testClient({ baseUrl: server.baseUrl, timeout: 60, maxRetries: 0 });
    const error = await failureOf(client.posts.create(draft));
    expect(error).toBeInstanceOf(APITimeoutError);
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
    expect((error as Error).message).toContain('no whole answer within 60 ms');
    await vi.waitFor(() => expect(server.hungUp()).toBe(1));
  });

  it('is for one attempt: the next one has all of it again, under the same key', async () => {
    const server = await serve(silence, headersOnly, { body: postEnvelope });
    const client = testClient({ baseUrl: server.baseUrl, timeout: 60 });
    const { attempts, idempotencyKey } = await client.posts.create(draft).withResponse();
    expect(attempts).toBe(3);
    expect(new Set(server.received.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([idempotencyKey]),
    );
  });
});

describe('timeout', () => {
  it.each([
    ['the default', {}, {}, 30_000],
    ["the client's", { timeout: 1_000 }, {}, 1_000],
    ["the call's", { timeout: 1_000 }, { timeout: 500 }, 500],
    ['a long one', { timeout: 1_000 }, { timeout: 90_000 }, 90_000],
  ])('is %s', async (_whose, clientOptions, options, ms) => {
    stopTime();
    const { fetch } = scriptedFetch(hangUntilAborted);
    const failed = failureOf(testClient({ fetch, maxRetries: 0, ...clientOptions }).me.get(options));
    const settled = vi.fn();
    failed.then(settled);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toBeInstanceOf(APITimeoutError);
  });

  it('longer than a timer can be does not strike at once', async () => {
    stopTime();
    const { fetch } = scriptedFetch(hangUntilAborted);
    const settled = vi.fn();
    testClient({ fetch, maxRetries: 0, timeout: 2 ** 31 + 5_000 })
      .me.get()
      .catch(settled);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(settled).toHaveBeenCalledOnce();
  });

  it('strikes a fetch that ignores its signal, and a late answer of it is not read', async () => {
    stopTime();
    const cancel = vi.fn();
    let answer: (response: Response) => void = () => undefined;
    const fetch = () => new Promise<Response>((resolve) => (answer = resolve));
    const error = failureOf(testClient({ fetch, maxRetries: 0 }).me.get({ timeout: 100 }));
    await vi.advanceTimersByTimeAsync(100);
    expect(await error).toBeInstanceOf(APITimeoutError);
    answer(new Response(new ReadableStream({ cancel })));
    await vi.advanceTimersByTimeAsync(0);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('cancels a body that is under way, also of a fetch that ignores its signal', async () => {
    stopTime();
    const cancel = vi.fn();
    const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array([123]));
    const fetch = async () => new Response(new ReadableStream({ start, cancel }));
    const error = failureOf(testClient({ fetch, maxRetries: 0 }).me.get({ timeout: 100 }));
    await vi.advanceTimersByTimeAsync(100);
    expect(await error).toBeInstanceOf(APITimeoutError);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('covers a key function that hangs; nothing was sent then, whatever the method', async () => {
    stopTime();
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const apiKey = () => new Promise<string>(() => undefined);
    const failed = failureOf(testClient({ apiKey, fetch, maxRetries: 0 }).posts.create(draft));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failed).toBeInstanceOf(APITimeoutError);
    expect(await failed).toMatchObject({ outcome: 'not-sent' });
    expect(requests).toHaveLength(0);
  });

  it('a key that comes too late sends nothing', async () => {
    stopTime();
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    let give: (key: string) => void = () => undefined;
    const apiKey = () => new Promise<string>((resolve) => (give = resolve));
    const failed = failureOf(
      testClient({ apiKey, fetch, maxRetries: 0 }).posts.create(draft, { timeout: 10 }),
    );
    await vi.advanceTimersByTimeAsync(10);
    give('sk_live_late');
    await failed;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(0);
  });

  it('leaves no timer behind, neither after a success nor after a failure', async () => {
    stopTime();
    const { fetch } = scriptedFetch(json(postEnvelope), json({}, { status: 404 }));
    const client = testClient({ fetch, totalTimeout: 60_000 });
    await client.posts.get('a');
    await failureOf(client.posts.get('a'));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('totalTimeout', () => {
  it('bounds all attempts and waits together', async () => {
    stopTime();
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { fetch, requests } = scriptedFetch(hangUntilAborted);
    const client = testClient({ fetch, timeout: 1_000, totalTimeout: 2_000 });
    const failed = failureOf(client.me.get());
    // One attempt of 1 s, a back-off of 0.5 s, and what is left for another.
    await vi.advanceTimersByTimeAsync(1_999);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toBeInstanceOf(APITimeoutError);
    expect((await failed) as Error).toHaveProperty('message', expect.stringContaining('totalTimeout'));
    expect(await failed).toMatchObject({ attempts: 2 });
    vi.restoreAllMocks();
  });

  it("of a call wins over the client's, and Infinity lifts it", async () => {
    stopTime();
    const { fetch } = scriptedFetch(hangUntilAborted);
    const client = testClient({ fetch, timeout: 10_000, totalTimeout: 100, maxRetries: 0 });
    const settled = vi.fn();
    client.me.get({ totalTimeout: Number.POSITIVE_INFINITY }).catch(settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledOnce();
  });

  it('bounds the wait for a turn; nothing was sent then', async () => {
    stopTime();
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const pacing = { acquire: () => new Promise<void>(() => undefined), observe: () => undefined };
    const failed = failureOf(testClient({ fetch, pacing }).posts.create(draft, { totalTimeout: 300 }));
    await vi.advanceTimersByTimeAsync(300);
    expect(await failed).toBeInstanceOf(APITimeoutError);
    expect(await failed).toMatchObject({ outcome: 'not-sent', attempts: 0 });
    expect(requests).toHaveLength(0);
  });

  /** A pacer whose turn number `late` comes when the time is up: no timer has had its turn yet. */
  function pacerThatTakesTime(late: number) {
    let turn = 0;
    const acquire = async (): Promise<void> => {
      if (++turn === late) vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500);
    };
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    return { acquire, observe: () => undefined };
  }

  it('that is not there arms no timer', async () => {
    stopTime();
    const acquire = vi.fn(() => new Promise<void>(() => undefined));
    const { signal } = new AbortController();
    testClient({ pacing: { acquire, observe: () => undefined } }).posts.get('a', { signal });
    await vi.advanceTimersByTimeAsync(0);
    expect([acquire.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('that is over before the request leaves sends nothing', async () => {
    stopTime();
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const client = testClient({ fetch, pacing: pacerThatTakesTime(1) });
    const error = await failureOf(client.posts.create(draft, { totalTimeout: 300 }));
    expect(error).toMatchObject({ name: 'APITimeoutError', outcome: 'not-sent' });
    expect(requests).toHaveLength(0);
  });

  it('that is over before the second attempt leaves ends in the error of the first', async () => {
    const { fetch, requests } = scriptedFetch(json({}, { status: 503, headers: { 'retry-after-ms': '0' } }));
    const client = testClient({ fetch, pacing: pacerThatTakesTime(2) });
    const error = await failureOf(client.posts.create(draft, { totalTimeout: 300 }));
    expect(error).toMatchObject({ name: 'InternalServerError', outcome: 'unknown', attempts: 1 });
    expect(requests).toHaveLength(1);
  });
});
