import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidRequestError, type RequestOptions } from '../../src/index.ts';
import { fillPath, withQuery } from '../../src/transport/path.ts';
import { apiKey, draft, failureOf, json, page, postEnvelope, testClient } from '../support/fixtures.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';
import { serve } from '../support/scripted-server.ts';

/** What one call sends. */
async function sent(options?: RequestOptions, clientHeaders?: Record<string, string>): Promise<Request> {
  const { fetch, requests } = scriptedFetch(json(postEnvelope));
  const headers = clientHeaders ? { headers: clientHeaders } : {};
  await testClient({ fetch, ...headers }).posts.create(draft, options);
  const [request] = requests;
  if (!request) throw new Error('Nothing was sent.');
  return request;
}

describe('what is sent', () => {
  it('over HTTP: the key, the type only with a body, and nothing else of ours', async () => {
    const server = await serve({ body: postEnvelope });
    const client = testClient({ baseUrl: server.baseUrl });
    await client.posts.create(draft);
    await client.posts.get('a');
    await client.posts.cancel('a');
    await client.folders.delete('f').catch(() => undefined);
    const [create, get, cancel, remove] = server.received;
    expect(create).toMatchObject({ method: 'POST', url: '/v1/posts', body: JSON.stringify(draft) });
    expect(create?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(JSON.stringify(draft))),
    });
    for (const request of [get, cancel, remove]) {
      expect(request?.body).toBe('');
      expect(request?.headers).not.toHaveProperty('content-type');
    }
    const ours = Object.keys(create?.headers ?? {}).filter((name) => name.startsWith('x-'));
    expect(ours).toEqual([]);
  });

  it('undefined fields are left out, null ones are sent', async () => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    await testClient({ fetch }).posts.update('a', { title: undefined, scheduledAt: null });
    expect(await requests[0]?.json()).toEqual({ scheduledAt: null });
  });

  it('what is no JSON is refused, with the reason', async () => {
    const cycle = { ...draft, self: {} };
    cycle.self = cycle;
    for (const params of [{ ...draft, extra: 1n }, cycle]) {
      const { fetch, requests } = scriptedFetch(json(postEnvelope));
      const error = await failureOf(testClient({ fetch }).posts.create(params));
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect((error as Error).message).toContain('cannot be sent as JSON');
      expect(requests).toHaveLength(0);
    }
  });

  it('what the caller changes right after the call is not sent', async () => {
    const { fetch, requests } = scriptedFetch(() => json(postEnvelope));
    const client = testClient({ fetch });
    const params = { ...draft };
    const options = { headers: { 'x-a': '1' }, query: { q: 1 }, idempotencyKey: 'key_1' };
    const query = { limit: 1 };
    const calls = [
      client.posts.create(params, options),
      client.posts.list(query, options).then(() => undefined),
    ];
    params.text = 'changed';
    Object.assign(options, { headers: { 'x-a': '2' }, query: { q: 2 }, idempotencyKey: 'key_2' });
    query.limit = 2;
    await Promise.allSettled(calls);
    expect(await requests[0]?.json()).toEqual(draft);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?q=1', '?limit=1&q=1']);
    expect(requests.map(({ headers }) => headers.get('x-a'))).toEqual(['1', '1']);
    expect(requests[0]?.headers.get('idempotency-key')).toBe('key_1');
  });

  it('objects of the caller are never changed', async () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    const params = freeze(structuredClone({ ...draft, title: 'T' }));
    const options = freeze({ headers: { 'X-A': '1' }, query: { q: 1 }, timeout: 5_000 });
    const hooks = freeze({ onRequest: () => undefined });
    const { fetch } = scriptedFetch(json(postEnvelope));
    const client = testClient(freeze({ fetch, headers: { 'X-B': '2' }, hooks }));
    await client.posts.create(params, options);
    await client.posts.list(freeze({ limit: 5 }), options).catch(() => undefined);
  });
});

