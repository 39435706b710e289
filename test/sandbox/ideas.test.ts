import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { later, raw, start, upload } from './raw.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers();
  sandbox = createSandbox({ now: start, rateLimits: false });
  return () => vi.useRealTimers();
});

const send = (method: string, path: string, body?: unknown) => raw(sandbox, method, path, body);
const create = async (fields: object = {}): Promise<string> =>
  (await send('POST', '/ideas', { socialSetId: 'set_1', content: 'A thought', ...fields })).body.data.id;
const get = async (id: string) => (await send('GET', `/ideas/${id}`)).body.data;
const folderIn = async (socialSetId: string): Promise<string> =>
  (await send('POST', '/folders', { socialSetId, name: 'F' })).body.data.id;

async function uploads(count: number, mimeType: string): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await upload(sandbox, mimeType)).id);
  return ids;
}

describe('POST /ideas', () => {
  test('answers 201 with the idea, its defaults, and no media list', async () => {
    const { id } = await upload(sandbox);
    const answer = await send('POST', '/ideas', { socialSetId: 'set_1', content: 'C', mediaAssetIds: [id] });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      workspaceId: 'ws_1',
      socialSetId: 'set_1',
      folderId: null,
      title: null,
      content: 'C',
      isPinned: false,
      themeColor: null,
      archivedAt: null,
      createdAt: start,
      updatedAt: start,
    });
  });

  test('keeps title, folder and pin', async () => {
    const folderId = await folderIn('set_1');
    expect(await get(await create({ title: 'T', folderId, isPinned: true }))).toMatchObject({
      title: 'T',
      folderId,
      isPinned: true,
    });
  });

  test('takes as many characters as the document says, counted as people do', async () => {
    const status = async (fields: object) =>
      (await send('POST', '/ideas', { socialSetId: 'set_1', content: 'x', ...fields })).status;
    expect(await status({ content: '😀'.repeat(5000) })).toBe(201);
    expect(await status({ content: 'x'.repeat(5001) })).toBe(422);
    expect(await status({ title: 'x'.repeat(160) })).toBe(201);
    expect(await status({ title: 'x'.repeat(161) })).toBe(422);
  });

  test('takes at most ten images and four GIFs', async () => {
    const images = await uploads(11, 'image/png');
    const gifs = await uploads(5, 'image/gif');
    const status = async (mediaAssetIds: string[]) =>
      (await send('POST', '/ideas', { socialSetId: 'set_1', content: 'x', mediaAssetIds })).status;
    expect(await status([...images.slice(0, 10), ...gifs.slice(0, 4)])).toBe(201);
    expect(await status(images)).toBe(422);
    expect(await status(gifs)).toBe(422);
  });

  test('media of another Social Set, or none at all, are refused with 422', async () => {
    const { id } = await upload(sandbox, 'image/png', { socialSetId: 'set_2' });
    for (const mediaAssetIds of [[id], ['asset_99']]) {
      const answer = await send('POST', '/ideas', { socialSetId: 'set_1', content: 'x', mediaAssetIds });
      expect(answer.status).toBe(422);
      expect(answer.body.error.issues[0].path).toBe('mediaAssetIds[0]');
    }
  });

  test('an unknown folder or Social Set answers 404, a folder of another Social Set 422', async () => {
    const status = async (fields: object) =>
      (await send('POST', '/ideas', { socialSetId: 'set_1', content: 'x', ...fields })).status;
    expect(await status({ folderId: 'folder_99' })).toBe(404);
    expect(await status({ socialSetId: 'set_99' })).toBe(404);
    expect(await status({ folderId: await folderIn('set_2') })).toBe(422);
  });
});

