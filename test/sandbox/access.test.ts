import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Operation, type Scope, scopes } from '../../src/operations/operation.ts';
import { createSandbox, type Sandbox, type SandboxApiKey } from '../../src/sandbox/index.ts';
import { draft, hour, publishNow, raw, scheduled, start, upload } from './raw.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('Authentication', () => {
  const sandbox = createSandbox();

  test.each([
    ['no Authorization', {}],
    ['another scheme', { authorization: `Basic ${sandbox.apiKey}` }],
    ['an empty key', { authorization: 'Bearer ' }],
    ['an unknown key', { authorization: 'Bearer nope' }],
    ['a key with something behind it', { authorization: `Bearer ${sandbox.apiKey} x` }],
    ['the bare key', { authorization: sandbox.apiKey }],
    ['the key in another header', { 'x-api-key': sandbox.apiKey }],
  ])('%s answers 401', async (_, headers) => {
    const answer = await raw(sandbox, 'GET', '/me', undefined, { key: null, headers });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('an answer to a wrong key does not repeat it', async () => {
    const answer = await raw(sandbox, 'GET', '/me', undefined, { key: 'sp_secret' });
    expect(JSON.stringify(answer)).not.toContain('sp_secret');
  });

  test('a key works until it expires', async () => {
    const expiring = createSandbox({
      now: start,
      apiKeys: [{ secret: 'k', expiresAt: '2026-12-01T10:00:00Z' }],
    });
    await expiring.advance(hour - 1);
    expect((await raw(expiring, 'GET', '/me')).status).toBe(200);
    await expiring.advance(1);
    const answer = await raw(expiring, 'GET', '/me');
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'expired_api_key' } } });
  });

  test('a key works until it is revoked', async () => {
    const revoked = createSandbox({ now: start, apiKeys: [{ secret: 'k', revokedAt: new Date(start) }] });
    const answer = await raw(revoked, 'GET', '/me');
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'revoked_api_key' } } });
  });

  test('keys that make no sense are refused when the sandbox is created', () => {
    expect(() => createSandbox({ apiKeys: [] })).toThrow(TypeError);
    expect(() => createSandbox({ apiKeys: [{ secret: 'a b' }] })).toThrow(TypeError);
    expect(() => createSandbox({ apiKeys: [{ secret: '' }] })).toThrow(TypeError);
    expect(() => createSandbox({ apiKeys: [{ secret: 'a' }, { secret: 'a' }] })).toThrow(TypeError);
    expect(() => createSandbox({ apiKeys: [{ secret: 'a', expiresAt: 'soon' }] })).toThrow(TypeError);
  });
});

describe('GET /me', () => {
  test('answers with the key and its access, and never with its secret', async () => {
    const sandbox = createSandbox({
      now: start,
      apiKeys: [
        {
          secret: 'sp_live_1234abcd',
          name: 'CI',
          scopes: ['posts:read'],
          workspaceAccess: 'selected',
          workspaceIds: ['ws_1'],
          socialSetAccess: 'selected',
          socialSetIds: ['set_1'],
          expiresAt: '2027-01-01T00:00:00Z',
        },
      ],
    });
    const answer = await raw(sandbox, 'GET', '/me');
    expect(answer.body.data).toEqual({
      apiKey: {
        id: expect.any(String),
        name: 'CI',
        publicId: expect.any(String),
        lastFour: 'abcd',
        scopes: ['posts:read'],
        workspaceAccess: 'selected',
        workspaceId: 'ws_1',
        workspaceIds: ['ws_1'],
        socialSetAccess: 'selected',
        socialSetIds: ['set_1'],
        allowedIps: [],
        createdAt: start,
        updatedAt: start,
        lastUsedAt: start,
        expiresAt: '2027-01-01T00:00:00.000Z',
        revokedAt: null,
        rotatedAt: null,
      },
      workspaceAccess: 'selected',
      workspaceId: 'ws_1',
      workspaceIds: ['ws_1'],
      rateLimit: { limit: expect.any(Number), remaining: expect.any(Number), reset: expect.any(Number) },
    });
    expect(JSON.stringify(answer.body)).not.toContain('1234');
  });
});

