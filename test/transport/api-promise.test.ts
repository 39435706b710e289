import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiPromise } from '../../src/index.ts';
import { failureOf, json, postEnvelope, testClient } from '../support/fixtures.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';

const refused = () => scriptedFetch(json({}, { status: 404 })).fetch;

/** Rejections that nobody has handled by the end of the test's next turns. */
function unhandledRejections(): { readonly settled: () => Promise<unknown[]> } {
  const reasons: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => reasons.push(reason));
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  });
  return {
    settled: async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      return reasons;
    },
  };
}

describe('the result of a call', () => {
  it('is a real promise', async () => {
    const { fetch } = scriptedFetch(json(postEnvelope));
    const call = testClient({ fetch }).posts.get('a');
    expect(call).toBeInstanceOf(Promise);
    expect(call).toBeInstanceOf(ApiPromise);
    expect(Object.prototype.toString.call(call)).toBe('[object Promise]');
    const finished = vi.fn();
    const chained = call.then(({ id }) => id).finally(finished);
    expect(await chained).toBe('post_1');
    expect(finished).toHaveBeenCalledOnce();
    // What comes of it has no answer of its own to show.
    expect(chained).not.toBeInstanceOf(ApiPromise);
    expect(await Promise.all([call, call])).toHaveLength(2);
    await expect(Promise.race([call])).resolves.toMatchObject({ id: 'post_1' });
  });

  it('starts at once, whether anyone waits for it or not', async () => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    testClient({ fetch }).posts.get('a');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
  });

  it('is one call, however often it is used', async () => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const call = testClient({ fetch }).posts.get('a');
    await Promise.all([call, call.withResponse(), call.withResponse(), call.then()]);
    expect(requests).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('that nobody waits for is one unhandled rejection, like any other', async () => {
    const unhandled = unhandledRejections();
    testClient({ fetch: refused() }).posts.get('a');
    await vi.waitFor(async () => expect(await unhandled.settled()).toHaveLength(1));
    expect(await unhandled.settled()).toMatchObject([{ name: 'NotFoundError' }]);
  });

  it('that a local check finds is one too', async () => {
    const unhandled = unhandledRejections();
    testClient().posts.get('');
    await vi.waitFor(async () =>
      expect(await unhandled.settled()).toMatchObject([{ name: 'InvalidRequestError' }]),
    );
  });

  it.each<[string, (client: ReturnType<typeof testClient>) => Promise<unknown>]>([
    ['await', (client) => client.posts.get('a')],
    ['withResponse() alone', (client) => client.posts.get('a').withResponse()],
    ['catch', (client) => client.posts.get('a').catch((error: unknown) => Promise.reject(error))],
    ['Promise.all', (client) => Promise.all([client.posts.get('a'), client.me.get()])],
    ['an awaited list', async (client) => client.posts.list()],
    [
      'a walk over a list',
      async (client) => {
        for await (const _post of client.posts.list());
      },
    ],
    ['toArray', (client) => client.posts.list().toArray({ max: 5 })],
    ['finally of a list', (client) => client.posts.list().finally(() => undefined)],
  ])('that someone waits for with %s is none', async (_how, use) => {
    const unhandled = unhandledRejections();
    const error = await failureOf(use(testClient({ fetch: refused() })));
    expect(error).toMatchObject({ name: 'NotFoundError' });
    expect(await unhandled.settled()).toEqual([]);
  });

  it('is the same error for all who wait', async () => {
    const call = testClient({ fetch: refused() }).posts.get('a');
    const [one, two] = await Promise.all([failureOf(call), failureOf(call.withResponse())]);
    expect(one).toBe(two);
  });

  it('of a list that nobody uses does not happen', async () => {
    const unhandled = unhandledRejections();
    const { fetch, requests } = scriptedFetch(json({}, { status: 404 }));
    testClient({ fetch }).posts.list();
    testClient({ fetch }).posts.list({ limit: 0 });
    expect(await unhandled.settled()).toEqual([]);
    expect(requests).toHaveLength(0);
  });
});
