import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { draft, raw } from './raw.ts';

const sandbox = createSandbox({ rateLimits: false });
const post = (body: unknown, headers: Record<string, string> = {}) =>
  raw(sandbox, 'POST', '/posts', body, { headers });

describe('A body', () => {
  test.each(['{', '{"a":}', 'hello', '{"a":1}{"b":2}', "{'a':1}", '\u0000'])(
    'that is no JSON (%j) answers 400',
    async (body) => {
      expect(await post(body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } });
    },
  );

  test.each(['[]', 'null', '1', '"text"', 'true', '[{}]'])(
    'that is no object (%s) answers 422',
    async (body) => {
      expect((await post(body)).status).toBe(422);
    },
  );

  test('that is missing or empty answers 422', async () => {
    expect((await post(undefined)).status).toBe(422);
    expect((await post('')).status).toBe(422);
  });

  test('that is no JSON by its content type answers 415', async () => {
    const body = JSON.stringify(draft());
    expect((await post(body, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(body, { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post(body, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(201);
  });

  test('larger than a megabyte answers 413, with and without a length', async () => {
    const text = 'x'.repeat(1024 * 1024);
    expect((await post(draft({ text }))).status).toBe(413);
    const stream = new Blob([JSON.stringify(draft({ text }))]).stream();
    const response = await sandbox.fetch(`${sandbox.baseUrl}/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'idempotency-key': 'k' },
      body: stream,
      duplex: 'half',
    } as RequestInit); // `duplex` is missing from the DOM's type
    expect(response.status).toBe(413);
  });

  test('nested ten thousand levels deep answers 400', async () => {
    const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    expect((await post(`{"mediaMetadata":${nested}}`)).status).toBe(400);
  });

  test('with keys of the prototype leaves every object as it was', async () => {
    const body = JSON.stringify(draft()).replace(
      '{',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
    );
    expect((await post(body)).status).toBe(201);
    const metadata = '[{"__proto__":{"polluted":1},"altText":"x"}]';
    await post(JSON.stringify(draft()).replace('{', `{"mediaMetadata":${metadata},`));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('on an endpoint that takes none is ignored', async () => {
    const { id } = (await post(draft({ mode: 'scheduled', scheduledAt: '2099-01-01T00:00:00Z' }))).body.data;
    expect((await raw(sandbox, 'POST', `/posts/${id}/cancel`, { any: 'thing' })).status).toBe(200);
  });
});

describe('An id', () => {
  test.each([
    '__proto__',
    'constructor',
    'toString',
    '%00',
    '%2F',
    '%2e%2e%2f',
    '%ff',
    '%',
    '%E0%A4%A',
    ':id',
    '*',
    '{id}',
    '😀',
    'x'.repeat(10_000),
    "'; DROP TABLE posts; --",
  ])('of %j answers 404', async (id) => {
    expect((await raw(sandbox, 'GET', `/posts/${id}`)).status).toBe(404);
    expect((await raw(sandbox, 'DELETE', `/folders/${id}`)).status).toBe(404);
  });

  test('in a body is no better', async () => {
    for (const socialSetId of ['__proto__', 'constructor', ''])
      expect((await post(draft({ socialSetId }))).status).toBe(404);
  });
});

test('A method that nobody knows answers 405, or 404 where there is nothing', async () => {
  expect((await raw(sandbox, 'BREW', '/posts')).status).toBe(405);
  expect((await raw(sandbox, 'OPTIONS', '/posts')).status).toBe(405);
  expect((await raw(sandbox, 'HEAD', '/posts')).status).toBe(405);
  expect((await raw(sandbox, 'BREW', '/coffee')).status).toBe(404);
});

test('Whatever comes, an answer goes back, and it is never a 500', async () => {
  const json = fc.json({ maxDepth: 3 });
  const field = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('set_1', 'draft', 'x', 'acc_x_1', 'image'),
  );
  const names = fc.constantFrom(
    'socialSetId',
    'publishTargets',
    'text',
    'mode',
    'scheduledAt',
    'title',
    'mediaRefs',
    'mediaMetadata',
    'status',
    'content',
    'folderId',
    'isPinned',
    'themeColor',
    'mediaAssetIds',
    'name',
    'color',
    'order',
    'fileName',
    'mimeType',
    'bucketId',
    'objectPath',
    'mediaType',
    'altText',
    'sizeBytes',
    'workspaceId',
  );
  const likely = fc
    .dictionary(names, field, { maxKeys: 10 })
    .map((body) => JSON.stringify({ ...draft(), ...body }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      fc.constantFrom('post_1', 'idea_1', 'folder_1', 'asset_1', 'none'),
      fc.oneof(json, likely, likely, fc.string()),
      async (row, id, body) => {
        const path = row.path.replace('{id}', id);
        const query =
          row.method === 'GET' ? `?${new URLSearchParams({ limit: body, cursor: body, status: body })}` : '';
        const answer = await raw(sandbox, row.method, path + query, row.method === 'GET' ? undefined : body);
        expect(answer.status).toBeGreaterThanOrEqual(200);
        expect(answer.status).toBeLessThan(500);
      },
    ),
    { numRuns: 500 },
  );
  expect((await raw(sandbox, 'GET', '/posts')).status).toBe(200);
});

describe('The handler', () => {
  test('takes what fetch takes', async () => {
    const { fetch } = sandbox;
    const url = `${sandbox.baseUrl}/me`;
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    expect((await fetch(url, { headers })).status).toBe(200);
    expect((await fetch(new URL(url), { headers })).status).toBe(200);
    expect((await fetch(new Request(url, { headers }))).status).toBe(200);
    expect((await fetch(new Request(url), { headers })).status).toBe(200);
  });

  test('rejects with the signal’s reason when the request is aborted already, and does nothing', async () => {
    const before = sandbox.requests.length;
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(raw(sandbox, 'POST', '/posts', draft(), { signal })).rejects.toThrow('too late');
    expect(sandbox.requests).toHaveLength(before);
  });
});
