import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AcquireOptions,
  APIConnectionError,
  APITimeoutError,
  InternalServerError,
  type PacedCall,
  type Pacer,
  type PacerObservation,
  RateLimitError,
} from '../../src/index.ts';
import { TurnTooLateError } from '../../src/pacing/pacer.ts';
import { stopTime, warmUp } from '../support/clock.ts';
import { draft, failureOf, json, page, postEnvelope, testClient } from '../support/fixtures.ts';
import { connectionFailure, type FetchStep, scriptedFetch } from '../support/scripted-fetch.ts';

beforeAll(warmUp);

const retryNow = (status: number) => json({}, { status, headers: { 'retry-after-ms': '0' } });

/** A pacer that notes what it is asked, and lets everyone go but whom `acquire` holds up. */
class NotingPacer implements Pacer {
  readonly notes: string[] = [];
  readonly calls: PacedCall[] = [];
  readonly options: AcquireOptions[] = [];
  readonly seen: PacerObservation[] = [];
  readonly #acquire: (turn: number) => Promise<void>;

  constructor(acquire: (turn: number) => Promise<void> = async () => undefined) {
    this.#acquire = acquire;
  }

  acquire(call: PacedCall, options: AcquireOptions): Promise<void> {
    this.notes.push('acquire');
    this.calls.push(call);
    this.options.push(options);
    return this.#acquire(this.calls.length);
  }

  observe(seen: PacerObservation): void {
    this.notes.push('observe');
    this.seen.push(seen);
  }

  settled(call: PacedCall): void {
    expect(this.calls).toContain(call);
    this.notes.push('settled');
  }
}

function clientOf(pacing: Pacer, ...steps: FetchStep[]) {
  const { fetch, requests } = scriptedFetch(...steps);
  return { client: testClient({ fetch, pacing, responseValidation: 'off' }), requests };
}

const tooLate = (waitMs: number) => () =>
  Promise.reject(new TurnTooLateError({ waitMs, bucket: 'postsWritePerHour' }));

