import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, InvalidRequestError, NotFoundError, Page, PaginationError } from '../../src/index.ts';
import { warmUp } from '../support/clock.ts';
import { failureOf, json, page, testClient } from '../support/fixtures.ts';
import { type FetchStep, hangUntilAborted, scriptedFetch } from '../support/scripted-fetch.ts';

beforeAll(warmUp);

const threePages = [page(['a', 'b'], 'c1'), page(['c', 'd'], 'c2'), page(['e'], null)];

function accounts(...steps: readonly FetchStep[]) {
  const { fetch, requests } = scriptedFetch(...steps);
  return {
    client: testClient({ fetch, maxRetries: 0 }),
    requests,
    cursors: () => requests.map(({ url }) => new URL(url).searchParams.get('cursor')),
  };
}

/** Lets everything happen that waits for nothing. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

const ids = (records: readonly Account[]) => records.map(({ id }) => id);

async function walk(list: AsyncIterable<Account>): Promise<string[]> {
  const seen: string[] = [];
  for await (const { id } of list) seen.push(id);
  return seen;
}

describe('a list', () => {
  it('sends nothing until it is used', async () => {
    const { client, requests } = accounts(...threePages);
    const list = client.accounts.list();
    list.pages();
    list[Symbol.asyncIterator]();
    await settle();
    expect(requests).toHaveLength(0);
    await list;
    expect(requests).toHaveLength(1);
  });

  it('awaited is its first page, asked for once', async () => {
    const { client, requests } = accounts(...threePages);
    const list = client.accounts.list();
    const first = await list;
    expect(first).toBeInstanceOf(Page);
    expect(first).toMatchObject({ nextCursor: 'c1', requestId: 'req_a' });
    expect([ids(first.data), first.hasNextPage()]).toEqual([['a', 'b'], true]);
    expect(await list).toBe(first);
    expect(await list.then((same) => same)).toBe(first);
    await settle();
    expect(requests).toHaveLength(1);
  });

  it('is a promise to those who look', async () => {
    const { client } = accounts(...threePages);
    const list = client.accounts.list();
    expect(String(list)).toBe('[object PagePromise]');
    const finished = vi.fn();
    const [first] = await Promise.all([list.finally(finished)]);
    expect([ids(first.data), finished.mock.calls.length]).toEqual([['a', 'b'], 1]);
    const { client: refused } = accounts(json({}, { status: 404 }));
    expect(await refused.accounts.list().catch(() => 'caught')).toBe('caught');
  });

  it('walked gives every item of every page, in order', async () => {
    const { client, cursors } = accounts(...threePages);
    expect(await walk(client.accounts.list())).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(cursors()).toEqual([null, 'c1', 'c2']);
  });

  it('walked by pages gives the pages', async () => {
    const { client } = accounts(...threePages);
    const seen: string[][] = [];
    for await (const { data } of client.accounts.list().pages()) seen.push(ids(data));
    expect(seen).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('can be walked twice, by two at once too', async () => {
    const byCursor: FetchStep = (request) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      return cursor === null ? page(['a'], 'c1') : cursor === 'c1' ? page(['b'], 'c2') : page(['c']);
    };
    const { client } = accounts(byCursor);
    const list = client.accounts.list();
    expect(await Promise.all([walk(list), walk(list)])).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(await walk(list)).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['null', page(['a'], null)],
    ['absent', page(['a'])],
    ['empty', page(['a'], '')],
    ['in a pagination that is null', json({ data: [{ id: 'a' }], pagination: null })],
  ])('whose cursor is %s is finished', async (_what, answer) => {
    const { client, requests } = accounts(answer, page(['never']));
    const first = await client.accounts.list();
    expect([first.hasNextPage(), first.nextCursor]).toEqual([false, null]);
    expect(await walk(client.accounts.list())).toEqual(['never']);
    expect(requests).toHaveLength(2);
  });

  it('goes on through an empty page that has a cursor', async () => {
    const { client } = accounts(page([], 'c1'), page([], 'c2'), page(['a'], 'c3'), page([]));
    expect(await walk(client.accounts.list())).toEqual(['a']);
  });

  it('repeats filters, headers and query on every page', async () => {
    const { client, requests } = accounts(...threePages);
    const options = { query: { search: 'x y' }, headers: { 'x-tenant': 't' } };
    await walk(client.accounts.list({ limit: 2 }, options));
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=2&search=x+y',
      '?limit=2&search=x+y&cursor=c1',
      '?limit=2&search=x+y&cursor=c2',
    ]);
    expect(requests.map(({ headers }) => headers.get('x-tenant'))).toEqual(['t', 't', 't']);
  });

  it.each([
    ['in the params', { cursor: 'c0' }, {}],
    ['in the query option', {}, { query: { cursor: 'c0' } }],
  ])('goes on from a cursor %s', async (_where, query, options) => {
    const { client, cursors } = accounts(...threePages);
    await walk(client.accounts.list(query, options));
    expect(cursors()).toEqual(['c0', 'c1', 'c2']);
  });

  it('keeps its filters when the caller uses the object again', async () => {
    const { client, requests } = accounts(...threePages);
    const query = { limit: 2 };
    const options = { query: { search: 'a' } };
    const list = client.accounts.list(query, options);
    query.limit = 99;
    options.query.search = 'b';
    await walk(list);
    expect(requests.map(({ url }) => new URL(url).search.slice(0, 17))).toEqual(
      Array(3).fill('?limit=2&search=a'),
    );
  });

  it('with wrong params fails when it is used, and sends nothing', async () => {
    const { client, requests } = accounts(...threePages);
    expect(await failureOf(client.accounts.list({ limit: 101 }))).toBeInstanceOf(InvalidRequestError);
    expect(requests).toHaveLength(0);
  });
});

describe('the page ahead', () => {
  it('is on its way while the caller works on one, never more than one', async () => {
    const { client, requests } = accounts(...threePages);
    const pages = client.accounts.list().pages();
    await pages.next();
    await settle();
    expect(requests).toHaveLength(2);
    await pages.next();
    await settle();
    expect(requests).toHaveLength(3);
    await pages.next();
    expect(await pages.next()).toEqual({ done: true, value: undefined });
    expect(requests).toHaveLength(3);
  });

  it('is called off when the loop is left early', async () => {
    let ahead: Request | undefined;
    const { client, requests } = accounts(threePages[0] ?? page([]), (request) => {
      ahead = request;
      return hangUntilAborted(request);
    });
    for await (const { id } of client.accounts.list()) {
      expect(id).toBe('a');
      await settle();
      break;
    }
    expect(ahead?.signal.aborted).toBe(true);
    await settle();
    expect(requests).toHaveLength(2);
  });

  it('is called off when the loop throws, and by return()', async () => {
    const signals: AbortSignal[] = [];
    const steps: FetchStep[] = [
      threePages[0] ?? page([]),
      (request) => {
        signals.push(request.signal);
        return hangUntilAborted(request);
      },
    ];
    const thrower = async () => {
      for await (const _account of accounts(...steps).client.accounts.list()) {
        await settle();
        throw new Error('mine');
      }
    };
    expect(await failureOf(thrower())).toHaveProperty('message', 'mine');
    const pages = accounts(...steps)
      .client.accounts.list()
      .pages();
    await pages.next();
    await settle();
    await pages.return();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('that fails says so when its turn comes, not before, and as no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { client } = accounts(threePages[0] ?? page([]), json({}, { status: 404 }));
    const seen: string[] = [];
    const walked = async () => {
      for await (const { id } of client.accounts.list()) {
        await settle();
        seen.push(id);
      }
    };
    expect(await failureOf(walked())).toBeInstanceOf(NotFoundError);
    expect(seen).toEqual(['a', 'b']);
    // And if the caller leaves before its turn, nobody hears of it.
    for await (const _account of accounts(
      threePages[0] ?? page([]),
      json({}, { status: 404 }),
    ).client.accounts.list()) {
      await settle();
      break;
    }
    await settle();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('a cursor that comes back', () => {
  const loop = () => accounts(page(['a'], 'c1'), page(['b'], 'c2'), page(['c'], 'c1'), page(['never']));

  it('ends a walk with PaginationError, after the pages that are good', async () => {
    const { client, requests } = loop();
    const seen: string[] = [];
    const error = await failureOf(
      (async () => {
        for await (const { id } of client.accounts.list()) seen.push(id);
      })(),
    );
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({ cursor: 'c1' });
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(requests).toHaveLength(3);
  });

  it('at once, as the very next one, does too', async () => {
    const { client, requests } = accounts(page(['a'], 'c1'), page(['b'], 'c1'), page(['never']));
    expect(await failureOf(walk(client.accounts.list()))).toBeInstanceOf(PaginationError);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['in the params', { cursor: 'c0' }, {}],
    ['in the query option', {}, { query: { cursor: 'c0' } }],
  ])('and is the one that the caller began with (%s) does too', async (_where, query, options) => {
    const { client, requests } = accounts(page(['a'], 'c0'), page(['never']));
    expect(await failureOf(walk(client.accounts.list(query, options)))).toMatchObject({ cursor: 'c0' });
    expect(requests).toHaveLength(1);
  });

  it('ends toArray and getNextPage too', async () => {
    expect(await failureOf(loop().client.accounts.list().toArray({ max: 99 }))).toBeInstanceOf(
      PaginationError,
    );
    const third = await (await (await loop().client.accounts.list()).getNextPage()).getNextPage();
    expect(await failureOf(third.getNextPage())).toBeInstanceOf(PaginationError);
  });
});

describe('getNextPage', () => {
  it('gives the page after, as often as it is asked', async () => {
    const { client, cursors } = accounts(
      page(['a'], 'c1'),
      page(['b'], 'c2'),
      page(['b'], 'c2'),
      page(['c']),
    );
    const first = await client.accounts.list();
    const [one, two] = [await first.getNextPage(), await first.getNextPage()];
    expect([ids(one.data), ids(two.data)]).toEqual([['b'], ['b']]);
    expect(ids((await two.getNextPage()).data)).toEqual(['c']);
    expect(cursors()).toEqual([null, 'c1', 'c1', 'c2']);
  });

  it('can be asked again after a failure', async () => {
    const { client } = accounts(page(['a'], 'c1'), json({}, { status: 500 }), page(['b']));
    const first = await client.accounts.list();
    await failureOf(first.getNextPage());
    expect(ids((await first.getNextPage()).data)).toEqual(['b']);
  });

  it('rejects on the last page', async () => {
    const { client, requests } = accounts(page(['a']));
    const error = await failureOf((await client.accounts.list()).getNextPage());
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({ cursor: undefined, message: expect.stringContaining('hasNextPage()') });
    expect(requests).toHaveLength(1);
  });
});

describe('toArray', () => {
  it.each([
    [1, ['a'], 1],
    [2, ['a', 'b'], 1],
    [3, ['a', 'b', 'c'], 2],
    [5, ['a', 'b', 'c', 'd', 'e'], 3],
    [99, ['a', 'b', 'c', 'd', 'e'], 3],
    [Number.POSITIVE_INFINITY, ['a', 'b', 'c', 'd', 'e'], 3],
  ])('collects %d at most, and asks for no page that it does not need', async (max, expected, asked) => {
    const { client, requests } = accounts(...threePages);
    expect(ids(await client.accounts.list().toArray({ max }))).toEqual(expected);
    await settle();
    expect(requests).toHaveLength(asked);
  });

  it.each([undefined, {}, { max: 0 }, { max: -1 }, { max: 1.5 }, { max: Number.NaN }, { max: '5' }])(
    'wants its max: %j is refused',
    async (options) => {
      const { client, requests } = accounts(...threePages);
      const wrong = options as { max: number }; // what JavaScript lets through
      const error = await failureOf(client.accounts.list().toArray(wrong));
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error).toMatchObject({ issues: [{ path: 'max' }] });
      expect(requests).toHaveLength(0);
    },
  );
});

describe("the caller's signal", () => {
  it('ends a walk at the page that is not there yet', async () => {
    const controller = new AbortController();
    const { client } = accounts(threePages[0] ?? page([]), hangUntilAborted);
    const seen: string[] = [];
    const walked = async () => {
      for await (const { id } of client.accounts.list({}, { signal: controller.signal })) {
        seen.push(id);
        if (id === 'b') setTimeout(() => controller.abort('enough'), 5);
      }
    };
    expect(await failureOf(walked())).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' });
    expect(seen).toEqual(['a', 'b']);
  });

  it.each<
    [string, (list: ReturnType<ReturnType<typeof testClient>['accounts']['list']>) => Promise<unknown>]
  >([
    ['the first page', async (list) => list],
    ['toArray', (list) => list.toArray({ max: 9 })],
    ['getNextPage', async (list) => (await list).getNextPage()],
  ])('ends %s', async (what, use) => {
    const controller = new AbortController();
    const first = what === 'the first page' ? hangUntilAborted : page(['a'], 'c1');
    const { client } = accounts(first, hangUntilAborted);
    const failed = failureOf(use(client.accounts.list({}, { signal: controller.signal })));
    await settle();
    controller.abort('enough');
    expect(await failed).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' });
  });
});
