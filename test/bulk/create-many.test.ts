import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CreateManyOptions, createMany } from '../../src/bulk/create-many.ts';
import { type Journal, memoryJournal } from '../../src/bulk/journal.ts';
import type { BulkProgress } from '../../src/bulk/options.ts';
import { AuthenticationError, ConflictError, UnprocessableEntityError } from '../../src/errors/api-error.ts';
import type { Outcome } from '../../src/errors/base.ts';
import { APIConnectionError, APIUserAbortError } from '../../src/errors/connection.ts';
import { InvalidRequestError } from '../../src/errors/local.ts';
import type { RequestOptions } from '../../src/types/options.ts';
import type { CreatePostParams, Post } from '../../src/types/posts.ts';

const item = (text: string, more: Partial<CreatePostParams> = {}): CreatePostParams =>
  ({
    mode: 'draft',
    socialSetId: 'set',
    publishTargets: [{ socialAccountId: 'account', platform: 'x' }],
    text,
    ...more,
  }) as CreatePostParams; // more keeps to the mode

const fields = {
  operation: 'posts.create',
  method: 'POST',
  path: '/posts',
  idempotencyKey: 'key',
  attempts: 1,
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
const refusal = (): Error => new UnprocessableEntityError('no', fields, 'rejected', answer(422));
const lost = (outcome: Outcome): Error => new APIConnectionError('no answer', fields, outcome);

/** A `create` that keeps what it was given. `fail` says what goes wrong with a text. */
function creator(fail: (text: string, call: number) => Error | undefined = () => undefined) {
  const calls: { text: string; options: RequestOptions }[] = [];
  const create = async (params: CreatePostParams, options: RequestOptions): Promise<Post> => {
    calls.push({ text: params.text, options });
    const { length } = calls;
    await Promise.resolve();
    const error = fail(params.text, length);
    if (error) throw error;
    return { ...params, id: `post-${length}` } as unknown as Post; // nothing else of it is looked at
  };
  return {
    create,
    calls,
    texts: () => calls.map(({ text }) => text),
    keys: () => calls.map(({ options }) => options.idempotencyKey),
  };
}

const one = { concurrency: 1 };

describe('the results', () => {
  it('are one for each item, in order, whatever became of it', async () => {
    const { create } = creator((text) => ({ b: refusal(), c: lost('unknown'), d: lost('not-sent') })[text]);
    const items = ['a', 'b', 'c', 'd', 'e'].map((text) => item(text));
    const results = await createMany(create, items);
    expect(results).toMatchObject([
      { status: 'created', index: 0, item: items[0], post: { text: 'a' }, resumed: false },
      { status: 'failed', index: 1, item: items[1], error: { name: 'UnprocessableEntityError' } },
      { status: 'unknown', index: 2, item: items[2], error: { name: 'APIConnectionError' } },
      { status: 'failed', index: 3, item: items[3], error: { outcome: 'not-sent' } },
      { status: 'created', index: 4, item: items[4], post: { text: 'e' }, resumed: false },
    ]);
    for (const { idempotencyKey } of results) expect(idempotencyKey).toMatch(/^[0-9a-f]{64}$/);
  });

  it('come of any iterable, an asynchronous one too, and of none at all', async () => {
    async function* items() {
      yield item('a');
      yield item('b');
    }
    expect(await createMany(creator().create, items())).toHaveLength(2);
    expect(await createMany(creator().create, new Set([item('a')]))).toHaveLength(1);
    expect(await createMany(creator().create, [])).toEqual([]);
  });
});

describe('the calls', () => {
  it('are made in order, no more at once than allowed, each with a key and all the patience it needs', async () => {
    let [running, most] = [0, 0];
    const { create, calls, texts, keys } = creator();
    const slow = async (params: CreatePostParams, options: RequestOptions): Promise<Post> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return create(params, options);
    };
    const items = Array.from({ length: 20 }, (_, n) => item(`${n}`));
    await createMany(slow, items, { concurrency: 3 });
    expect(most).toBe(3);
    expect(texts().map(Number)).toEqual([...texts().map(Number)].sort((a, b) => a - b));
    expect(new Set(keys()).size).toBe(20);
    expect(calls.every(({ options }) => options.maxPacingWait === Number.POSITIVE_INFINITY)).toBe(true);
  });

  it.each([
    ['items', undefined, {}],
    ['items', 5, {}],
    ['items', 'a post', {}],
    ['journal', [], { journal: './run.ndjson' }],
    ['identity', [], { identity: 'id' }],
    ['onProgress', [], { onProgress: true }],
    ['signal', [], { signal: {} }],
  ])('refuse %s that make no sense: %j %j', async (path, items, options) => {
    const call = createMany(creator().create, items as never, options as never); // untyped callers do so
    await expect(call).rejects.toMatchObject({ name: 'InvalidRequestError', issues: [{ path }] });
  });

  it.each([0, 1.5, -1, Number.NaN])('refuse a concurrency of %s', async (concurrency) => {
    await expect(createMany(creator().create, [], { concurrency })).rejects.toThrow(InvalidRequestError);
  });

  it('have the same keys in every run, in every process', async () => {
    const { create, keys } = creator();
    await createMany(create, [item('a', { title: 'T' })]);
    await createMany(create, [{ title: 'T', ...item('a') }]);
    await createMany(create, [item('anything')], { identity: () => 'row-1' });
    expect(keys()).toEqual([
      'a8260f01b4a426979a83d4a16237b9397a0fbf64a9474096acb9e62b9d348b3c',
      'a8260f01b4a426979a83d4a16237b9397a0fbf64a9474096acb9e62b9d348b3c',
      '401a8054421f381caed44348b994c66d428a271306bbb1ab94e561fe998a1d43',
    ]);
  });

  it('count equal items up: two of them are two posts, the same two in every run', async () => {
    const { create, keys } = creator();
    const items = [item('a'), item('b'), item('a')];
    await createMany(create, items, one);
    await createMany(create, items, one);
    expect(new Set(keys()).size).toBe(3);
    expect(keys().slice(3)).toEqual(keys().slice(0, 3));
  });

  it('take a timestamp for what it says, not for how it is written', async () => {
    const { create, keys } = creator();
    const at = (scheduledAt: unknown) => [
      item('a', { mode: 'scheduled', scheduledAt } as Partial<CreatePostParams>),
    ];
    await createMany(create, at(new Date(0)));
    await createMany(create, at({ epochMilliseconds: 0 }));
    // As a Temporal.Instant does.
    await createMany(create, at({ epochMilliseconds: 0, toJSON: () => '1970-01-01T00:00:00Z' }));
    await createMany(create, at(new Date(1)));
    expect(keys().slice(1, 3)).toEqual([keys()[0], keys()[0]]);
    expect(keys()[3]).not.toBe(keys()[0]);
  });

  it('try once more, for some seconds, where a killed run may still hold the key', async () => {
    vi.useFakeTimers();
    const { create, keys } = creator((_, call) =>
      call < 3 ? new ConflictError('in progress', fields, 'rejected', answer(409)) : undefined,
    );
    const results = createMany(create, [item('a')]);
    while (keys().length < 3) await vi.advanceTimersByTimeAsync(1000);
    expect(await results).toMatchObject([{ status: 'created' }]);
    expect(new Set(keys()).size).toBe(1);
    vi.useRealTimers();
  });

  it('stop when the service refuses the key: it would refuse it for every item', async () => {
    const { create, texts } = creator((text) =>
      text === 'b' ? new AuthenticationError('revoked', fields, 'rejected', answer(401)) : undefined,
    );
    const journal = memoryJournal();
    const items = ['a', 'b', 'c', 'd'].map((text) => item(text));
    const results = await createMany(create, items, { ...one, journal });
    expect(texts()).toEqual(['a', 'b']);
    expect(results).toMatchObject([
      { status: 'created' },
      { status: 'failed', error: { status: 401 } },
      { status: 'failed', error: { outcome: 'not-sent', cause: { status: 401 } } },
      { status: 'failed', error: { message: expect.stringContaining('items[3]') } },
    ]);
    const again = creator();
    await createMany(again.create, items, { ...one, journal });
    expect(again.texts()).toEqual(['b', 'c', 'd']);
  });
});