describe('PATCH /ideas/{id}', () => {
  test('changes what is named, and null removes title, folder and color', async () => {
    const folderId = await folderIn('set_1');
    const id = await create({ title: 'T', folderId });
    await sandbox.advance(1000);
    const set = await send('PATCH', `/ideas/${id}`, { content: 'D', themeColor: 'amber', isPinned: true });
    expect(set.status).toBe(200);
    expect(set.body.data).toMatchObject({
      title: 'T',
      folderId,
      content: 'D',
      themeColor: 'amber',
      isPinned: true,
      updatedAt: later(1000),
    });
    const unset = await send('PATCH', `/ideas/${id}`, { title: null, folderId: null, themeColor: null });
    expect(unset.body.data).toMatchObject({ title: null, folderId: null, themeColor: null, content: 'D' });
  });

  test.each([
    ['a color of folders', { themeColor: 'lime' }],
    ['a long title', { title: 'x'.repeat(161) }],
    ['a long content', { content: 'x'.repeat(5001) }],
    ['content null', { content: null }],
    ['no field', {}],
  ])('%s is refused with 422', async (_, body) => {
    expect((await send('PATCH', `/ideas/${await create()}`, body)).status).toBe(422);
  });

  test('an unknown idea or folder answers 404', async () => {
    expect((await send('PATCH', '/ideas/idea_99', { content: 'x' })).status).toBe(404);
    expect((await send('PATCH', `/ideas/${await create()}`, { folderId: 'folder_99' })).status).toBe(404);
  });
});

describe('POST /ideas/{id}/convert-to-post', () => {
  test('answers 201 with an unscheduled draft that names the idea, and keeps the idea', async () => {
    const { id: assetId, ref } = await upload(sandbox, 'image/png', { altText: 'A photo' });
    const id = await create({ title: 'T', mediaAssetIds: [assetId] });
    const answer = await send('POST', `/ideas/${id}/convert-to-post`);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      status: 'draft_unscheduled',
      scheduledAt: null,
      sourceIdeaId: id,
      socialSetId: 'set_1',
      text: 'A thought',
      title: 'T',
      mediaRefs: [ref],
      mediaMetadata: [{ altText: 'A photo' }],
    });
    expect((await send('GET', `/ideas/${id}`)).status).toBe(200);
  });

  test('takes other media when they are given', async () => {
    const [first, second] = [await upload(sandbox), await upload(sandbox)];
    const id = await create({ mediaAssetIds: [first.id] });
    const other = await send('POST', `/ideas/${id}/convert-to-post`, { mediaAssetIds: [second.id] });
    expect(other.body.data.mediaRefs).toEqual([second.ref]);
    const none = await send('POST', `/ideas/${id}/convert-to-post`, { mediaAssetIds: [] });
    expect(none.body.data.mediaRefs).toEqual([]);
  });

  test('sourceIdeaId is preserved when the post changes and when the idea goes', async () => {
    const id = await create();
    const { id: postId } = (await send('POST', `/ideas/${id}/convert-to-post`)).body.data;
    await send('PATCH', `/posts/${postId}`, { text: 'Other' });
    await send('DELETE', `/ideas/${id}`);
    expect((await send('GET', `/posts/${postId}`)).body.data.sourceIdeaId).toBe(id);
  });

  test('a post that was not converted carries no sourceIdeaId', async () => {
    const body = { socialSetId: 'set_1', publishTargets: [{ socialAccountId: 'acc_x_1', platform: 'x' }] };
    const answer = await send('POST', '/posts', { ...body, text: 'x', mode: 'draft' });
    expect(answer.body.data).not.toHaveProperty('sourceIdeaId');
  });

  test('an unknown idea answers 404', async () => {
    expect((await send('POST', '/ideas/idea_99/convert-to-post')).status).toBe(404);
  });
});

describe('The other idea endpoints', () => {
  test('the list holds them, newest first', async () => {
    const ids = [await create(), await create()];
    const { data } = (await send('GET', '/ideas')).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual(ids.reverse());
  });

  test('a deleted idea is gone', async () => {
    const id = await create();
    expect((await send('DELETE', `/ideas/${id}`)).body.data).toEqual({ deleted: true });
    expect((await send('GET', `/ideas/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/ideas/${id}`)).status).toBe(404);
  });
});