describe('extra headers', () => {
  it("of the call win over the client's, whatever their case", async () => {
    const { headers } = await sent(
      { headers: { 'x-tenant': 'call', 'X-Call': 'c' } },
      { 'X-Tenant': 'client', 'X-Client': 'k' },
    );
    expect(headers.get('x-tenant')).toBe('call');
    expect(headers.get('x-call')).toBe('c');
    expect(headers.get('x-client')).toBe('k');
  });

  it('that are undefined are left out', async () => {
    const options = { headers: { 'x-a': undefined as unknown as string } }; // what JavaScript lets through
    expect((await sent(options)).headers.has('x-a')).toBe(false);
  });

  it.each([
    ['Headers', new Headers({ 'X-A': '1' })],
    ['a Map', new Map([['X-A', '1']])],
    ['pairs', [['X-A', '1']]],
  ])('given as %s arrive too', async (_kind, headers) => {
    const options = { headers: headers as unknown as Record<string, string> }; // what JavaScript lets through
    expect((await sent(options)).headers.get('x-a')).toBe('1');
  });

  it.each([
    ['Authorization', 'Bearer x', 'is set by the SDK: use the apiKey option'],
    ['idempotency-KEY', 'x', 'is set by the SDK: use the idempotencyKey option'],
    ['Content-Length', '3', 'is set by the SDK: it is computed'],
    ['bad name', 'x', 'is not a valid header name'],
    ['', 'x', 'is not a valid header name'],
    ['x-a', 'one\r\nx-b: two', 'must be a string of Latin-1 characters without line breaks'],
    ['x-a', '日本', 'must be a string of Latin-1 characters without line breaks'],
    ['x-a', 7, 'must be a string of Latin-1 characters without line breaks'],
  ])('%s: %j is refused, for the call and for the client', async (name, value, message) => {
    const headers = { [name]: value as string }; // what JavaScript lets through
    const error = await failureOf(testClient().posts.create(draft, { headers }));
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      issues: [{ path: `headers.${name}`, message }],
    });
    expect(() => testClient({ headers })).toThrow(`headers.${name} ${message}`);
  });

  it('are not quoted when they are refused: they may be secret', async () => {
    const error = await failureOf(testClient().me.get({ headers: { 'x-secret': 'hush\n' } }));
    expect(JSON.stringify(error)).not.toContain('hush');
  });
});

describe('a path', () => {
  it.each([
    ['a b', 'a%20b'],
    ['a/b', 'a%2Fb'],
    ['a?b#c', 'a%3Fb%23c'],
    ['../me', '..%2Fme'],
    ['%2e%2e', '%252e%252e'],
    ['ünï', '%C3%BCn%C3%AF'],
    ["$&$'", "%24%26%24'"],
    ['...', '...'],
    ['a;b@c:d', 'a%3Bb%40c%3Ad'],
  ])('takes %j as %s, and the server sees it so', async (id, encoded) => {
    const server = await serve({ body: postEnvelope });
    await testClient({ baseUrl: server.baseUrl }).posts.get(id);
    expect(server.received[0]?.url).toBe(`/v1/posts/${encoded}`);
  });

  it.each([
    ['', "must not be ''"],
    ['.', "must not be '.'"],
    ['..', "must not be '..'"],
    [undefined, 'must be a string'],
    [null, 'must be a string'],
    [7, 'must be a string'],
    [{}, 'must be a string'],
    ['a\uD800b', 'must be well-formed Unicode'],
  ])('refuses %j', async (id, message) => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const error = await failureOf(testClient({ fetch }).posts.delete(id as string)); // what JavaScript lets through
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ operation: 'posts.delete', issues: [{ path: 'id', message }] });
    expect(requests).toHaveLength(0);
  });

  it('never leaves its place, whatever the id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        const { path, issue } = fillPath('/posts/{id}/publish', id);
        if (issue) return;
        const url = new URL(`https://h.test/v1${path}`);
        const parts = url.pathname.split('/');
        expect(parts).toHaveLength(5);
        expect(decodeURIComponent(parts[3] ?? '')).toBe(id);
        expect([url.search, url.hash]).toEqual(['', '']);
      }),
    );
  });
});