describe('Scopes', () => {
  type Case = [string, readonly Scope[], Operation['method'], string, object?];
  const cases: Case[] = [
    ['POST /posts', ['posts:create'], 'POST', '/posts', draft()],
    ['POST /posts with publish_now', ['posts:create', 'posts:publish'], 'POST', '/posts', publishNow()],
    ['GET /posts', ['posts:read'], 'GET', '/posts'],
    ['GET /posts/{id}', ['posts:read'], 'GET', '/posts/post_1'],
    ['PATCH /posts/{id}', ['posts:update'], 'PATCH', '/posts/post_1', { text: 'x' }],
    ['POST /posts/{id}/cancel', ['posts:schedule'], 'POST', '/posts/post_2/cancel'],
    ['POST /posts/{id}/publish', ['posts:publish'], 'POST', '/posts/post_1/publish'],
    ['DELETE /posts/{id}', ['posts:delete'], 'DELETE', '/posts/post_1'],
    ['POST /ideas', ['ideas:create'], 'POST', '/ideas', { socialSetId: 'set_1', content: 'x' }],
    ['PATCH /ideas/{id}', ['ideas:update'], 'PATCH', '/ideas/idea_1', { content: 'x' }],
    ['POST …/convert-to-post', ['ideas:convert', 'posts:create'], 'POST', '/ideas/idea_1/convert-to-post'],
    ['POST /folders', ['folders:create'], 'POST', '/folders', { socialSetId: 'set_1', name: 'x' }],
    ['PATCH /folders/{id}', ['folders:update'], 'PATCH', '/folders/folder_1', { name: 'x' }],
    ['DELETE /folders/{id}', ['folders:delete'], 'DELETE', '/folders/folder_1'],
    [
      'POST /media-assets/upload-url',
      ['media:write'],
      'POST',
      '/media-assets/upload-url',
      { socialSetId: 'set_1', fileName: 'a', mimeType: 'image/png' },
    ],
    ['DELETE /media-assets/{id}', ['media:delete'], 'DELETE', '/media-assets/asset_1'],
    ['GET /usage', ['usage:read'], 'GET', '/usage'],
    ['GET /me', [], 'GET', '/me'],
    ['GET /accounts', [], 'GET', '/accounts'],
    ['GET /platforms', [], 'GET', '/platforms'],
    ['GET /social-sets', [], 'GET', '/social-sets'],
    ['GET /workspaces', [], 'GET', '/workspaces'],
    ['GET /folders', [], 'GET', '/folders'],
    ['GET /folders/{id}', [], 'GET', '/folders/folder_1'],
    ['GET /ideas', [], 'GET', '/ideas'],
    ['GET /ideas/{id}', [], 'GET', '/ideas/idea_1'],
    ['GET /media-assets', [], 'GET', '/media-assets'],
    ['DELETE /ideas/{id}', [], 'DELETE', '/ideas/idea_1'],
  ];

  /** One of each record, made by the first key; the second has only these scopes. */
  async function prepared(granted: readonly Scope[]): Promise<Sandbox> {
    const sandbox = createSandbox({
      now: start,
      rateLimits: false,
      apiKeys: [{ secret: 'owner' }, { secret: 'limited', scopes: granted }],
    });
    await raw(sandbox, 'POST', '/posts', draft());
    await raw(sandbox, 'POST', '/posts', scheduled(hour));
    await raw(sandbox, 'POST', '/ideas', { socialSetId: 'set_1', content: 'x' });
    await raw(sandbox, 'POST', '/folders', { socialSetId: 'set_1', name: 'x' });
    await upload(sandbox);
    return sandbox;
  }

  test.each(cases)('%s needs exactly what section 4 names', async (_, needed, method, path, body) => {
    const enough = await raw(await prepared(needed), method, path, body, { key: 'limited' });
    expect(enough.status).toBeLessThan(300);
    for (const missing of needed) {
      const others = scopes.filter((scope) => scope !== missing);
      const answer = await raw(await prepared(others), method, path, body, { key: 'limited' });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'missing_scope' } } });
      expect(answer.body.error.message).toContain(missing);
    }
  });

  test('POST /media-assets needs media:write', async () => {
    const sandbox = await prepared(scopes.filter((scope) => scope !== 'media:write'));
    const answer = await raw(sandbox, 'POST', '/media-assets', {}, { key: 'limited' });
    expect(answer.status).toBe(403);
  });

  test('a missing scope is told before what is wrong with the request', async () => {
    const sandbox = await prepared([]);
    expect((await raw(sandbox, 'POST', '/posts', { nothing: true }, { key: 'limited' })).status).toBe(403);
    expect((await raw(sandbox, 'GET', '/posts/none', undefined, { key: 'limited' })).status).toBe(403);
  });
});

