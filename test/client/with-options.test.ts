import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ClientOptions, Pacer } from '../../src/index.ts';
import { failureOf, json, postEnvelope, testClient } from '../support/fixtures.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';

afterEach(() => vi.unstubAllEnvs());

const meReadPerMinute = 60;

/** How many of two more calls can go out at once, after the first client has used all but one turn. */
async function turnsLeft(change: (used: ReturnType<typeof testClient>) => ReturnType<typeof testClient>) {
  const { fetch } = scriptedFetch(() => json({ data: {} }));
  const options = { fetch, pacing: 'auto', maxPacingWait: 0, responseValidation: 'off' } as const;
  const client = testClient(options);
  await Promise.all(Array.from({ length: meReadPerMinute - 1 }, () => client.me.get()));
  const copy = change(client);
  const settled = await Promise.allSettled([copy.me.get(), copy.me.get()]);
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

describe('withOptions', () => {
  it.each<[string, ClientOptions, number]>([
    ['other settings', { timeout: 5 }, 1],
    ['the same key again', { apiKey: 'sk_live_0123456789abcdef' }, 1],
    ['undefined as the key', { apiKey: undefined }, 1],
    ["the same 'auto' again", { pacing: 'auto' }, 1],
    ['another key', { apiKey: 'sk_live_other' }, 2],
    ['no pacing', { pacing: false }, 2],
  ])(
    'with %s: shares the rate budget unless the key or the pacing changes',
    async (_what, options, turns) => {
      expect(await turnsLeft((client) => client.withOptions(options))).toBe(turns);
    },
  );

  it('a copy of a copy does not share it either, once the key changes', async () => {
    const chain = (client: ReturnType<typeof testClient>) =>
      client.withOptions({ timeout: 5_000 }).withOptions({ apiKey: 'sk_live_other' });
    expect(await turnsLeft(chain)).toBe(2);
    expect(
      await turnsLeft((client) => client.withOptions({ timeout: 5 }).withOptions({ maxRetries: 1 })),
    ).toBe(1);
  });

  it('keeps a pacer of theirs, and pacing: false', async () => {
    const acquire = vi.fn(async () => undefined);
    const pacing: Pacer = { acquire, observe: () => undefined };
    const { fetch } = scriptedFetch(() => json(postEnvelope));
    await testClient({ fetch, pacing }).withOptions({ timeout: 5_000 }).posts.get('a');
    expect(acquire).toHaveBeenCalledTimes(1);
    const unpaced = testClient({ fetch, pacing: false }).withOptions({ maxPacingWait: 0 });
    await Promise.all(Array.from({ length: 130 }, () => unpaced.posts.get('a')));
  });

  it('changes what is given and keeps the rest; the first client stays as it was', async () => {
    const { fetch, requests } = scriptedFetch(() => json(postEnvelope, { status: 500 }));
    const client = testClient({ fetch, maxRetries: 0, headers: { 'x-a': '1' } });
    const copy = client.withOptions({ headers: { 'x-b': '2' }, timeout: undefined });
    await failureOf(copy.posts.get('a'));
    await failureOf(client.posts.get('a'));
    expect(requests.map(({ headers }) => [headers.get('x-a'), headers.get('x-b')])).toEqual([
      [null, '2'],
      ['1', null],
    ]);
  });

  it('undefined leaves an option as it is', async () => {
    const { fetch, requests } = scriptedFetch(() => json({}, { status: 500 }));
    await failureOf(
      testClient({ fetch, maxRetries: 0 }).withOptions({ maxRetries: undefined }).posts.get('a'),
    );
    expect(requests).toHaveLength(1);
  });

  it('keeps the key and the base URL that came from the environment, though it has changed since', async () => {
    vi.stubEnv('SOCIAL_PUBLISHING_API_KEY', 'key_1');
    vi.stubEnv('SOCIAL_PUBLISHING_BASE_URL', 'https://one.test/v1');
    const { fetch, requests } = scriptedFetch(() => json(postEnvelope));
    const client = testClient({ fetch, apiKey: undefined, baseUrl: undefined });
    vi.stubEnv('SOCIAL_PUBLISHING_API_KEY', 'key_2');
    vi.stubEnv('SOCIAL_PUBLISHING_BASE_URL', 'https://two.test/v1');
    await client.withOptions({ timeout: 5_000 }).posts.get('a');
    expect(requests[0]?.url).toBe('https://one.test/v1/posts/a');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer key_1');
  });

  it('checks what it is given', () => {
    expect(() => testClient().withOptions({ timeout: -1 })).toThrow('timeout must be a positive number');
  });
});
