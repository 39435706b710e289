import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxServer, type ServedRequest, startSandboxServer } from '../../src/sandbox/server.ts';
import { draft, publishNow, raw } from './raw.ts';

let server: SandboxServer;
let served: ServedRequest[];

beforeEach(async () => {
  served = [];
  server = await startSandboxServer({ rateLimits: false, onRequest: (request) => served.push(request) });
});

afterEach(() => server.close());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  raw(server.sandbox, method, path, body, { fetch, headers });

/** A request that `fetch` would not make. */
function plain(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array[] } = {},
): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; text: string }> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(server.baseUrl);
    const [hostname, port] = host.split(':');
    const outgoing = httpRequest({ hostname, port, path, method: options.method, headers: options.headers });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => {
        text += chunk;
      });
      incoming.on('error', reject);
      incoming.on('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers, text }));
    });
    if (Array.isArray(options.body)) for (const chunk of options.body) outgoing.write(chunk);
    outgoing.end(typeof options.body === 'string' ? options.body : undefined);
  });
}

describe('The server', () => {
  test('answers over HTTP as the sandbox does in process, on a free port of loopback', async () => {
    expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(server.sandbox.baseUrl).toBe(server.baseUrl);
    expect(server.apiKey).toBe(server.sandbox.apiKey);
    const created = await send('POST', '/posts', publishNow());
    expect(created.status).toBe(202);
    await server.sandbox.advance(1000);
    const got = await send('GET', `/posts/${created.body.data.id}`);
    expect(got.body.data.status).toBe('pushed');
    expect(got.headers['x-request-id']).toBe(got.body.requestId);
    expect((await send('GET', '/posts/none')).status).toBe(404);
    expect((await send('DELETE', `/posts/${created.body.data.id}`)).body.data).toEqual({ deleted: true });
  });

  test('cannot be reached from beyond this machine', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal);
    if (!outside) return;
    const { port } = new URL(server.baseUrl);
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: outside.address, port: Number(port) });
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
      socket.setTimeout(1000, () => resolve(false)).on('close', () => socket.destroy());
    });
    expect(reached).toBe(false);
  });

  test('listens where it is told, on IPv6 too', async () => {
    const other = await startSandboxServer({ host: '::1' }).catch((error: { code?: string }) => error);
    // A machine without IPv6 says so.
    if (!('baseUrl' in other)) return expect(other.code).toMatch(/EADDRNOTAVAIL|EAFNOSUPPORT/);
    expect(other.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/);
    expect((await fetch(`${other.baseUrl}/me`)).status).toBe(401);
    return other.close();
  });

  test('rejects when the port is taken, and when its options make no sense', async () => {
    const port = Number(new URL(server.baseUrl).port);
    await expect(startSandboxServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(startSandboxServer({ apiKeys: [] })).rejects.toThrow(TypeError);
  });

  test('takes the sandbox’s options', async () => {
    const other = await startSandboxServer({ now: '2030-01-01T00:00:00Z', apiKeys: [{ secret: 'mine' }] });
    expect(other.apiKey).toBe('mine');
    expect(other.sandbox.now.getUTCFullYear()).toBe(2030);
    await other.close();
  });

  test('tells of each request once it is answered, without a signed URL’s token', async () => {
    await send('GET', '/posts?limit=5');
    await send('POST', '/posts', draft(), { 'idempotency-key': 'mine' });
    await send('POST', '/posts', {});
    await fetch(`${new URL(server.baseUrl).origin}/storage/v1/object/upload/sign/media/x?token=secret`, {
      method: 'PUT',
      body: 'x',
    });
    server.sandbox.inject({ fault: { type: 'drop' } });
    await send('GET', '/me').catch(() => {});
    await expect.poll(() => served.length).toBe(5);
    expect(served).toMatchObject([
      { method: 'GET', path: '/v1/posts?limit=5', status: 200, error: undefined },
      { method: 'POST', path: '/v1/posts', status: 201, idempotencyKey: 'mine' },
      { method: 'POST', status: 422, error: expect.stringContaining('validation_error') },
      { method: 'PUT', status: 403 },
      { method: 'GET', path: '/v1/me', status: undefined },
    ]);
    expect(JSON.stringify(served)).not.toContain('secret');
  });
});

