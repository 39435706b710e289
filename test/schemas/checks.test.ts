import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InvalidRequestError, type SocialPublishing } from '../../src/index.ts';
import { draft, failureOf, json, page, testClient } from '../support/fixtures.ts';
import { type CheckRow, emoji, enumerations, lengths, numbers } from './check-rows.ts';
import { media, now, schedules, urlRows } from './post-rows.ts';
import { shapes } from './shape-rows.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A client whose requests are kept, their bodies parsed, and answered well. */
function recording(): { client: SocialPublishing; bodies: unknown[] } {
  const bodies: unknown[] = [];
  const client = testClient({
    responseValidation: 'off',
    fetch: async (request) => {
      const text = await request.text();
      bodies.push(text === '' ? undefined : JSON.parse(text));
      return request.method === 'GET' ? page([]) : json({ data: { deleted: true }, requestId: 'req_1' });
    },
  });
  return { client, bodies };
}

const shown = (value: unknown) => (JSON.stringify(value) ?? String(value)).slice(0, 80);

const groups: Readonly<Record<string, readonly CheckRow[]>> = {
  lengths,
  numbers,
  enumerations,
  shapes,
  schedules,
  URLs: urlRows,
  media,
};

describe.each(Object.entries(groups))('local checks of %s', (_group, rows) => {
  it.each(rows)('$rule', async ({ call, good, bad }) => {
    expect(good.length + bad.length).toBeGreaterThan(0);
    for (const value of good) {
      const { client, bodies } = recording();
      await expect(Promise.resolve(call(client, value as never)), shown(value)).resolves.toBeDefined(); // a row's own value
      expect(bodies, shown(value)).toHaveLength(1);
    }
    for (const [value, ...issues] of bad) {
      const { client, bodies } = recording();
      const error = await failureOf(call(client, value as never)); // a row's own value
      expect(error, shown(value)).toBeInstanceOf(InvalidRequestError);
      const refused = error as InvalidRequestError; // shown above
      expect(refused.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual(issues);
      expect(refused.outcome).toBe('not-sent');
      expect(bodies, shown(value)).toEqual([]);
    }
  });
});

describe('a refusal', () => {
  it('names everything that is wrong at once, in its message too', async () => {
    const { client, bodies } = recording();
    const error = await failureOf(
      client.posts.create(
        {
          mode: 'scheduled',
          socialSetId: 7,
          text: 'see https://x.example',
          publishTargets: [
            { socialAccountId: 'acc_1', platform: 'X', textOverride: 'www.example.com' },
            { socialAccountId: 'acc_2', platform: 'threads' },
          ],
          mediaRefs: ['b/a.gif'],
          mediaMetadata: [{ altText: emoji(1001) }, {}],
        } as never, // wrong on purpose
        { idempotencyKey: '' },
      ),
    );
    expect(error).toBeInstanceOf(InvalidRequestError);
    const { issues, message } = error as InvalidRequestError; // shown above
    expect(issues.map(({ path }) => path).sort()).toEqual([
      'idempotencyKey',
      'mediaMetadata',
      'mediaMetadata[0].altText',
      'mediaRefs',
      'publishTargets[0].platform',
      'publishTargets[0].textOverride',
      'scheduledAt',
      'socialSetId',
      'text',
    ]);
    for (const issue of issues) expect(message).toContain(`${issue.path} ${issue.message}`);
    expect(message).toMatch(/^posts\.create: .*\. Nothing was sent\.$/s);
    expect(bodies).toEqual([]);
  });

  it('does not repeat a long text of the caller', async () => {
    const { client } = recording();
    const text = 'private'.repeat(1000);
    const error = await failureOf(client.ideas.create({ socialSetId: 's', content: text }));
    expect(String(error)).not.toContain('privateprivateprivate');
  });
});

describe('what passes the checks', () => {
  it.each([
    ['an offset', '2026-12-01T09:00:00+01:00', '2026-12-01T08:00:00.000Z'],
    ['a negative offset', '2026-12-01T20:30-05:30', '2026-12-02T02:00:00.000Z'],
    ['UTC', '2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
    ['a Date', new Date('2026-12-01T09:00:00.5Z'), '2026-12-01T09:00:00.500Z'],
    ['a Temporal.Instant', { epochMilliseconds: 1_796_115_600_000 }, '2026-12-01T09:00:00.000Z'],
  ])('goes out as UTC: %s', async (_name, scheduledAt, wire) => {
    const { client, bodies } = recording();
    await client.posts.create({ ...draft, mode: 'scheduled', scheduledAt });
    await client.posts.update('post_1', { scheduledAt });
    expect(bodies).toEqual([{ ...draft, mode: 'scheduled', scheduledAt: wire }, { scheduledAt: wire }]);
  });

  it('keeps fields that the document does not name, in targets and metadata too', async () => {
    const { client, bodies } = recording();
    const params = {
      ...draft,
      newField: { deep: [1, null] },
      mediaRefs: ['b/0.png'],
      mediaMetadata: [{ altText: 'a', focus: [0, 1] }],
      publishTargets: [{ socialAccountId: 'a', platform: 'x' as const, replyTo: '1' }],
    };
    await client.posts.create(params);
    expect(bodies).toEqual([params]);
  });

  it('sends null as null, and neither what is absent nor what is undefined', async () => {
    const { client, bodies } = recording();
    await client.ideas.update('i', { title: null, folderId: undefined, themeColor: null });
    await client.ideas.update('i', { isPinned: false });
    await client.ideas.update('i', { mediaAssetIds: [] });
    await client.posts.update('p', { scheduledAt: null, status: undefined });
    await client.folders.update('f', { order: 0, color: undefined });
    expect(bodies).toEqual([
      { title: null, themeColor: null },
      { isPinned: false },
      { mediaAssetIds: [] },
      { scheduledAt: null },
      { order: 0 },
    ]);
  });

  it('adds no default of its own', async () => {
    const { client, bodies } = recording();
    await client.posts.create(draft);
    await client.ideas.create({ socialSetId: 's', content: 'c' });
    await client.folders.create({ socialSetId: 's', name: 'n' });
    expect(bodies).toEqual([draft, { socialSetId: 's', content: 'c' }, { socialSetId: 's', name: 'n' }]);
  });
});
