import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { draft, hour, publishNow, raw, start } from './raw.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers();
  sandbox = createSandbox({ now: start, rateLimits: false });
  return () => vi.useRealTimers();
});

const send = (method: string, path: string, body?: unknown) => raw(sandbox, method, path, body);
const count = async () => (await send('GET', '/posts')).body.data.length;
const broken = { name: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNRESET' } };

describe('drop', () => {
  test('breaks the connection as the platform’s fetch would say it, and nothing is done', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'drop' } });
    await expect(send('POST', '/posts', draft())).rejects.toMatchObject(broken);
    expect(await count()).toBe(0);
  });
});

describe('drop-after-commit', () => {
  test('does as asked and loses the answer, which the same key brings back', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'drop-after-commit' } });
    const again = () => raw(sandbox, 'POST', '/posts', publishNow(), { idempotencyKey: 'same' });
    await expect(again()).rejects.toMatchObject(broken);
    expect(await count()).toBe(1);
    expect((await again()).status).toBe(202);
    await sandbox.advance(hour);
    expect(sandbox.published).toHaveLength(1);
  });

  test('shows a double post when the key is another one', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'drop-after-commit' } });
    await expect(send('POST', '/posts', publishNow())).rejects.toThrow();
    await send('POST', '/posts', publishNow());
    await sandbox.advance(hour);
    expect(sandbox.published).toHaveLength(2);
  });
});

describe('delay', () => {
  test('does as asked at once and answers late, in real time', async () => {
    sandbox.inject({ fault: { type: 'delay', ms: 3000 } });
    let done = false;
    const call = send('POST', '/posts', draft()).finally(() => {
      done = true;
    });
    await vi.advanceTimersByTimeAsync(2999);
    expect(done).toBe(false);
    expect(await count()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await call).status).toBe(201);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends with the caller’s own reason when the caller aborts', async () => {
    sandbox.inject({ fault: { type: 'delay', ms: 3000 } });
    const caller = new AbortController();
    const call = raw(sandbox, 'GET', '/me', undefined, { signal: caller.signal });
    const gaveUp = expect(call).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(1000);
    caller.abort(new Error('enough'));
    await gaveUp;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('status', () => {
  test('answers that status with the sandbox’s own body, and nothing is done', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'status', status: 503 } });
    const answer = await send('POST', '/posts', draft());
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'injected_fault' } } });
    expect(answer.headers['x-request-id']).toBe(answer.body.requestId);
    expect(await count()).toBe(0);
  });

  test('answers with the body and the headers it is given', async () => {
    const headers = { 'Retry-After': '7', 'X-Request-Id': 'mine' };
    sandbox.inject({ fault: { type: 'status', status: 429, body: { error: 'slow down' }, headers } });
    const json = await send('GET', '/me');
    expect(json).toMatchObject({ status: 429, body: { error: 'slow down' } });
    expect(json.headers).toMatchObject({ 'retry-after': '7', 'x-request-id': 'mine' });
    sandbox.inject({ fault: { type: 'status', status: 500, body: 'oops' } });
    const text = await send('GET', '/me');
    expect(text).toMatchObject({ status: 500, body: 'oops' });
    expect(text.headers['content-type']).toContain('text/plain');
    sandbox.inject({ fault: { type: 'status', status: 204 } });
    expect(await send('DELETE', '/posts/x')).toMatchObject({ status: 204, body: '' });
    sandbox.inject({ fault: { type: 'status', status: 200, body: null } });
    expect((await send('GET', '/me')).body).toBeNull();
  });

  test('can redirect', async () => {
    sandbox.inject({ fault: { type: 'status', status: 302, headers: { location: 'https://example.com/' } } });
    expect(await send('GET', '/me')).toMatchObject({
      status: 302,
      headers: { location: 'https://example.com/' },
    });
  });
});

describe('truncate', () => {
  test('does as asked and breaks the answer off half-way', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'truncate' } });
    const response = await sandbox.fetch(`${sandbox.baseUrl}/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox.apiKey}`,
        'idempotency-key': 'k',
        'content-type': 'application/json',
      },
      body: JSON.stringify(draft()),
    });
    expect(response.status).toBe(201);
    const reader = response.body?.getReader();
    const half = (await reader?.read())?.value;
    expect(half?.byteLength).toBe(Math.floor(Number(response.headers.get('content-length')) / 2));
    await expect(reader?.read()).rejects.toThrow('terminated');
    expect(await count()).toBe(1);
  });
});

describe('html', () => {
  test('answers with a gateway’s page, and nothing is done', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'html' } });
    const answer = await send('POST', '/posts', draft());
    expect(answer.status).toBe(502);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('<!doctype html>');
    expect(await count()).toBe(0);
  });

  test('takes another status', async () => {
    sandbox.inject({ fault: { type: 'html', status: 200 } });
    expect((await send('GET', '/me')).status).toBe(200);
  });
});

