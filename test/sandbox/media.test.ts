import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { draft, minute, onAll, onX, publishNow, raw, start, upload } from './raw.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers();
  sandbox = createSandbox({ now: start, rateLimits: false });
  return () => vi.useRealTimers();
});

const send = (method: string, path: string, body?: unknown) => raw(sandbox, method, path, body);

const sign = async (fields: object = {}) =>
  (
    await send('POST', '/media-assets/upload-url', {
      socialSetId: 'set_1',
      fileName: 'photo.png',
      mimeType: 'image/png',
      ...fields,
    })
  ).body.data;

const put = async (url: string, body: BodyInit = 'bytes', headers: Record<string, string> = {}) => {
  const response = await sandbox.fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', ...headers },
    body,
  });
  return response.status;
};

const register = (fields: object) =>
  send('POST', '/media-assets', { socialSetId: 'set_1', mediaType: 'image', ...fields });

describe('POST /media-assets/upload-url', () => {
  test('answers 201 with a signed URL, a bucket, a path and a token', async () => {
    const answer = await send('POST', '/media-assets/upload-url', {
      socialSetId: 'set_1',
      fileName: 'photo.png',
      mimeType: 'image/png',
    });
    expect(answer.status).toBe(201);
    const { uploadUrl, bucketId, objectPath, token } = answer.body.data;
    expect(uploadUrl).toContain(`${bucketId}/${objectPath}?token=${token}`);
    expect(objectPath).toMatch(/\/photo\.png$/);
  });

  test('never gives the same path twice', async () => {
    const [first, second] = [await sign(), await sign()];
    expect(first.objectPath).not.toBe(second.objectPath);
    expect(first.token).not.toBe(second.token);
  });

  test.each(['../../etc/passwd', 'a b?c#d&e.png', '..', 'ß/ü.png', '', 'x'.repeat(5000)])(
    'makes a safe path of the file name %j',
    async (fileName) => {
      const signed = await sign({ fileName });
      expect(signed.objectPath).toMatch(/^ws_1\/set_1\/\d+\/[^/?#&\s]{1,100}$/);
      expect(signed.objectPath).not.toContain('/..');
      expect(await put(signed.uploadUrl)).toBe(200);
      expect((await register(signed)).status).toBe(201);
    },
  );

  test('a file that is no image, and one without a name, are refused with 422', async () => {
    const body = { socialSetId: 'set_1', fileName: 'a', mimeType: 'application/pdf' };
    expect((await send('POST', '/media-assets/upload-url', body)).status).toBe(422);
    expect((await send('POST', '/media-assets/upload-url', { socialSetId: 'set_1' })).status).toBe(422);
  });
});

describe('The storage', () => {
  test('keeps the bytes and hands them out under the public URL', async () => {
    const { uploadUrl, bucketId, objectPath } = await sign();
    const bytes = new Uint8Array([0, 255, 1, 254]);
    expect(await put(uploadUrl, bytes)).toBe(200);
    const { origin } = new URL(sandbox.baseUrl);
    const response = await sandbox.fetch(`${origin}/storage/v1/object/public/${bucketId}/${objectPath}`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  test('takes a signed URL once', async () => {
    const { uploadUrl } = await sign();
    expect(await put(uploadUrl)).toBe(200);
    expect(await put(uploadUrl)).toBe(403);
  });

  test('takes a signed URL for ten minutes of its clock', async () => {
    const [first, second] = [await sign(), await sign()];
    await sandbox.advance(10 * minute - 1);
    expect(await put(first.uploadUrl)).toBe(200);
    await sandbox.advance(1);
    expect(await put(second.uploadUrl)).toBe(403);
  });

  test('refuses what was not signed', async () => {
    const [mine, other] = [await sign(), await sign()];
    const url = new URL(mine.uploadUrl);
    expect(await put(url.href.replace(/token=.*/, 'token=guess'))).toBe(403);
    expect(await put(url.href.replace(/\?.*/, ''))).toBe(403);
    expect(await put(other.uploadUrl.replace(other.token, mine.token))).toBe(403);
    expect(await put(`${url.origin}/storage/v1/object/upload/sign/other/x?token=${mine.token}`)).toBe(403);
    expect(await put(mine.uploadUrl)).toBe(200);
  });

  test('refuses another content type with 415, and the URL stays good', async () => {
    const { uploadUrl } = await sign();
    expect(await put(uploadUrl, 'x', { 'content-type': 'image/gif' })).toBe(415);
    expect(await put(uploadUrl, 'x', { 'content-type': '' })).toBe(415);
    expect(await put(uploadUrl, 'x', { 'content-type': 'Image/PNG' })).toBe(200);
  });

  test('refuses an Authorization header beside the signature', async () => {
    const { uploadUrl } = await sign();
    expect(await put(uploadUrl, 'x', { authorization: `Bearer ${sandbox.apiKey}` })).toBe(400);
  });

  test('refuses an empty upload and other methods', async () => {
    const { uploadUrl } = await sign();
    expect(await put(uploadUrl, '')).toBe(400);
    expect((await sandbox.fetch(uploadUrl, { method: 'POST', body: 'x' })).status).toBe(405);
    expect(await put(uploadUrl)).toBe(200);
  });

  test('has nothing where nothing was uploaded', async () => {
    const { origin } = new URL(sandbox.baseUrl);
    for (const path of ['public/media/none', 'public/%ff', 'nothing', 'public/'])
      expect((await sandbox.fetch(`${origin}/storage/v1/object/${path}`)).status).toBe(404);
  });

  test('keeps a record of uploads, apart from the requests to the API', async () => {
    const { uploadUrl, bucketId, objectPath } = await sign();
    await put(uploadUrl, 'bytes');
    await put(uploadUrl, 'bytes');
    expect(sandbox.uploads).toMatchObject([
      {
        method: 'PUT',
        bucketId,
        objectPath,
        sizeBytes: 5,
        status: 200,
        headers: { 'content-type': 'image/png' },
      },
      { status: 403, sizeBytes: 0 },
    ]);
    expect(sandbox.requests.map(({ path }) => path)).toEqual(['/media-assets/upload-url']);
  });
});

describe('POST /media-assets', () => {
  test('answers 201 with the media asset', async () => {
    const { uploadUrl, bucketId, objectPath } = await sign();
    await put(uploadUrl, 'bytes');
    const answer = await register({
      bucketId,
      objectPath,
      altText: 'A photo',
      mimeType: 'image/png',
      sizeBytes: 5,
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      workspaceId: 'ws_1',
      socialSetId: 'set_1',
      bucketId,
      objectPath,
      mediaType: 'image',
      mimeType: 'image/png',
      sizeBytes: 5,
      altText: 'A photo',
      createdAt: start,
      updatedAt: start,
    });
  });

  test('an object that was not uploaded is refused with 422', async () => {
    expect((await register(await sign())).status).toBe(422);
    expect((await register({ bucketId: 'media', objectPath: 'none' })).status).toBe(422);
  });

  test('an object of another Social Set is refused with 422', async () => {
    const signed = await sign({ socialSetId: 'set_2' });
    await put(signed.uploadUrl);
    expect((await register(signed)).status).toBe(422);
  });

  test.each([
    ['the wrong kind', { mediaType: 'gif' }],
    ['an unknown kind', { mediaType: 'video' }],
    ['another MIME type', { mimeType: 'image/jpeg' }],
    ['another size', { sizeBytes: 6 }],
    ['a long alt text', { altText: 'x'.repeat(1001) }],
  ])('%s is refused with 422', async (_, fields) => {
    const signed = await sign();
    await put(signed.uploadUrl);
    expect((await register({ ...signed, ...fields })).status).toBe(422);
  });

  test('the same object is not registered twice', async () => {
    const signed = await sign();
    await put(signed.uploadUrl);
    expect((await register(signed)).status).toBe(201);
    expect((await register(signed)).status).toBe(409);
  });
});

describe('DELETE /media-assets/{id}', () => {
  test('the asset and its bytes are gone, from ideas too', async () => {
    const { id, ref } = await upload(sandbox);
    const url = `${new URL(sandbox.baseUrl).origin}/storage/v1/object/public/${ref}`;
    expect((await sandbox.fetch(url)).status).toBe(200);
    const idea = await send('POST', '/ideas', { socialSetId: 'set_1', content: 'x', mediaAssetIds: [id] });
    expect((await send('DELETE', `/media-assets/${id}`)).body.data).toEqual({ deleted: true });
    expect((await send('DELETE', `/media-assets/${id}`)).status).toBe(404);
    expect((await send('GET', '/media-assets')).body.data).toEqual([]);
    expect((await sandbox.fetch(url)).status).toBe(404);
    expect((await send('POST', '/posts', draft({ mediaRefs: [ref] }))).status).toBe(422);
    const post = await send('POST', `/ideas/${idea.body.data.id}/convert-to-post`);
    expect(post.body.data.mediaRefs).toEqual([]);
  });
});

describe('Media of posts', () => {
  const many = async (count: number, mimeType: string): Promise<string[]> => {
    const refs: string[] = [];
    for (let i = 0; i < count; i++) refs.push((await upload(sandbox, mimeType)).ref);
    return refs;
  };
  const on = (platform: string) => onAll.filter((target) => target.platform === platform);
  const status = async (body: object) => (await send('POST', '/posts', body)).status;

  test('are named by bucket and path, or by their public URL', async () => {
    const { ref } = await upload(sandbox);
    const url = `${new URL(sandbox.baseUrl).origin}/storage/v1/object/public/${ref}`;
    expect(await status(draft({ mediaRefs: [ref] }))).toBe(201);
    expect(await status(draft({ mediaRefs: [url] }))).toBe(201);
    expect(await status(draft({ mediaRefs: ['https://example.com/cat.png'] }))).toBe(422);
    expect(await status(draft({ mediaRefs: ['media/none.png'] }))).toBe(422);
  });

  test('must belong to the post’s Social Set', async () => {
    const { ref } = await upload(sandbox, 'image/png', { socialSetId: 'set_2' });
    expect(await status(draft({ mediaRefs: [ref] }))).toBe(422);
  });

  test('x takes up to four images', async () => {
    const refs = await many(5, 'image/png');
    expect(await status(draft({ mediaRefs: refs.slice(0, 4) }))).toBe(201);
    expect(await status(draft({ mediaRefs: refs }))).toBe(422);
  });

  test('x takes one GIF alone, by its registered type', async () => {
    const [image, gif] = [...(await many(1, 'image/png')), ...(await many(1, 'image/gif'))];
    expect(await status(draft({ mediaRefs: [gif] }))).toBe(201);
    expect(await status(draft({ mediaRefs: [gif, image] }))).toBe(422);
  });

  test('threads takes no GIF, by its registered type', async () => {
    const [gif] = await many(1, 'image/gif');
    expect(await status(draft({ publishTargets: on('threads'), mediaRefs: [gif] }))).toBe(422);
    const images = await many(6, 'image/png');
    expect(await status(draft({ publishTargets: on('threads'), mediaRefs: images }))).toBe(201);
  });

  test('linkedin takes images and GIFs together', async () => {
    const refs = [...(await many(5, 'image/png')), ...(await many(1, 'image/gif'))];
    expect(await status(draft({ publishTargets: on('linkedin'), mediaRefs: refs }))).toBe(201);
  });

  test('each target is validated, also when it shares the common media', async () => {
    const [gif] = await many(1, 'image/gif');
    const answer = await send('POST', '/posts', draft({ publishTargets: onAll, mediaRefs: [gif] }));
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toContain('threads');
    const ownMedia = onAll.map((target) =>
      target.platform === 'threads' ? { ...target, mediaRefs: [] } : target,
    );
    expect(await status(draft({ publishTargets: ownMedia, mediaRefs: [gif] }))).toBe(201);
  });

  test('a target’s media must be among the post’s, and go out instead of them', async () => {
    const [first, second] = await many(2, 'image/png');
    const own = [{ ...onX[0], mediaRefs: [second] }];
    expect(await status(draft({ publishTargets: own, mediaRefs: [first] }))).toBe(422);
    expect(await status(publishNow({ publishTargets: own, mediaRefs: [first, second] }))).toBe(202);
    await sandbox.advance(1000);
    expect(sandbox.published[0]?.mediaRefs).toEqual([second]);
  });

  test('metadata goes with media, and its alt text has at most 1000 characters', async () => {
    const mediaRefs = await many(1, 'image/png');
    const altText = 'x'.repeat(1000);
    const answer = await send('POST', '/posts', draft({ mediaRefs, mediaMetadata: [{ altText }] }));
    expect(answer.body.data).toMatchObject({ mediaRefs, mediaMetadata: [{ altText }] });
    expect(await status(draft({ mediaRefs, mediaMetadata: [{ altText: `${altText}x` }] }))).toBe(422);
    expect(await status(draft({ mediaRefs, mediaMetadata: [{}, {}] }))).toBe(422);
  });

  test('new media come without the old ones’ metadata', async () => {
    const [first, second] = await many(2, 'image/png');
    const { id } = (
      await send('POST', '/posts', draft({ mediaRefs: [first], mediaMetadata: [{ altText: 'First' }] }))
    ).body.data;
    expect((await send('PATCH', `/posts/${id}`, { title: 'T' })).body.data.mediaMetadata).toEqual([
      { altText: 'First' },
    ]);
    expect((await send('PATCH', `/posts/${id}`, { mediaRefs: [second] })).body.data).toMatchObject({
      mediaRefs: [second],
      mediaMetadata: [],
    });
  });

  test('a PATCH is held against what the post already has', async () => {
    const [image, gif] = [...(await many(1, 'image/png')), ...(await many(1, 'image/gif'))];
    const { id } = (await send('POST', '/posts', draft({ mediaRefs: [gif] }))).body.data;
    expect((await send('PATCH', `/posts/${id}`, { publishTargets: on('threads') })).status).toBe(422);
    expect((await send('PATCH', `/posts/${id}`, { mediaRefs: [gif, image] })).status).toBe(422);
    const changed = await send('PATCH', `/posts/${id}`, {
      publishTargets: on('threads'),
      mediaRefs: [image],
    });
    expect(changed.body.data.mediaRefs).toEqual([image]);
  });
});
