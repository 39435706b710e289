import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  APIConnectionError,
  type APIError,
  ConflictError,
  InternalServerError,
  RateLimitError,
  type RetryEvent,
  UnprocessableEntityError,
} from '../../src/index.ts';
import { stateOf, stopTime, warmUp } from '../support/clock.ts';
import { draft, failureOf, json, postEnvelope, testClient } from '../support/fixtures.ts';
import { connectionFailure, type FetchStep, scriptedFetch } from '../support/scripted-fetch.ts';

const refuse = (status: number, headers: Record<string, string> = {}) => json({}, { status, headers });
const done = json(postEnvelope);

beforeAll(warmUp);

beforeEach(() => {
  stopTime();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  return () => vi.restoreAllMocks();
});

function scripted(steps: readonly FetchStep[], options = {}) {
  const { fetch, requests } = scriptedFetch(...steps);
  return { client: testClient({ fetch, ...options }), requests };
}

describe('retries', () => {
  it.each([408, 429, 500, 502, 503, 504])('a %i is tried again', async (status) => {
    const { client, requests } = scripted([refuse(status), done]);
    const call = client.posts.create(draft).withResponse();
    await vi.runAllTimersAsync();
    expect((await call).attempts).toBe(2);
    expect(requests).toHaveLength(2);
  });

  it.each([301, 400, 401, 403, 404, 409, 422, 501])('a %i is not', async (status) => {
    const { client, requests } = scripted([refuse(status), done]);
    const error = await failureOf(client.posts.create(draft));
    expect(error).toMatchObject({ status, attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it.each(['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'EPIPE'])(
    'a connection that ends in %s is',
    async (code) => {
      const { client, requests } = scripted([connectionFailure(code), done]);
      const call = client.posts.create(draft);
      await vi.runAllTimersAsync();
      await call;
      expect(requests).toHaveLength(2);
    },
  );

  it('three times by default, then the last error is thrown', async () => {
    const { client, requests } = scripted([refuse(500), refuse(502), refuse(503), refuse(504)]);
    const failed = failureOf(client.posts.create(draft));
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ name: 'InternalServerError', status: 504, attempts: 4 });
    expect(requests).toHaveLength(4);
  });

  it('as often as maxRetries says, of the client or of the call, and never with 0', async () => {
    const { client, requests } = scripted([refuse(500)], { maxRetries: 1 });
    const calls = [client.me.get(), client.me.get({ maxRetries: 2 }), client.me.get({ maxRetries: 0 })];
    const errors = Promise.all(calls.map(failureOf));
    await vi.runAllTimersAsync();
    expect((await errors).map((error) => (error as APIError).attempts)).toEqual([2, 3, 1]);
    expect(requests).toHaveLength(6);
  });

  it('each attempt sends the same request', async () => {
    const { client, requests } = scripted([refuse(500), refuse(500), done]);
    const call = client.posts.create(draft, { headers: { 'x-trace': 'abc' }, query: { dry: true } });
    await vi.runAllTimersAsync();
    await call;
    const seen = await Promise.all(
      requests.map(async (request) => [request.url, [...request.headers], await request.text()]),
    );
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it('waits longer each time: at most 500 ms, then 1 s, 2 s, 4 s, 8 s, 8 s', async () => {
    const delays: number[] = [];
    const onRetry = ({ delayMs }: RetryEvent) => delays.push(delayMs);
    const { client } = scripted([refuse(500)], { maxRetries: 6, hooks: { onRetry } });
    const failed = failureOf(client.me.get());
    await vi.runAllTimersAsync();
    await failed;
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it('does not send before the wait is over, nor later', async () => {
    const { client, requests } = scripted([refuse(429, { 'retry-after': '7' }), done]);
    const call = client.posts.create(draft);
    await vi.advanceTimersByTimeAsync(6_999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(2);
    await call;
  });

  it('waits as the server asked, not as its own back-off says, also when that is shorter', async () => {
    const { client, requests } = scripted([refuse(503, { 'retry-after-ms': '20' }), done]);
    const call = client.posts.create(draft);
    await vi.advanceTimersByTimeAsync(20);
    expect(requests).toHaveLength(2);
    await call;
  });
});

describe('a wait that does not fit', () => {
  it('into maxPacingWait fails at once, and says how long it would be', async () => {
    const { client, requests } = scripted([refuse(429, { 'retry-after': '121' }), done]);
    const error = await failureOf(client.posts.create(draft));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ status: 429, retryAfter: 121_000, attempts: 1, outcome: 'rejected' });
    expect(requests).toHaveLength(1);
  });

  it('and one that just fits is waited for', async () => {
    const { client, requests } = scripted([refuse(429, { 'retry-after': '120' }), done]);
    const call = client.posts.create(draft);
    await vi.advanceTimersByTimeAsync(120_000);
    await call;
    expect(requests).toHaveLength(2);
  });

  it('the call may allow more, or less', async () => {
    const { client } = scripted([refuse(429, { 'retry-after': '200' }), done]);
    const patient = client.posts.create(draft, { maxPacingWait: 200_000 });
    await vi.runAllTimersAsync();
    await expect(patient).resolves.toMatchObject({ id: 'post_1' });
    const { client: other } = scripted([refuse(429, { 'retry-after': '1' }), done]);
    const error = await failureOf(other.posts.create(draft, { maxPacingWait: 999 }));
    expect(error).toMatchObject({ retryAfter: 1_000 });
  });

  it('into totalTimeout fails at once too, with retryAfter', async () => {
    const { client, requests } = scripted([refuse(429, { 'retry-after': '10' }), done]);
    const error = await failureOf(client.posts.create(draft, { totalTimeout: 10_000 }));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 10_000 });
    expect(requests).toHaveLength(1);
  });

  it('so does a back-off', async () => {
    const { client, requests } = scripted([refuse(500), done]);
    const error = await failureOf(client.me.get({ totalTimeout: 400 }));
    expect(error).toMatchObject({ name: 'InternalServerError', attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it('a 503 keeps its class, and says retryAfter', async () => {
    const { client } = scripted([refuse(503, { 'retry-after': '3600' })]);
    const error = await failureOf(client.me.get());
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ status: 503, retryAfter: 3_600_000 });
  });

  it('a wait of months is not slept through in a millisecond', async () => {
    const seconds = 2 ** 31 / 1000 + 60;
    const { client, requests } = scripted([refuse(503, { 'retry-after': String(seconds) }), done]);
    const call = client.me.get({ maxPacingWait: Number.POSITIVE_INFINITY });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await stateOf(call)).toBe('pending');
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await call;
    expect(requests).toHaveLength(2);
  });
});

describe('a 409', () => {
  it.each<[string, FetchStep]>([
    ['a 500', refuse(500)],
    ['a broken connection', connectionFailure('ECONNRESET')],
  ])('after %s is our own request, still in progress: it is waited for', async (_what, first) => {
    const { client, requests } = scripted([first, refuse(409), refuse(409), done]);
    const call = client.posts.create(draft);
    await vi.runAllTimersAsync();
    await call;
    expect(requests).toHaveLength(4);
  });

  it.each<[string, FetchStep]>([
    ['a 429', refuse(429)],
    ['a refused connection', connectionFailure('ECONNREFUSED')],
  ])('after %s is a refusal: nothing of ours had arrived', async (_what, first) => {
    const { client, requests } = scripted([first, refuse(409), done]);
    const failed = failureOf(client.posts.create(draft));
    await vi.runAllTimersAsync();
    expect(await failed).toBeInstanceOf(ConflictError);
    expect(await failed).toMatchObject({ outcome: 'rejected', attempts: 2 });
    expect(requests).toHaveLength(2);
  });
});

describe('the outcome', () => {
  it('once unknown stays unknown: a later no does not undo an earlier attempt', async () => {
    const { client } = scripted([refuse(500), refuse(422)]);
    const failed = failureOf(client.posts.create(draft));
    await vi.runAllTimersAsync();
    expect(await failed).toBeInstanceOf(UnprocessableEntityError);
    expect(await failed).toMatchObject({ outcome: 'unknown' });
  });

  it('is rejected when every attempt was answered with a no', async () => {
    const { client } = scripted([refuse(429), refuse(422)]);
    const failed = failureOf(client.posts.create(draft));
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ outcome: 'rejected' });
  });

  it('is not-sent when no attempt ever left', async () => {
    const { client } = scripted([connectionFailure('ECONNREFUSED')]);
    const failed = failureOf(client.posts.create(draft));
    await vi.runAllTimersAsync();
    expect(await failed).toBeInstanceOf(APIConnectionError);
    expect(await failed).toMatchObject({ outcome: 'not-sent', attempts: 4 });
  });

  it('of a read is never unknown', async () => {
    for (const [step, outcome] of [
      [refuse(500), 'rejected'],
      [connectionFailure('ECONNRESET'), 'not-sent'],
    ] as const) {
      const { client } = scripted([step], { maxRetries: 0 });
      expect(await failureOf(client.me.get())).toMatchObject({ outcome });
    }
  });
});

it('a back-off that does not fit totalTimeout fails now, and says how long it would have been', async () => {
  const { client, requests } = scripted([refuse(429), done], { totalTimeout: 300 });
  const error = await failureOf(client.posts.create(draft));
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ retryAfter: 500, attempts: 1 });
  expect(requests).toHaveLength(1);
});