describe('Faults over HTTP', () => {
  test('drop resets the connection before anything is done', async () => {
    server.sandbox.inject({ fault: { type: 'drop' } });
    await expect(send('POST', '/posts', draft())).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect((await send('GET', '/posts')).body.data).toEqual([]);
  });

  test('drop-after-commit resets it once the work is done', async () => {
    server.sandbox.inject({ fault: { type: 'drop-after-commit' } });
    await expect(send('POST', '/posts', draft())).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect((await send('GET', '/posts')).body.data).toHaveLength(1);
  });

  test('truncate sends half of what Content-Length promises', async () => {
    server.sandbox.inject({ fault: { type: 'truncate' } });
    const response = await fetch(`${server.baseUrl}/me`, {
      headers: { authorization: `Bearer ${server.apiKey}` },
    });
    expect(response.status).toBe(200);
    const promised = Number(response.headers.get('content-length'));
    let received = 0;
    const read = async () => {
      for await (const chunk of response.body ?? []) received += chunk.byteLength;
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(received).toBe(Math.floor(promised / 2));
  });

  test('a caller who gives up during a delay leaves nothing behind', async () => {
    server.sandbox.inject({ fault: { type: 'delay', ms: 60_000 } });
    const signal = AbortSignal.timeout(50);
    await expect(raw(server.sandbox, 'GET', '/me', undefined, { fetch, signal })).rejects.toThrow();
    await expect.poll(() => served).toMatchObject([{ status: undefined }]);
  });

  test('html and status arrive as they are', async () => {
    server.sandbox.inject({ fault: { type: 'html' } });
    expect((await send('GET', '/me')).status).toBe(502);
    server.sandbox.inject({ fault: { type: 'status', status: 204 } });
    expect((await send('GET', '/me')).status).toBe(204);
  });
});

describe('Uploads over HTTP', () => {
  const sign = async () =>
    (
      await send('POST', '/media-assets/upload-url', {
        socialSetId: 'set_1',
        fileName: 'a.png',
        mimeType: 'image/png',
      })
    ).body.data;
  const headers = { 'content-type': 'image/png' };

  test('go to this server, with or without a length, and come back byte for byte', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const whole = await sign();
    expect(whole.uploadUrl).toContain(new URL(server.baseUrl).origin);
    expect((await fetch(whole.uploadUrl, { method: 'PUT', headers, body: bytes })).status).toBe(200);
    const chunked = await sign();
    const body = new Blob([bytes]).stream();
    const response = await fetch(chunked.uploadUrl, {
      method: 'PUT',
      headers,
      body,
      duplex: 'half',
    } as RequestInit); // the DOM's type lacks `duplex`
    expect(response.status).toBe(200);
    for (const { bucketId, objectPath } of [whole, chunked]) {
      const url = `${new URL(server.baseUrl).origin}/storage/v1/object/public/${bucketId}/${objectPath}`;
      expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
    }
    expect(server.sandbox.uploads.map((upload) => upload.headers['content-length'])).toEqual([
      '60000',
      undefined,
    ]);
  });

  test('a signed URL leads back the way its request came', async () => {
    const { port } = new URL(server.baseUrl);
    const answer = await plain('/v1/media-assets/upload-url', {
      method: 'POST',
      headers: {
        host: `sandbox.local:${port}`,
        authorization: `Bearer ${server.apiKey}`,
        'idempotency-key': 'k',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ socialSetId: 'set_1', fileName: 'a.png', mimeType: 'image/png' }),
    });
    expect(JSON.parse(answer.text).data.uploadUrl).toMatch(
      new RegExp(`^http://sandbox\\.local:${port}/storage/`),
    );
  });

  test('a broken upload leaves its URL good for another try', async () => {
    const { uploadUrl } = await sign();
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(10));
        setTimeout(() => controller.error(new Error('unplugged')), 20);
      },
    });
    await expect(
      fetch(uploadUrl, { method: 'PUT', headers, body: stream, duplex: 'half' } as RequestInit),
    ).rejects.toThrow();
    await expect.poll(() => server.sandbox.uploads).toMatchObject([{ status: 0 }]);
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: 'x' })).status).toBe(200);
  });
});

describe('Pages of other origins', () => {
  const origin = 'https://app.example.com';

  test('are told by the preflight what they may send', async () => {
    const response = await fetch(`${server.baseUrl}/posts`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, idempotency-key',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, idempotency-key',
    );
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT'])
      expect(response.headers.get('access-control-allow-methods')).toContain(method);
    expect(server.sandbox.requests).toEqual([]);
  });

  test('may read the answers and the headers that matter, of errors too', async () => {
    for (const path of ['/me', '/posts/none']) {
      const { headers } = await send('GET', path, undefined, { origin });
      expect(headers['access-control-allow-origin']).toBe('*');
      for (const name of ['retry-after', 'x-request-id', 'ratelimit-reset', 'idempotency-replayed'])
        expect(headers['access-control-expose-headers']).toContain(name);
    }
  });

  test('are the only ones to get such headers', async () => {
    expect((await send('GET', '/me')).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('Hostile requests over HTTP', () => {
  test('a body without end is refused while it is still coming', async () => {
    const answer = await plain('/v1/posts', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.apiKey}`,
        'idempotency-key': 'k',
        'content-type': 'application/json',
      },
      body: Array.from({ length: 40 }, () => new Uint8Array(64 * 1024)),
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text).error.code).toBe('payload_too_large');
  });

  test('a length that is too large is refused before its body', async () => {
    const { hostname, port } = new URL(server.baseUrl);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', reject);
      socket.on('data', (data) => resolve(String(data)));
      socket.write(
        `POST /v1/posts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.apiKey}\r\n` +
          'Idempotency-Key: k\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{',
      );
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1\.1 400/],
    [
      'a target that is no path',
      'GET http:// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 40[04]/,
    ],
    ['a strange host', 'GET /v1/me HTTP/1.1\r\nHost: a/b?c\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 401/],
    [
      'a method of the proxies',
      'TRACE /v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 400/,
    ],
    ['huge headers', `GET /v1/me HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
  ])('%s gets an error, and the server lives on', async (_, text, expected) => {
    const { hostname, port } = new URL(server.baseUrl);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname);
      let all = '';
      socket.on('data', (data) => {
        all += data;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(all));
      socket.write(text);
    });
    expect(answer).toMatch(expected);
    expect((await send('GET', '/me')).status).toBe(200);
  });
});

describe('close()', () => {
  test('stops listening and leaves no connection open, not even one in the middle of an answer', async () => {
    const other = await startSandboxServer();
    const { hostname, port } = new URL(other.baseUrl);
    const idle = connect(Number(port), hostname);
    const idleClosed = new Promise((resolve) => idle.on('error', () => {}).on('close', resolve));
    await new Promise((resolve) => idle.on('connect', resolve));
    other.sandbox.inject({ fault: { type: 'delay', ms: 60_000 } });
    const waiting = fetch(`${other.baseUrl}/me`).catch((error: Error) => error.name);
    await expect.poll(() => other.sandbox.requests.length).toBe(1);
    await other.close();
    await idleClosed;
    expect(await waiting).toBe('TypeError');
    await expect(fetch(`${other.baseUrl}/me`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await other.close();
  });
});