describe('a journal', () => {
  let journal: Journal;
  beforeEach(() => {
    journal = memoryJournal();
  });
  const run = (
    fail: Parameters<typeof creator>[0],
    items: CreatePostParams[],
    options: CreateManyOptions = {},
  ) => {
    const { create, texts, keys } = creator(fail);
    return createMany(create, items, { ...one, journal, ...options }).then((results) => ({
      results,
      texts: texts(),
      keys: keys(),
    }));
  };

  it('lets a run go on: what is there is not sent, what is not or may not be is, under its key', async () => {
    const items = ['a', 'b', 'c'].map((text) => item(text));
    const first = await run((text) => ({ b: refusal(), c: lost('unknown') })[text], items);
    const second = await run(undefined, items);
    expect(second.texts).toEqual(['b', 'c']);
    expect(second.keys).toEqual(first.keys.slice(1));
    expect(second.results).toMatchObject([
      { status: 'created', resumed: true, post: { id: 'post-1' } },
      { status: 'created', resumed: false },
      { status: 'created', resumed: false },
    ]);
  });

  it('reports an item that changed after it was created, or may have been, and sends nothing', async () => {
    const identity = (_: CreatePostParams, index: number): string => `row-${index}`;
    await run((text) => (text === 'b' ? lost('unknown') : undefined), [item('a'), item('b')], { identity });
    const second = await run(undefined, [item('A'), item('B')], { identity });
    expect(second.texts).toEqual([]);
    expect(second.results).toMatchObject([
      {
        status: 'changed',
        index: 0,
        error: { message: expect.stringMatching(/items\[0\] was created .*'row-0'/) },
      },
      {
        status: 'changed',
        index: 1,
        error: { message: expect.stringMatching(/items\[1\] may have been created/) },
      },
    ]);
    expect(second.results[0]?.status === 'changed' && second.results[0].error).toBeInstanceOf(
      InvalidRequestError,
    );
  });

  it('lets an item that was refused be corrected', async () => {
    const identity = (): string => 'row';
    await run(refusal, [item('wrogn')], { identity });
    const second = await run(undefined, [item('wrong')], { identity });
    expect(second.results).toMatchObject([{ status: 'created', resumed: false }]);
  });

  it('keeps calling an item unknown until it is known: a later no undoes nothing', async () => {
    await run(() => lost('unknown'), [item('a')]);
    expect((await run(refusal, [item('a')])).results).toMatchObject([{ status: 'unknown' }]);
    expect((await run(refusal, [item('a')])).results).toMatchObject([{ status: 'unknown' }]);
  });

  it('makes two items of one identity one, also when both are under way at once', async () => {
    const { results, texts } = await run(undefined, [item('a'), item('a'), item('other')], {
      identity: () => 'row',
      concurrency: 3,
    });
    expect(texts).toEqual(['a']);
    expect(results.map(({ status }) => status)).toEqual(['created', 'created', 'changed']);
    expect(results[1]).toMatchObject({ resumed: true, post: { id: 'post-1' } });
  });

  it('that cannot be written ends the run', async () => {
    const broken: Journal = {
      open: async () => ({
        find: () => undefined,
        add: async () => {
          throw new Error('disk full');
        },
        close: async () => undefined,
      }),
    };
    const { create, texts } = creator();
    const items = ['a', 'b', 'c'].map((text) => item(text));
    await expect(createMany(create, items, { ...one, journal: broken })).rejects.toThrow('disk full');
    expect(texts()).toEqual(['a']);
  });

  it('serves one run at a time, and is free again after it', async () => {
    const { create } = creator();
    let go: (() => void) | undefined;
    const held = async (params: CreatePostParams, options: RequestOptions): Promise<Post> => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return create(params, options);
    };
    const running = createMany(held, [item('a')], { journal });
    await vi.waitFor(() => expect(go).toBeDefined());
    await expect(run(undefined, [item('b')])).rejects.toThrow('in use');
    go?.();
    await running;
    await run(undefined, [item('b')]);
  });
});