describe('a query', () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, '/a'],
    [
      { limit: 5, flag: false, text: 'a b&c=d', none: undefined, nil: null, empty: '' },
      '/a?limit=5&flag=false&text=a+b%26c%3Dd&empty=',
    ],
  ])('%j', (query, url) => {
    expect(withQuery('/a', query)).toBe(url);
  });

  it("of the options adds to the params', and wins over them; a write takes one too", async () => {
    const { fetch, requests } = scriptedFetch(page([]));
    const client = testClient({ fetch });
    await client.posts.list({ limit: 5, status: 'failed' }, { query: { limit: 7, search: 'ö' } });
    expect(new URL(requests[0]?.url ?? '').search).toBe('?limit=7&status=failed&search=%C3%B6');
    const { url } = await sent({ query: { dryRun: true } });
    expect(new URL(url).search).toBe('?dryRun=true');
  });

  it('with an object in it is refused: it would go out as [object Object]', async () => {
    const { fetch, requests } = scriptedFetch(page([]));
    const client = testClient({ fetch });
    const wrong = { query: { when: new Date() as unknown as string } }; // what JavaScript lets through
    expect(await failureOf(client.me.get(wrong))).toMatchObject({
      issues: [{ path: 'query.when', message: 'must be a string, a number or a boolean' }],
    });
    // Options where the params should be.
    const misplaced = { signal: new AbortController().signal, limit: [] } as object;
    const error = await failureOf(client.posts.list(misplaced));
    expect((error as InvalidRequestError).issues.map(({ path }) => path)).toEqual(['limit', 'signal']);
    expect(requests).toHaveLength(0);
  });
});

describe('a call that is wrong in several ways', () => {
  it('is told all of them at once', async () => {
    const params = { ...draft, text: 7 as unknown as string }; // what JavaScript lets through
    const options = { idempotencyKey: '', timeout: -1, headers: { authorization: 'x' } };
    const error = await failureOf(testClient().posts.create(params, options));
    expect((error as InvalidRequestError).issues.map(({ path }) => path)).toEqual([
      'text',
      'headers.authorization',
      'timeout',
      'idempotencyKey',
    ]);
  });

  it.each([
    [{ timeout: 0 }, 'timeout must be a positive number of milliseconds (got 0)'],
    [{ timeout: Number.NaN }, 'timeout must be a positive number of milliseconds (got NaN)'],
    [{ timeout: '5' }, "timeout must be a positive number of milliseconds (got '5')"],
    [{ totalTimeout: -1 }, 'totalTimeout must be a positive number of milliseconds (got -1)'],
    [{ maxRetries: 1.5 }, 'maxRetries must be an integer of at least 0 (got 1.5)'],
    [{ maxRetries: -1 }, 'maxRetries must be an integer of at least 0 (got -1)'],
    [{ maxRetries: Number.POSITIVE_INFINITY }, 'maxRetries must be an integer of at least 0 (got Infinity)'],
    [{ maxPacingWait: -1 }, 'maxPacingWait must be a number of milliseconds, 0 or more (got -1)'],
  ])('%j is refused, for the call and for the client', async (options, message) => {
    const wrong = options as RequestOptions; // what JavaScript lets through
    expect(await failureOf(testClient().me.get(wrong))).toHaveProperty(
      'message',
      expect.stringContaining(message),
    );
    expect(() => testClient(wrong as object)).toThrow(message);
  });

  it('null as options is no options', async () => {
    const { fetch } = scriptedFetch(json(postEnvelope));
    const client = testClient({ fetch });
    await expect(client.posts.get('a', null as unknown as RequestOptions)).resolves.toMatchObject({
      id: 'post_1',
    });
  });
});
