import { afterEach, describe, expect, it, vi } from 'vitest';
import { APIConnectionError, APIError } from '../../src/index.ts';
import { draft, failureOf, json, postEnvelope, testClient } from '../support/fixtures.ts';
import { connectionFailure, scriptedFetch } from '../support/scripted-fetch.ts';
import { closedPort, type Scripted, serve } from '../support/scripted-server.ts';

// Back-offs of no length: these tests are about real connections.
vi.spyOn(Math, 'random').mockReturnValue(0);
afterEach(() => vi.mocked(Math.random).mockClear());

const reset: Scripted = (response) => response.socket?.destroy();
const truncated: Scripted = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"data":{"id":"post_1"', () => response.socket?.destroy());
};
const truncatedChunked: Scripted = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"data":{"id":"post_1"', () => response.socket?.destroy());
};

describe('connections that fail, over HTTP', () => {
  it('a refused one is not-sent: nothing can have happened', async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}/v1`;
    const error = await failureOf(testClient({ baseUrl, maxRetries: 1 }).posts.create(draft));
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).toMatchObject({
      outcome: 'not-sent',
      attempts: 2,
      cause: { cause: { code: 'ECONNREFUSED' } },
    });
    expect((error as Error).message).toBe('posts.create (POST /posts): no answer (ECONNREFUSED).');
  });

  it.each([
    ['is reset before the answer', reset],
    ['breaks off in a 200 of known length', truncated],
    ['breaks off in a 200 of unknown length', truncatedChunked],
  ])('one that %s leaves the outcome of a write unknown', async (_when, answer) => {
    const server = await serve(answer);
    const client = testClient({ baseUrl: server.baseUrl, maxRetries: 0 });
    const error = await failureOf(client.posts.create(draft));
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).not.toBeInstanceOf(APIError);
    expect(error).toMatchObject({ outcome: 'unknown' });
    expect(error).toHaveProperty('idempotencyKey', server.received[0]?.headers['idempotency-key']);
    expect(await failureOf(client.me.get())).toMatchObject({ outcome: 'not-sent' });
  });

  it('all of these are tried again, under the same key', async () => {
    const server = await serve(reset, truncated, truncatedChunked, { body: postEnvelope });
    const client = testClient({ baseUrl: server.baseUrl });
    const { attempts, data } = await client.posts.create(draft).withResponse();
    expect([attempts, data.id]).toEqual([4, 'post_1']);
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('a gzipped answer is read', async () => {
    const { gzipSync } = await import('node:zlib');
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(postEnvelope)));
    });
    await expect(testClient({ baseUrl: server.baseUrl }).posts.get('a')).resolves.toEqual(postEnvelope.data);
  });

  const bytes = Buffer.from(JSON.stringify({ data: { ...postEnvelope.data, text: 'Grüße 👋' } }));

  it('letters that are cut in two by the network arrive whole', async () => {
    const server = await serve(async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (const byte of bytes)
        await new Promise<void>((sent) => response.write(Buffer.of(byte), () => sent()));
      response.end();
    });
    const { text } = await testClient({ baseUrl: server.baseUrl }).posts.get('a');
    expect(text).toBe('Grüße 👋');
  });

  it('so do those that a fetch of theirs cuts in two', async () => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    };
    const fetch = async () => new Response(new ReadableStream({ start }));
    const { text } = await testClient({ fetch }).posts.get('a');
    expect(text).toBe('Grüße 👋');
  });
});

describe('what fetch throws', () => {
  it.each([
    ['ENOTFOUND', 'not-sent'],
    ['EAI_AGAIN', 'not-sent'],
    ['UND_ERR_CONNECT_TIMEOUT', 'not-sent'],
    ['ECONNRESET', 'unknown'],
    ['UND_ERR_HEADERS_TIMEOUT', 'unknown'],
    ['CERT_HAS_EXPIRED', 'unknown'],
  ])('%s: %s', async (code, outcome) => {
    const { fetch } = scriptedFetch(connectionFailure(code));
    const error = await failureOf(testClient({ fetch, maxRetries: 0 }).posts.create(draft));
    expect(error).toMatchObject({
      name: 'APIConnectionError',
      outcome,
      cause: { message: 'fetch failed', cause: { code, message: `connect ${code} 127.0.0.1` } },
    });
    expect((error as Error).message).toContain(`no answer (${code})`);
  });

  it('two addresses that both refuse, as an error without a message, are told by their code', async () => {
    const cause = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    const { fetch } = scriptedFetch(new TypeError('fetch failed', { cause }));
    const error = await failureOf(testClient({ fetch, maxRetries: 0 }).posts.create(draft));
    expect(error).toMatchObject({ outcome: 'not-sent', cause: { cause: { message: 'ECONNREFUSED' } } });
  });

  it.each([
    ["a browser's error", new TypeError('Failed to fetch'), 'Failed to fetch'],
    ['an error of a fetch of their own', new Error('proxy said no'), 'proxy said no'],
    ['an error without words', new Error(''), 'an error without a message'],
    ['a programming error', new TypeError('x is not a function'), 'x is not a function'],
    ['a text', 'out of luck', 'out of luck'],
    ['nothing', undefined, 'connection failed'],
  ])('%s is a connection error, tried again like any other', async (_what, thrown, said) => {
    const fetch = vi.fn(() => Promise.reject(thrown));
    const error = await failureOf(testClient({ fetch, maxRetries: 1 }).posts.create(draft));
    expect(error).toMatchObject({ name: 'APIConnectionError', outcome: 'unknown', attempts: 2 });
    expect((error as Error).message).toContain(`no answer (${said})`);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('a chain of causes that bites its tail ends, and says what it said, without traces of ours', async () => {
    const cause = new Error('round and round');
    cause.cause = cause;
    const error = await failureOf(testClient({ fetch: () => Promise.reject(cause), maxRetries: 0 }).me.get());
    expect(error).toHaveProperty('cause.cause.message', 'round and round');
    expect(error).toHaveProperty('cause.stack', 'Error: round and round');
  });

  it('a stand-in for Response without streams serves', async () => {
    const stub = {
      ok: true,
      status: 200,
      headers: new Headers(),
      text: async () => JSON.stringify(postEnvelope),
    };
    const fetch = async () => stub as unknown as Response; // as a mock in a user's test may be
    await expect(testClient({ fetch }).posts.get('a')).resolves.toMatchObject({ id: 'post_1' });
  });
});

describe('the fetch that is used', () => {
  it('is the global one at the time of the call, called with no this', async () => {
    const client = testClient();
    const seen: unknown[] = [];
    // Said in so many words, because the test runner's modules are sloppy: there `this` is never undefined.
    const strict = new Function(
      'seen',
      'answer',
      "'use strict'; return async function () { seen.push(this); return answer; }",
    );
    vi.stubGlobal('fetch', strict(seen, json(postEnvelope)));
    await client.posts.get('a').finally(() => vi.unstubAllGlobals());
    expect(seen).toEqual([undefined]);
  });

  it("is the caller's own, when there is one", async () => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    await testClient({ fetch }).posts.get('a');
    expect(requests.map(({ url, redirect }) => [url, redirect])).toEqual([
      ['https://api.example.test/v1/posts/a', 'manual'],
    ]);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('a %i is not followed: the key goes nowhere else', async (status) => {
    const elsewhere = await serve({ body: postEnvelope });
    const location = `${elsewhere.origin}/v1/posts?token=secret#part`;
    const server = await serve({ status, headers: { location } });
    const client = testClient({ baseUrl: server.baseUrl });
    for (const call of [() => client.posts.create(draft), () => client.posts.get('a')]) {
      const error = await failureOf(call());
      expect(error).toBeInstanceOf(APIError);
      expect(error).toMatchObject({ status, attempts: 1, outcome: 'rejected' });
      expect((error as Error).message).toContain(
        `redirect to ${elsewhere.origin}/v1/posts, which is not followed`,
      );
      expect(JSON.stringify(error)).not.toContain('token=secret');
    }
    expect(elsewhere.received).toHaveLength(0);
    expect(server.received).toHaveLength(2);
  });

  it('in a page, where a redirect is shown without its status, it is an error too', async () => {
    const opaque = {
      ok: false,
      status: 0,
      type: 'opaqueredirect',
      headers: new Headers(),
      text: async () => '',
    };
    const fetch = async () => opaque as unknown as Response; // Response.error() has another type
    const error = await failureOf(testClient({ fetch }).posts.create(draft));
    expect(error).toMatchObject({ name: 'APIError', status: 0, attempts: 1 });
    expect((error as Error).message).toContain(
      'the answer is a redirect, which is not followed: check baseUrl',
    );
  });

  it('a 304 is no redirect, and no success', async () => {
    const server = await serve({ status: 304 });
    const error = await failureOf(testClient({ baseUrl: server.baseUrl }).posts.get('a'));
    expect(error).toMatchObject({ name: 'APIError', status: 304 });
    expect((error as Error).message).not.toContain('redirect');
  });
});