describe('inject', () => {
  const teapot = { type: 'status', status: 418 } as const;
  const hit = async (method: string, path: string) => (await send(method, path)).status === 418;

  test('befalls the next request that matches, once', async () => {
    sandbox.inject({ fault: teapot });
    expect(await hit('GET', '/me')).toBe(true);
    expect(await hit('GET', '/me')).toBe(false);
  });

  test('picks requests by method, by path and by pattern', async () => {
    sandbox.inject({ method: 'post', path: '/posts', fault: teapot });
    expect(await hit('GET', '/posts')).toBe(false);
    expect(await hit('POST', '/posts/1/cancel')).toBe(false);
    expect(await hit('POST', '/posts')).toBe(true);
    sandbox.inject({ path: /^\/posts\/[^/]+$/g, times: 2, fault: teapot });
    expect(await hit('GET', '/posts')).toBe(false);
    expect(await hit('GET', '/posts/1')).toBe(true);
    expect(await hit('GET', '/posts/2')).toBe(true);
    expect(await hit('GET', '/posts/3')).toBe(false);
  });

  test('matches a path without its query', async () => {
    sandbox.inject({ path: '/posts', fault: teapot });
    expect(await hit('GET', '/posts?limit=1')).toBe(true);
  });

  test('happens as often as it was told, in the order of injection', async () => {
    sandbox.inject({ times: 2, fault: teapot });
    sandbox.inject({ fault: { type: 'status', status: 500 } });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await send('GET', '/me')).status);
    expect(statuses).toEqual([418, 418, 500, 200]);
    sandbox.inject({ times: Number.POSITIVE_INFINITY, fault: teapot });
    for (let i = 0; i < 20; i++) expect(await hit('GET', '/me')).toBe(true);
  });

  test('reaches the storage too', async () => {
    const signed = await send('POST', '/media-assets/upload-url', {
      socialSetId: 'set_1',
      fileName: 'a.png',
      mimeType: 'image/png',
    });
    const put = () =>
      sandbox.fetch(signed.body.data.uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: 'x',
      });
    sandbox.inject({ method: 'PUT', path: /\/storage\//, fault: { type: 'drop' } });
    await expect(put()).rejects.toMatchObject(broken);
    expect(sandbox.uploads).toEqual([]);
    sandbox.inject({ method: 'PUT', fault: { type: 'drop-after-commit' } });
    await expect(put()).rejects.toMatchObject(broken);
    expect((await put()).status).toBe(403);
  });

  test.each([
    ['an unknown type', { fault: { type: 'explode' } }],
    ['an inherited name', { fault: { type: 'toString' } }],
    ['no fault', {}],
    ['a delay without ms', { fault: { type: 'delay' } }],
    ['a negative delay', { fault: { type: 'delay', ms: -1 } }],
    ['a status without status', { fault: { type: 'status' } }],
    ['a status out of range', { fault: { type: 'status', status: 99 } }],
    ['no times', { times: 0, fault: { type: 'drop' } }],
    ['times that is no number', { times: 'many', fault: { type: 'drop' } }],
  ])('refuses %s', (_, injection) => {
    expect(() => sandbox.inject(injection as never)).toThrow(TypeError);
  });
});

describe('requests', () => {
  test('holds what arrived, in order, as it came, whatever became of it', async () => {
    sandbox.inject({ method: 'POST', fault: { type: 'drop' } });
    await send('POST', '/posts?a=1&a=2&__proto__=x', draft({ text: 'Hi' })).catch(() => {});
    await raw(sandbox, 'GET', '/posts/a%20b', undefined, { key: 'wrong' });
    await send('PATCH', '/posts/1', '{broken');
    expect(sandbox.requests).toMatchObject([
      {
        method: 'POST',
        path: '/posts',
        query: { a: '1' },
        headers: {
          authorization: `Bearer ${sandbox.apiKey}`,
          'idempotency-key': expect.any(String),
          'content-type': 'application/json',
        },
        body: { text: 'Hi', mode: 'draft' },
      },
      { method: 'GET', path: '/posts/a%20b', query: {}, headers: { authorization: 'Bearer wrong' } },
      { method: 'PATCH', path: '/posts/1', body: '{broken' },
    ]);
    expect(sandbox.requests[1]?.body).toBeUndefined();
  });

  test('keeps the newest ten thousand', async () => {
    for (let i = 0; i < 10_010; i++) await sandbox.fetch(`${sandbox.baseUrl}/${i}`);
    expect(sandbox.requests).toHaveLength(10_000);
    expect(sandbox.requests[0]?.path).toBe('/10');
  });
});

test.each(['posts', '/posts?limit=1', 'https://sandbox.invalid/v1/posts', '/posts#top'])(
  'a fault at %s, which no request can match, is a mistake',
  (path) => {
    expect(() => createSandbox().inject({ path, fault: { type: 'drop' } })).toThrow(
      /relative to the base URL/,
    );
  },
);
