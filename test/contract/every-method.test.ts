import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NotFoundError, SocialPublishing } from '../../src/index.ts';
import { operations } from '../../src/operations/index.ts';
import { type SandboxServer, startSandboxServer } from '../../src/sandbox/server.ts';

/** The client against the sandbox over real HTTP: every method, answers held to their schemas. */
let server: SandboxServer;
let client: SocialPublishing;
const warnings: unknown[] = [];

beforeAll(async () => {
  server = await startSandboxServer({ rateLimits: false });
  client = new SocialPublishing({
    apiKey: server.apiKey,
    baseUrl: server.baseUrl,
    pacing: false,
    responseValidation: 'strict',
    logger: { ...console, warn: (...line: unknown[]) => void warnings.push(line) },
  });
});

afterAll(async () => {
  await server.close();
});

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

const covered = new Set<string>();

/** What the sandbox saw since the last look, as rows of the table. */
function called(): string[] {
  const names = server.sandbox.requests.map(({ method, path }) => {
    const row = operations.find(
      (candidate) =>
        candidate.method === method && new RegExp(`^${candidate.path.replace('{id}', '[^/]+')}$`).test(path),
    );
    return row?.id ?? `${method} ${path}`;
  });
  for (const name of names) covered.add(name);
  return names;
}

describe('the client and the sandbox, over HTTP', () => {
  test('posts: create, list, get, update, cancel, publish, delete', async () => {
    const [set] = server.sandbox.socialSets;
    const account = set?.accounts.find(({ platform }) => platform === 'x');
    if (!set || !account) throw new Error('the sandbox starts with an x account');
    const params = {
      socialSetId: set.id,
      publishTargets: [{ socialAccountId: account.id, platform: 'x' as const }],
      text: 'Hello',
    };
    const draft = await client.posts.create({ ...params, mode: 'draft' });
    expect(draft).toMatchObject({ status: 'draft_unscheduled', title: 'API Post', scheduledAt: null });

    const scheduledAt = new Date(Date.now() + 3_600_000);
    const scheduled = await client.posts.create({ ...params, mode: 'scheduled', scheduledAt }).withResponse();
    expect(scheduled.status).toBe(201);
    expect(scheduled.data).toMatchObject({ status: 'scheduled', scheduledAt: scheduledAt.toISOString() });

    const now = await client.posts.create({ ...params, mode: 'publish_now' }).withResponse();
    expect(now.status).toBe(202);
    await server.sandbox.advance(60_000);
    expect(await client.posts.waitUntilSettled(now.data.id)).toMatchObject({ status: 'pushed' });

    expect(await client.posts.update(draft.id, { title: 'Mine', text: 'Hi' })).toMatchObject({
      title: 'Mine',
      text: 'Hi',
    });
    expect(await client.posts.get(draft.id)).toMatchObject({ title: 'Mine' });
    expect(await client.posts.cancel(scheduled.data.id)).toMatchObject({
      status: 'canceled',
      scheduledAt: null,
    });
    expect(await client.posts.publish(draft.id)).toMatchObject({ id: draft.id });
    const listed = await client.posts.list({ status: 'canceled', socialSetId: set.id });
    expect(listed.data.map(({ id }) => id)).toEqual([scheduled.data.id]);
    expect(await client.posts.delete(scheduled.data.id)).toEqual({ deleted: true });
    await expect(client.posts.get(scheduled.data.id)).rejects.toBeInstanceOf(NotFoundError);
    called();
  });

  test('ideas and folders: create, list, get, update, convert, delete', async () => {
    const socialSetId = server.sandbox.socialSets[0]?.id ?? '';
    const folder = await client.folders.create({ socialSetId, name: 'Spring' });
    expect(folder).toMatchObject({ color: 'blue', isPinned: false });
    expect(await client.folders.get(folder.id)).toEqual(folder);
    expect(await client.folders.update(folder.id, { color: 'lime', order: 3 })).toMatchObject({ order: 3 });
    expect((await client.folders.list()).data.map(({ id }) => id)).toContain(folder.id);

    const idea = await client.ideas.create({
      socialSetId,
      content: 'A cat',
      folderId: folder.id,
      title: 'Cat',
    });
    expect(idea).toMatchObject({ folderId: folder.id, title: 'Cat', themeColor: null });
    expect(await client.ideas.update(idea.id, { title: null, themeColor: 'green' })).toMatchObject({
      title: null,
      themeColor: 'green',
      content: 'A cat',
    });
    const post = await client.ideas.convertToPost(idea.id);
    expect(post).toMatchObject({ status: 'draft_unscheduled', sourceIdeaId: idea.id });
    expect((await client.posts.list({ sourceIdeaId: idea.id })).data).toHaveLength(1);
    expect(await client.folders.delete(folder.id, { mode: 'folder-only' })).toEqual({ deleted: true });
    expect(await client.ideas.get(idea.id)).toMatchObject({ folderId: null });
    expect((await client.ideas.list()).data).toHaveLength(1);
    expect(await client.ideas.delete(idea.id)).toEqual({ deleted: true });
    called();
  });

  test('media: upload in one call, list, delete', async () => {
    const socialSetId = server.sandbox.socialSets[0]?.id ?? '';
    const asset = await client.mediaAssets.upload({ socialSetId, file: png, altText: 'One pixel' });
    expect(asset).toMatchObject({ mediaType: 'image', mimeType: 'image/png', sizeBytes: png.length });
    expect((await client.mediaAssets.list()).data).toEqual([asset]);
    expect(server.sandbox.uploads).toHaveLength(1);
    expect(await client.mediaAssets.delete(asset.id)).toEqual({ deleted: true });
    called();
  });

  test('the key, usage and the four lists', async () => {
    const me = await client.me.get();
    expect(server.apiKey.endsWith(me.apiKey.lastFour)).toBe(true);
    expect((await client.usage.get()).usage.ideas.limit).toBeNull();
    for (const list of [client.accounts, client.platforms, client.socialSets, client.workspaces]) {
      const items = await list.list({ limit: 1 }).toArray({ max: 100 });
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(item.id).toEqual(expect.any(String));
    }
    called();
  });

  test('every row of the operations table was called, and nothing that is no row', () => {
    expect([...covered].sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  test('no answer broke its schema', () => {
    expect(warnings).toEqual([]);
  });
});