describe('Access', () => {
  /** Everything twice, in set_1 of ws_1 and in set_2 of ws_2; the second key has only this access. */
  async function prepared(access: Omit<SandboxApiKey, 'secret'>): Promise<Sandbox> {
    const sandbox = createSandbox({
      now: start,
      rateLimits: false,
      apiKeys: [{ secret: 'owner' }, { secret: 'limited', ...access }],
    });
    for (const n of [1, 2]) {
      const socialSetId = `set_${n}`;
      const publishTargets = [{ socialAccountId: `acc_x_${n}`, platform: 'x' }];
      await raw(sandbox, 'POST', '/posts', draft({ socialSetId, publishTargets }));
      await raw(sandbox, 'POST', '/ideas', { socialSetId, content: 'x' });
      await raw(sandbox, 'POST', '/folders', { socialSetId, name: 'x' });
      await upload(sandbox, 'image/png', { socialSetId });
    }
    return sandbox;
  }

  const lists = ['posts', 'ideas', 'folders', 'media-assets'];
  const limited = { key: 'limited' };

  test.each<[string, Omit<SandboxApiKey, 'secret'>]>([
    ['socialSetAccess selected', { socialSetAccess: 'selected', socialSetIds: ['set_1'] }],
    ['workspaceAccess selected', { workspaceAccess: 'selected', workspaceIds: ['ws_1'] }],
  ])('%s opens only its own Social Sets', async (_, access) => {
    const sandbox = await prepared(access);
    for (const list of [...lists, 'accounts']) {
      const { data } = (await raw(sandbox, 'GET', `/${list}`, undefined, limited)).body;
      expect(data.map((record: { socialSetId: string }) => record.socialSetId)).toEqual(
        list === 'accounts' ? ['set_1', 'set_1', 'set_1'] : ['set_1'],
      );
    }
    const sets = (await raw(sandbox, 'GET', '/social-sets', undefined, limited)).body.data;
    expect(sets.map(({ id }: { id: string }) => id)).toEqual(['set_1']);
    for (const path of ['/posts/post_2', '/ideas/idea_2', '/folders/folder_2']) {
      expect((await raw(sandbox, 'GET', path, undefined, limited)).status).toBe(404);
      expect((await raw(sandbox, 'GET', path.replace('_2', '_1'), undefined, limited)).status).toBe(200);
    }
  });

  test('what is not open is not found, for every write', async () => {
    const sandbox = await prepared({ socialSetAccess: 'selected', socialSetIds: ['set_1'] });
    const writes: [string, string, object?][] = [
      ['PATCH', '/posts/post_2', { text: 'x' }],
      ['POST', '/posts/post_2/cancel'],
      ['POST', '/posts/post_2/publish'],
      ['DELETE', '/posts/post_2'],
      ['PATCH', '/ideas/idea_2', { content: 'x' }],
      ['POST', '/ideas/idea_2/convert-to-post'],
      ['DELETE', '/ideas/idea_2'],
      ['PATCH', '/folders/folder_2', { name: 'x' }],
      ['DELETE', '/folders/folder_2'],
      ['DELETE', '/media-assets/asset_2'],
      ['POST', '/posts', draft({ socialSetId: 'set_2' })],
      ['POST', '/ideas', { socialSetId: 'set_2', content: 'x' }],
      ['POST', '/folders', { socialSetId: 'set_2', name: 'x' }],
      ['POST', '/media-assets/upload-url', { socialSetId: 'set_2', fileName: 'a', mimeType: 'image/png' }],
    ];
    for (const [method, path, body] of writes)
      expect([path, (await raw(sandbox, method, path, body, limited)).status]).toEqual([path, 404]);
    expect((await raw(sandbox, 'GET', '/posts/post_2')).body.data.text).toBe('Hello');
  });

  test('socialSetAccess none opens only what belongs to the workspace as a whole', async () => {
    const sandbox = await prepared({ socialSetAccess: 'none', socialSetIds: ['set_1'] });
    for (const list of [...lists, 'accounts', 'social-sets'])
      expect((await raw(sandbox, 'GET', `/${list}`, undefined, limited)).body.data).toEqual([]);
    expect((await raw(sandbox, 'POST', '/posts', draft(), limited)).status).toBe(404);
    for (const list of ['workspaces', 'platforms'])
      expect((await raw(sandbox, 'GET', `/${list}`, undefined, limited)).body.data).not.toEqual([]);
    for (const path of ['/me', '/usage'])
      expect((await raw(sandbox, 'GET', path, undefined, limited)).status).toBe(200);
  });

  test('workspaceAccess selected restricts the workspaces', async () => {
    const sandbox = await prepared({ workspaceAccess: 'selected', workspaceIds: ['ws_2'] });
    const { data } = (await raw(sandbox, 'GET', '/workspaces', undefined, limited)).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['ws_2']);
  });
});

