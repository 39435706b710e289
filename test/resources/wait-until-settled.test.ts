import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InternalServerError, NotFoundError } from '../../src/errors/api-error.ts';
import { APIConnectionError, APITimeoutError, APIUserAbortError } from '../../src/errors/connection.ts';
import { InvalidRequestError } from '../../src/errors/local.ts';
import { type WaitUntilSettledOptions, waitUntilSettled } from '../../src/resources/wait-until-settled.ts';
import type { RequestOptions } from '../../src/types/options.ts';
import type { Post } from '../../src/types/posts.ts';

const start = Date.parse('2026-12-01T00:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

const iso = (ms: number): string => new Date(start + ms).toISOString();
const elapsed = (): number => Date.now() - start;
const at = (status: string, more: Partial<Post> = {}): Partial<Post> => ({
  status,
  scheduledAt: null,
  updatedAt: iso(-1),
  ...more,
});

const fields = {
  operation: 'posts.get',
  method: 'GET',
  path: '/posts/p',
  idempotencyKey: undefined,
  attempts: 4,
};
const answer = (status: number) => ({
  status,
  code: undefined,
  requestId: undefined,
  headers: {},
  body: undefined,
  requiredScopes: [],
  retryAfter: undefined,
});

/** A service whose post is as `state` says at each moment, or that fails. */
function serviceOf(state: () => Partial<Post> | Error) {
  const looks: number[] = [];
  const options: RequestOptions[] = [];
  const get = async (id: string, call: RequestOptions): Promise<Post> => {
    looks.push(elapsed());
    options.push(call);
    const now = state();
    if (now instanceof Error) throw now;
    return { id, publishTargets: [], ...now } as unknown as Post; // nothing else of it is looked at
  };
  return { get, looks, options };
}

async function outcomeOf(
  wait: Promise<Post>,
  within: number,
): Promise<{ post?: Post; error?: unknown; at?: number }> {
  const seen: { post?: Post; error?: unknown; at?: number } = {};
  wait.then(
    (post) => Object.assign(seen, { post, at: elapsed() }),
    (error) => Object.assign(seen, { error, at: elapsed() }),
  );
  await vi.advanceTimersByTimeAsync(within);
  return seen;
}

const waitFor = (state: () => Partial<Post> | Error, within: number, options?: WaitUntilSettledOptions) => {
  const service = serviceOf(state);
  return outcomeOf(waitUntilSettled(service.get, 'p', options), within).then((seen) => ({
    ...seen,
    ...service,
  }));
};

describe('waiting for a post', () => {
  it.each(['pushed', 'failed', 'canceled'])(
    'that is %s is over at once: it is returned, whatever the end',
    async (status) => {
      const { post, looks } = await waitFor(() => at(status), 0);
      expect(post).toMatchObject({ id: 'p', status });
      expect(looks).toEqual([0]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('with an interval of the caller it looks from the start, also before the post is due', async () => {
    const due = 40 * minute;
    // Someone cancels it long before.
    const { post, at: end } = await waitFor(
      () => (elapsed() < 5000 ? at('scheduled', { scheduledAt: iso(due) }) : at('canceled')),
      minute,
      { interval: 1000 },
    );
    expect(post?.status).toBe('canceled');
    expect(end).toBe(5000);
  });

  it('with a short interval it leaves reads for others: after twenty looks it slows down', async () => {
    const { looks } = await waitFor(() => at('processing'), minute, { interval: 10 });
    expect(looks.slice(0, 20).every((look, n) => n === 0 || look - Number(looks[n - 1]) === 10)).toBe(true);
    expect(looks.length).toBeLessThan(45);
    // Slower than half a minute it never gets, nor quicker than what was asked for.
    const { looks: rare } = await waitFor(() => at('processing'), 30 * minute, {
      interval: 2 * minute,
      timeout: hour,
    });
    expect(rare.every((look, n) => n === 0 || look - Number(rare[n - 1]) === 2 * minute)).toBe(true);
  });

  it('sleeps until it is due, and looks no sooner', async () => {
    const due = 40 * minute;
    const { post, looks } = await waitFor(
      () => (elapsed() < due + 3000 ? at('scheduled', { scheduledAt: iso(due) }) : at('pushed')),
      due + 10_000,
    );
    expect(post?.status).toBe('pushed');
    expect(looks).toEqual([0, due, due + 2000, due + 5000]);
  });

  it('sleeps for months, with a look each hour for what may have changed', async () => {
    const due = 60 * day;
    const { post, looks } = await waitFor(
      () => (elapsed() < due ? at('scheduled', { scheduledAt: iso(due) }) : at('pushed')),
      due,
    );
    expect(post?.status).toBe('pushed');
    expect(looks).toHaveLength(60 * 24 + 1);
  });

  it('notices within the hour that it was canceled', async () => {
    const { post, at: when } = await waitFor(
      () => (elapsed() < minute ? at('scheduled', { scheduledAt: iso(30 * day) }) : at('canceled')),
      2 * hour,
    );
    expect([post?.status, when]).toEqual(['canceled', hour]);
  });

  it('goes by the time of the service where the clock here is behind', async () => {
    const due = hour;
    const { post } = await waitFor(
      () =>
        elapsed() < 2 * minute
          ? at('scheduled', { scheduledAt: iso(due), updatedAt: iso(due - minute) })
          : at('pushed'),
      3 * minute,
    );
    expect(post?.status).toBe('pushed');
  });

  it('looks less and less often, and anew when something changed', async () => {
    const { looks } = await waitFor(
      () =>
        elapsed() < 5 * minute ? at('scheduled') : elapsed() < 10 * minute ? at('processing') : at('pushed'),
      11 * minute,
    );
    const pauses = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
    expect(pauses.slice(0, 4)).toEqual([2000, 3000, 4500, 6750]);
    expect(pauses).toContain(30_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_001);
    expect(pauses.filter((pause) => pause === 2000)).toHaveLength(2);
  });

  it('keeps to the interval it was given', async () => {
    const { looks } = await waitFor(() => (elapsed() < 20_000 ? at('processing') : at('pushed')), minute, {
      interval: 5000,
    });
    expect(looks).toEqual([0, 5000, 10_000, 15_000, 20_000]);
  });

  it('tells of the post as it is at first, and of every change, targets too', async () => {
    const seen: unknown[] = [];
    const state = (): Partial<Post> =>
      elapsed() < 10_000
        ? at('processing', {
            publishTargets: [
              { socialAccountId: 'a', platform: 'x', status: elapsed() < 5000 ? 'pending' : 'pushed' },
            ],
          })
        : at('pushed');
    await waitFor(state, minute, {
      interval: 1000,
      onUpdate: (post) => {
        seen.push([post.status, post.publishTargets[0]?.status]);
        // An async listener's failure: left alone, an unhandled rejection would end the process.
        if (seen.length === 2) return Promise.reject(new Error('a broken listener'));
        throw new Error('a broken listener');
      },
    });
    expect(seen).toEqual([
      ['processing', 'pending'],
      ['processing', 'pushed'],
      ['pushed', undefined],
    ]);
  });

  it('makes each look wait for its turn, however long, but not beyond the end of the wait', async () => {
    const { options } = await waitFor(() => at('pushed'), 0, { timeout: 5000 });
    expect(options).toMatchObject([{ maxPacingWait: Number.POSITIVE_INFINITY, totalTimeout: 5000 }]);
  });
});

describe('a wait', () => {
  it('ends in a time-out that says how the post is', async () => {
    const { error, at: when } = await waitFor(() => at('processing'), minute, { timeout: 10_000 });
    expect(error).toBeInstanceOf(APITimeoutError);
    expect(error).toMatchObject({
      message: expect.stringContaining('/posts/p has not settled in time; it is processing'),
      outcome: 'not-sent',
    });
    expect(when).toBe(10_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a quarter of an hour after the post was due, when it was given no time', async () => {
    const due = 5 * hour;
    const { at: when } = await waitFor(() => at('scheduled', { scheduledAt: iso(due) }), day);
    expect(when).toBe(due + 15 * minute);
  });

  it('ends at once when it is aborted, asleep or not', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort('enough'), 1500);
    const { error, at: when } = await waitFor(() => at('processing'), minute, { signal: stop.signal });
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect(error).toMatchObject({ cause: 'enough', operation: 'posts.waitUntilSettled' });
    expect(when).toBe(1500);
    expect(vi.getTimerCount()).toBe(0);

    const { looks } = await waitFor(() => at('processing'), minute, { signal: AbortSignal.abort() });
    expect(looks).toEqual([]);
  });

  it('survives a service that cannot be reached for a while', async () => {
    const failures = [
      new APIConnectionError('no answer', fields, 'not-sent'),
      new InternalServerError('503', fields, 'rejected', answer(503)),
    ];
    const { post } = await waitFor(() => failures.pop() ?? at('pushed'), minute);
    expect(post?.status).toBe('pushed');
  });

  it('names the last failure when it runs out of time over it', async () => {
    const failure = new APIConnectionError('no answer', fields, 'not-sent');
    const { error } = await waitFor(() => failure, minute, { timeout: 20_000 });
    expect(error).toBeInstanceOf(APITimeoutError);
    expect(error).toMatchObject({ cause: failure });
  });

  it('fails at once where nothing will change: the post does not exist', async () => {
    const { error, looks } = await waitFor(
      () => new NotFoundError('404', fields, 'rejected', answer(404)),
      minute,
    );
    expect(error).toBeInstanceOf(NotFoundError);
    expect(looks).toEqual([0]);
  });

  it('gives a draft half a minute to be published, and says that a draft never settles', async () => {
    const published = await waitFor(
      () => (elapsed() < 10_000 ? at('draft_unscheduled') : at('pushed')),
      minute,
    );
    expect(published.post?.status).toBe('pushed');
    vi.setSystemTime(start);
    const draft = await waitFor(() => at('draft_scheduled', { scheduledAt: iso(hour) }), 2 * minute);
    expect(draft.error).toMatchObject({
      name: 'APITimeoutError',
      message: expect.stringContaining('a draft never settles'),
    });
    expect(draft.at).toBeLessThan(minute);
  });

  it('goes on through a state that nobody has heard of', async () => {
    const { post } = await waitFor(() => (elapsed() < 10_000 ? at('reviewing') : at('pushed')), minute);
    expect(post?.status).toBe('pushed');
  });

  it.each([{ interval: 0 }, { interval: -1 }, { timeout: Number.NaN }, { timeout: 0 }])(
    'refuses %j',
    async (options) => {
      await expect(waitUntilSettled(serviceOf(() => at('pushed')).get, 'p', options)).rejects.toThrow(
        InvalidRequestError,
      );
    },
  );
});