describe('the pacer', () => {
  it('is asked before each attempt, and told when each has ended', async () => {
    const pacer = new NotingPacer();
    const { client } = clientOf(pacer, retryNow(503), connectionFailure('ECONNRESET'), json(postEnvelope));
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await client.posts.create(draft);
    vi.restoreAllMocks();
    expect(pacer.notes).toEqual(Array(3).fill(['acquire', 'settled']).flat());
    expect(pacer.options.map(({ attempt, settles }) => [attempt, settles])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
    expect(new Set(pacer.calls).size).toBe(1);
  });

  it('learns what counts the call, and its Social Set', async () => {
    const pacer = new NotingPacer();
    const { client } = clientOf(pacer, json(postEnvelope));
    const { mode: _mode, ...content } = draft;
    await client.posts.create({ ...content, mode: 'publish_now' } as typeof draft); // the union's other branch
    await client.posts.get('a');
    await client.posts.update('a', { text: 'b' });
    expect(pacer.calls).toEqual([
      {
        operation: 'posts.create',
        socialSetId: 'set_1',
        limits: [
          'mutatingPerMinute',
          'postsWritePerMinute',
          'postsWritePerHour',
          'postsPublishPerMinute',
          'postsPublishPerHour',
          'postsPublishPerSocialSet',
        ],
      },
      { operation: 'posts.get', limits: ['defaultPerMinute', 'postsReadPerMinute'] },
      { operation: 'posts.update', limits: ['mutatingPerMinute'] },
    ]);
  });

  it.each([
    ['the default', {}, 120_000],
    ["the call's maxPacingWait", { maxPacingWait: 7 }, 7],
    ['what is left of totalTimeout', { totalTimeout: 50 }, 50],
  ])('may make it wait for %s', async (_what, options, maxWait) => {
    stopTime();
    const pacer = new NotingPacer();
    await clientOf(pacer, json(postEnvelope)).client.posts.create(draft, options);
    expect(pacer.options[0]?.maxWait).toBe(maxWait);
  });

  it('is not asked when the call says pacing: false, nor told of its 429; and not by a client without one', async () => {
    const pacer = new NotingPacer();
    const { client } = clientOf(pacer, retryNow(429), json(postEnvelope));
    await client.posts.create(draft, { pacing: false });
    await client.withOptions({ pacing: false }).posts.create(draft);
    expect(pacer.notes).toEqual([]);
  });

  it('is not asked for a call that is refused locally', async () => {
    const pacer = new NotingPacer();
    await failureOf(clientOf(pacer).client.posts.get(''));
    expect(pacer.notes).toEqual([]);
  });

  it('sees a 429 with the wait that follows it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.01);
    const pacer = new NotingPacer();
    const asked = json({}, { status: 429, headers: { 'retry-after-ms': '3' } });
    const { client } = clientOf(pacer, asked, json({}, { status: 429 }), json(postEnvelope));
    await client.posts.create(draft);
    vi.restoreAllMocks();
    const [call] = pacer.calls;
    expect(pacer.seen).toEqual([
      { type: 'rate-limited', call, retryAfter: 3 },
      { type: 'rate-limited', call, retryAfter: 10 },
    ]);
  });

  it('sees a 429 also when it is not tried again', async () => {
    const pacer = new NotingPacer();
    const { client } = clientOf(pacer, json({}, { status: 429, headers: { 'retry-after': '900' } }));
    await failureOf(client.posts.create(draft));
    expect(pacer.seen).toMatchObject([{ type: 'rate-limited', retryAfter: 900_000 }]);
  });

  it('sees no other refusal', async () => {
    const pacer = new NotingPacer();
    const { client } = clientOf(pacer, retryNow(503), json({}, { status: 404 }));
    await failureOf(client.posts.create(draft));
    expect(pacer.seen).toEqual([]);
  });

  it('sees what /me and /usage say of the limits, as it came', async () => {
    const pacer = new NotingPacer();
    const rateLimit = { limit: 60, remaining: 59, reset: 30, more: [1] };
    const { client } = clientOf(pacer, json({ data: { rateLimit } }), json({ data: {} }), page([]));
    await client.me.get();
    await client.usage.get();
    await client.posts.list();
    expect(pacer.seen).toEqual([
      { type: 'me', rateLimit },
      { type: 'usage', rateLimit: undefined },
    ]);
  });
});

describe('a turn that is too far away', () => {
  it('is RateLimitError with retryAfter, before anything was sent', async () => {
    const { client, requests } = clientOf(new NotingPacer(tooLate(200_000)), json(postEnvelope));
    const error = await failureOf(client.posts.create(draft));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ outcome: 'not-sent', retryAfter: 200_000, attempts: 0, headers: {} });
    expect((error as Error).message).toBe(
      'posts.create (POST /posts): its turn is 200000 ms away (postsWritePerHour), beyond maxPacingWait.',
    );
    expect(requests).toHaveLength(0);
  });

  it('is APITimeoutError when only totalTimeout is too short for it', async () => {
    const { client, requests } = clientOf(new NotingPacer(tooLate(5_000)), json(postEnvelope));
    const error = await failureOf(client.posts.create(draft, { totalTimeout: 1_000 }));
    expect(error).toBeInstanceOf(APITimeoutError);
    expect(error).toMatchObject({ outcome: 'not-sent', retryAfter: 5_000, attempts: 0 });
    expect((error as Error).message).toContain('beyond totalTimeout');
    expect(requests).toHaveLength(0);
  });

  it.each<[string, FetchStep, new (...all: never[]) => Error]>([
    ['an answer', retryNow(503), InternalServerError],
    ['a broken connection', connectionFailure('ECONNRESET'), APIConnectionError],
  ])('after %s is that attempt’s error, with retryAfter', async (_what, step, errorClass) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const pacer = new NotingPacer((turn) => (turn === 1 ? Promise.resolve() : tooLate(200_000)()));
    const { client, requests } = clientOf(pacer, step, json(postEnvelope));
    const error = await failureOf(client.posts.create(draft));
    vi.restoreAllMocks();
    expect(error).toBeInstanceOf(errorClass);
    expect(error).toMatchObject({ outcome: 'unknown', retryAfter: 200_000, attempts: 1 });
    expect(requests).toHaveLength(1);
    expect(pacer.notes).toEqual(['acquire', 'settled', 'acquire']);
  });

  it('is known by its name: the Redis pacer carries a class of its own', async () => {
    const stranger = Object.assign(new Error('late'), { name: 'TurnTooLateError', waitMs: 9e9, bucket: 'b' });
    const { client } = clientOf(new NotingPacer(() => Promise.reject(stranger)));
    expect(await failureOf(client.posts.create(draft))).toMatchObject({
      name: 'RateLimitError',
      retryAfter: 9e9,
    });
  });
});

