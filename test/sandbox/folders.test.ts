import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { later, raw, start } from './raw.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers();
  sandbox = createSandbox({ now: start, rateLimits: false });
  return () => vi.useRealTimers();
});

const send = (method: string, path: string, body?: unknown) => raw(sandbox, method, path, body);
const create = async (fields: object = {}) =>
  (await send('POST', '/folders', { socialSetId: 'set_1', name: 'F', ...fields })).body.data;
const ideaIn = async (folderId: string): Promise<string> =>
  (await send('POST', '/ideas', { socialSetId: 'set_1', content: 'x', folderId })).body.data.id;

describe('POST /folders', () => {
  test('answers with the folder: blue, not pinned, first', async () => {
    const answer = await send('POST', '/folders', { socialSetId: 'set_1', name: 'Ideas' });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      workspaceId: 'ws_1',
      socialSetId: 'set_1',
      name: 'Ideas',
      color: 'blue',
      isPinned: false,
      order: 0,
      createdAt: start,
      updatedAt: start,
    });
  });

  test('without an order comes after the existing folders of its own Social Set', async () => {
    await create({ order: 7 });
    await create({ socialSetId: 'set_2', order: 40 });
    expect(await create()).toMatchObject({ order: 8 });
    expect(await create()).toMatchObject({ order: 9 });
  });

  test('keeps color, order and pin', async () => {
    expect(await create({ color: 'gray', order: 3, isPinned: true })).toMatchObject({
      color: 'gray',
      order: 3,
      isPinned: true,
    });
  });

  test.each([
    ['a name of 121 characters', { name: 'x'.repeat(121) }],
    ['no name', { name: undefined }],
    ['a color of ideas', { color: 'amber' }],
    ['a negative order', { order: -1 }],
    ['a broken order', { order: 1.5 }],
    ['an order in text', { order: '1' }],
    ['a pin that is no boolean', { isPinned: 'yes' }],
  ])('%s is refused with 422', async (_, fields) => {
    expect((await send('POST', '/folders', { socialSetId: 'set_1', name: 'F', ...fields })).status).toBe(422);
  });

  test('a name of 120 characters passes', async () => {
    expect(await create({ name: '😀'.repeat(120) })).toMatchObject({ color: 'blue' });
  });

  test('an unknown Social Set answers 404', async () => {
    expect((await send('POST', '/folders', { socialSetId: 'set_9', name: 'F' })).status).toBe(404);
  });
});

describe('PATCH /folders/{id}', () => {
  test('changes what is named and nothing else', async () => {
    const folder = await create();
    await sandbox.advance(1000);
    const answer = await send('PATCH', `/folders/${folder.id}`, { name: 'G', order: 5 });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...folder, name: 'G', order: 5, updatedAt: later(1000) });
    const more = await send('PATCH', `/folders/${folder.id}`, { color: 'black', isPinned: true });
    expect(more.body.data).toMatchObject({ name: 'G', color: 'black', isPinned: true });
  });

  test('an unknown folder answers 404, a bad or an empty change 422', async () => {
    const { id } = await create();
    expect((await send('PATCH', '/folders/folder_99', { name: 'x' })).status).toBe(404);
    expect((await send('PATCH', `/folders/${id}`, { order: -1 })).status).toBe(422);
    expect((await send('PATCH', `/folders/${id}`, {})).status).toBe(422);
  });
});

describe('DELETE /folders/{id}', () => {
  test.each([
    ['folder-only leaves its ideas, unfiled', { mode: 'folder-only' }],
    ['no mode does the same', undefined],
    ['an empty body does the same', {}],
  ])('%s', async (_, body) => {
    const { id } = await create();
    const idea = await ideaIn(id);
    expect(await send('DELETE', `/folders/${id}`, body)).toMatchObject({
      status: 200,
      body: { data: { deleted: true } },
    });
    expect((await send('GET', `/folders/${id}`)).status).toBe(404);
    expect((await send('GET', `/ideas/${idea}`)).body.data).toMatchObject({ folderId: null });
  });

  test('with-ideas deletes the ideas in the folder, and no others', async () => {
    const [gone, stays] = [await create(), await create()];
    const [filed, other] = [await ideaIn(gone.id), await ideaIn(stays.id)];
    await send('DELETE', `/folders/${gone.id}`, { mode: 'with-ideas' });
    expect((await send('GET', `/ideas/${filed}`)).status).toBe(404);
    expect((await send('GET', `/ideas/${other}`)).body.data.folderId).toBe(stays.id);
  });

  test('another mode is refused with 422 and deletes nothing', async () => {
    const { id } = await create();
    expect((await send('DELETE', `/folders/${id}`, { mode: 'all' })).status).toBe(422);
    expect((await send('GET', `/folders/${id}`)).status).toBe(200);
  });
});

test('GET /folders serves to find a folder id', async () => {
  const folder = await create({ name: 'Wanted' });
  await create();
  const { data } = (await send('GET', '/folders')).body;
  expect(data.find(({ name }: { name: string }) => name === 'Wanted').id).toBe(folder.id);
});
