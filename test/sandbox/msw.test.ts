import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxHandlers } from '../../src/msw/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { draft, onX, publishNow, raw, upload } from './raw.ts';

const sandbox = createSandbox({ rateLimits: false });
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => sandbox.reset());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** The code under test uses the global `fetch`, and its own idea of where the service is. */
const send = (baseUrl: string, method: string, path: string, body?: unknown) =>
  raw(sandbox, method, path, body, { fetch, baseUrl });

describe.each([
  ['its own base URL', undefined, sandbox.baseUrl],
  ['another one', 'https://api.example.com/v1', 'https://api.example.com/v1'],
  [
    'one with a port and a longer path',
    'http://localhost:4321/social/v1/',
    'http://localhost:4321/social/v1',
  ],
])('sandboxHandlers at %s', (_, option, baseUrl) => {
  beforeEach(() => server.use(...sandboxHandlers(sandbox, { baseUrl: option })));

  test('answers as the sandbox does', async () => {
    const created = await send(baseUrl, 'POST', '/posts', publishNow());
    expect(created.status).toBe(202);
    await sandbox.advance(1000);
    const list = await send(baseUrl, 'GET', '/posts?status=pushed&limit=1');
    expect(list.body.data).toMatchObject([{ id: created.body.data.id, status: 'pushed' }]);
    expect(sandbox.published).toHaveLength(1);
    expect(sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /posts',
      'GET /posts',
    ]);
  });

  test('answers the storage that uploads go to', async () => {
    const signed = await send(baseUrl, 'POST', '/media-assets/upload-url', {
      socialSetId: 'set_1',
      fileName: 'a.png',
      mimeType: 'image/png',
    });
    const { uploadUrl, bucketId, objectPath } = signed.body.data;
    const put = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: 'bytes',
    });
    expect(put.status).toBe(200);
    const registered = { socialSetId: 'set_1', bucketId, objectPath, mediaType: 'image' };
    const asset = await send(baseUrl, 'POST', '/media-assets', registered);
    expect(asset.body.data).toMatchObject({ sizeBytes: 5 });
  });

  test('breaks the connection when a fault does', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'drop-after-commit' } });
    await expect(send(baseUrl, 'POST', '/posts', draft())).rejects.toThrow(TypeError);
    expect((await send(baseUrl, 'GET', '/posts')).body.data).toHaveLength(1);
  });

  test('breaks an answer off when a fault does', async () => {
    sandbox.inject({ fault: { type: 'truncate' } });
    await expect(send(baseUrl, 'GET', '/me')).rejects.toThrow();
  });

  test('leaves other requests to other handlers', async () => {
    server.use(http.get('https://other.example.com/v1/posts', () => HttpResponse.json({ mine: true })));
    expect(await (await fetch('https://other.example.com/v1/posts')).json()).toEqual({ mine: true });
    expect(sandbox.requests).toEqual([]);
  });
});

test('A test’s own handler goes before the sandbox’s', async () => {
  server.use(...sandboxHandlers(sandbox));
  server.use(http.post(`${sandbox.baseUrl}/posts`, () => new HttpResponse(null, { status: 503 })));
  expect((await send(sandbox.baseUrl, 'POST', '/posts', draft())).status).toBe(503);
  expect((await send(sandbox.baseUrl, 'GET', '/posts')).status).toBe(200);
});

test('References to media uploaded in process are good through MSW too', async () => {
  server.use(...sandboxHandlers(sandbox));
  const { ref } = await upload(sandbox);
  const body = draft({ publishTargets: onX, mediaRefs: [ref] });
  expect((await send(sandbox.baseUrl, 'POST', '/posts', body)).status).toBe(201);
});