describe('a pacer that fails', () => {
  it('to give a turn ends the call, nothing sent', async () => {
    const pacer = new NotingPacer(() => Promise.reject(new Error('Redis is down')));
    const { client, requests } = clientOf(pacer, json(postEnvelope));
    const error = await failureOf(client.posts.create(draft));
    expect(error).toMatchObject({ name: 'APIConnectionError', outcome: 'not-sent', attempts: 0 });
    expect((error as Error).message).toBe('posts.create (POST /posts): the pacer failed.');
    expect(error).toHaveProperty('cause.message', 'Redis is down');
    expect(requests).toHaveLength(0);
  });

  it.each<[string, Pick<Pacer, 'observe' | 'settled'>]>([
    [
      'throws',
      {
        observe: () => {
          throw new Error('oops');
        },
        settled: () => {
          throw new Error('oops');
        },
      },
    ],
    [
      'rejects',
      {
        observe: async () => Promise.reject(new Error('oops')),
        settled: async () => Promise.reject(new Error('oops')),
      },
    ],
  ])('to learn (it %s) harms no call', async (_how, failing) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const pacing = { acquire: async () => undefined, ...failing };
    const { client, requests } = clientOf(pacing, retryNow(429), json(postEnvelope), json({ data: {} }));
    await expect(client.posts.create(draft)).resolves.toMatchObject({ id: 'post_1' });
    await client.me.get();
    expect(requests).toHaveLength(3);
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('and gives a turn to a call that is over has it back', async () => {
    let give: () => void = () => undefined;
    const pacer = new NotingPacer(() => new Promise((resolve) => (give = resolve)));
    const { client, requests } = clientOf(pacer, json(postEnvelope));
    const controller = new AbortController();
    const failed = failureOf(client.posts.create(draft, { signal: controller.signal }));
    await vi.waitFor(() => expect(pacer.notes).toEqual(['acquire']));
    controller.abort();
    await failed;
    expect(pacer.notes).toEqual(['acquire']);
    give();
    await vi.waitFor(() => expect(pacer.notes).toEqual(['acquire', 'settled']));
    expect(requests).toHaveLength(0);
  });

  it('with the two methods alone serves', async () => {
    const { client } = clientOf(
      { acquire: async () => undefined, observe: () => undefined },
      json(postEnvelope),
    );
    await expect(client.posts.create(draft)).resolves.toMatchObject({ id: 'post_1' });
  });
});

describe('pacing by default', () => {
  it('holds the 61st read of a minute back', async () => {
    stopTime();
    const { fetch, requests } = scriptedFetch(() => json(postEnvelope));
    const waits = vi.fn();
    const client = testClient({ fetch, pacing: 'auto', hooks: { onPaced: waits } });
    const calls = Promise.all(Array.from({ length: 61 }, () => client.posts.get('a')));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(60);
    expect(waits.mock.calls).toMatchObject([
      [{ operation: 'posts.get', attempt: 1, bucket: 'postsReadPerMinute' }],
    ]);
    await vi.advanceTimersByTimeAsync(70_000);
    await calls;
    expect(requests).toHaveLength(61);
  });
});