describe('an abort', () => {
  it('ends the run with the reason; what has settled is in the journal', async () => {
    const journal = memoryJournal();
    const stop = new AbortController();
    const items = ['a', 'b', 'c', 'd'].map((text) => item(text));
    const { create, texts } = creator();
    const aborting = async (params: CreatePostParams, options: RequestOptions): Promise<Post> => {
      if (params.text !== 'c') return create(params, options);
      stop.abort(new Error('enough'));
      throw new APIUserAbortError('aborted', fields, 'unknown', options.signal?.reason);
    };
    const error = await createMany(aborting, items, { ...one, journal, signal: stop.signal }).catch(
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect(error).toMatchObject({
      cause: new Error('enough'),
      message: expect.stringContaining('2 of 4 items'),
    });

    const again = await createMany(create, items, { ...one, journal });
    expect(texts()).toEqual(['a', 'b', 'c', 'd']);
    expect(again.map((result) => result.status === 'created' && result.resumed)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('before the start sends nothing', async () => {
    const { create, texts } = creator();
    const run = createMany(create, [item('a')], { signal: AbortSignal.abort('no') });
    await expect(run).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'no', outcome: 'not-sent' });
    expect(texts()).toEqual([]);
  });
});

describe('progress', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  async function progressOf(
    count: number,
    options: CreateManyOptions = {},
    paced = true,
  ): Promise<BulkProgress[]> {
    const seen: BulkProgress[] = [];
    const { create } = creator((text) => (text === '1' ? refusal() : undefined));
    const items = Array.from({ length: count }, (_, n) => item(`${n}`));
    await createMany(
      create,
      items,
      { ...one, ...options, onProgress: (progress) => seen.push(progress) },
      { paced },
    );
    return seen;
  }

  it('counts what has settled', async () => {
    const seen = await progressOf(3);
    expect(seen.map(({ done, total, created, failed }) => [done, total, created, failed])).toEqual([
      [1, 3, 1, 0],
      [2, 3, 1, 1],
      [3, 3, 2, 1],
    ]);
    expect(seen.at(-1)?.etaMs).toBe(0);
  });

  it('knows the limits: ten a minute, and 120 an hour', async () => {
    const short = await progressOf(25);
    expect(short[0]?.etaMs).toBe(2 * 60_060);
    const long = await progressOf(250);
    expect(long[0]?.etaMs).toBe(2 * 3_603_600);
  });

  it('leaves the limits out for a client that is not paced', async () => {
    expect((await progressOf(250, {}, false))[0]?.etaMs).toBe(0);
  });

  it('may break without breaking the run', async () => {
    const broken = (): void => {
      throw new Error('a broken progress bar');
    };
    // An unhandled rejection would fail the test run.
    const brokenLater = async (): Promise<void> => broken();
    for (const onProgress of [broken, brokenLater]) {
      expect(await createMany(creator().create, [item('a')], { onProgress })).toMatchObject([
        { status: 'created' },
      ]);
    }
  });
});