describe('The Social Sets it starts with', () => {
  test('have fixed ids and an account on each platform, and are what the lists show', async () => {
    const sandbox = createSandbox();
    const [first] = sandbox.socialSets;
    expect(first).toMatchObject({ id: 'set_1', workspaceId: 'ws_1' });
    expect(first?.accounts.map(({ platform }) => platform)).toEqual(['x', 'linkedin', 'threads']);
    expect((await raw(sandbox, 'GET', '/social-sets')).body.data).toEqual(sandbox.socialSets);
    const accounts = sandbox.socialSets.flatMap((socialSet) => socialSet.accounts);
    expect((await raw(sandbox, 'GET', '/accounts')).body.data).toEqual(accounts);
  });

  test('can be given, and must make sense', () => {
    const account = { id: 'a', platform: 'x' as const };
    const sandbox = createSandbox({ socialSets: [{ id: 'mine', accounts: [account] }] });
    expect(sandbox.socialSets).toMatchObject([{ id: 'mine', workspaceId: 'ws_1', accounts: [account] }]);
    const twice = [
      { id: 'a', accounts: [] },
      { id: 'a', accounts: [] },
    ];
    expect(() => createSandbox({ socialSets: twice })).toThrow(TypeError);
    expect(() => createSandbox({ socialSets: [{ id: 'a', accounts: [account, account] }] })).toThrow(
      TypeError,
    );
    const myspace = { id: 'a', platform: 'myspace' as 'x' };
    expect(() => createSandbox({ socialSets: [{ id: 'a', accounts: [myspace] }] })).toThrow(TypeError);
  });
});

test('a key that says null for its expiry and its revocation, as GET /me does, is good', async () => {
  const secret = 'sp_key_with_nulls';
  const sandbox = createSandbox({ apiKeys: [{ secret, expiresAt: null, revokedAt: null }] });
  const answer = await sandbox.fetch(`${sandbox.baseUrl}/me`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(answer.status).toBe(200);
});
