import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { type ClientOptions, type Logger, SocialPublishing } from '../../src/index.ts';
import { draft, json, page, postRecord } from '../support/fixtures.ts';
import { closedPort, type Scripted, serve } from '../support/scripted-server.ts';

const secret = 'sk_live_S3cr3t/Key+With=Signs';

/** Everything that a program may print, collected. */
class Channels {
  readonly said: string[] = [];
  readonly logger: Logger = {
    error: (...all) => this.note(...all),
    warn: (...all) => this.note(...all),
    info: (...all) => this.note(...all),
    debug: (...all) => this.note(...all),
  };
  readonly hooks = {
    onRequest: (event: object) => this.note(event),
    onResponse: (event: object) => this.note(event),
    onRetry: (event: object) => this.note(event),
    onPaced: (event: object) => this.note(event),
  };

  note(...values: readonly unknown[]): void {
    for (const value of values) {
      this.said.push(
        inspect(value, { depth: 20, showHidden: true, getters: true, maxStringLength: null }),
        JSON.stringify(value) ?? '',
        String(value),
      );
      if (value instanceof Error) this.note(value.stack, value.cause);
    }
  }

  /** What a call says, however it ends. */
  async listen(call: PromiseLike<unknown>): Promise<void> {
    this.note(call);
    await Promise.resolve(call).catch((error: unknown) => this.note(error));
  }

  expectNoSecret(): void {
    const all = this.said.join('\n');
    expect(all).toContain('posts.create'); // it did listen
    expect(all).not.toContain(secret);
    expect(all).not.toContain(encodeURIComponent(secret));
    expect(all).not.toContain('S3cr3t');
    expect(all).not.toMatch(/bearer (?!\[redacted\])/i);
  }
}

function clientOf(channels: Channels, options: ClientOptions): SocialPublishing {
  return new SocialPublishing({
    apiKey: secret,
    baseUrl: 'https://api.example.test/v1',
    logger: channels.logger,
    logLevel: 'debug',
    hooks: channels.hooks,
    ...options,
  });
}

const echo: Scripted = (response, { headers, url }) => {
  const said = { message: `${headers['authorization']} ${url}`, deep: [{ headers }] };
  const status = Number(headers['x-status']);
  response.writeHead(status, { 'x-echo': headers['authorization'] ?? '', 'retry-after-ms': '0' });
  response.end(status === 203 ? `<pre>${headers['authorization']}` : JSON.stringify(said));
};

describe('the API key', () => {
  it.each([301, 400, 401, 403, 404, 409, 422, 429, 500, 503, 200, 203])(
    'is nowhere, when a server echoes it with a %i',
    async (status) => {
      const channels = new Channels();
      const server = await serve(echo);
      const headers = { 'x-status': String(status) };
      const client = clientOf(channels, { baseUrl: server.baseUrl, maxRetries: 1, headers });
      await channels.listen(client.posts.create(draft));
      await channels.listen(client.posts.get(encodeURIComponent(secret).slice(0, 6)));
      expect(server.received[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
      channels.expectNoSecret();
    },
  );

  it('is nowhere, when an answer echoes it where its schema wants something else', async () => {
    const channels = new Channels();
    const record = { ...postRecord, publishTargets: secret.slice(0, 29), media: 7, mediaRefs: secret };
    const client = clientOf(channels, { fetch: async () => json({ data: record }) });
    await client.posts.create(draft);
    await channels.listen(client.withOptions({ responseValidation: 'strict' }).posts.create(draft));
    channels.expectNoSecret();
  });

  it('is nowhere, when a pacer that fails before the first attempt names it', async () => {
    const channels = new Channels();
    const acquire = async (): Promise<void> => {
      throw new Error(`no budget for ${secret}`);
    };
    const pacing = { acquire, observe: () => undefined };
    await channels.listen(clientOf(channels, { pacing }).posts.create(draft));
    channels.expectNoSecret();
  });

  it('is nowhere, when a redirect points to it', async () => {
    const channels = new Channels();
    const location = `https://elsewhere.test/${secret}/login`;
    const fetch = async () => new Response(null, { status: 302, headers: { location } });
    await channels.listen(clientOf(channels, { fetch }).posts.create(draft));
    channels.expectNoSecret();
  });

  it('is nowhere, when connections fail', async () => {
    const channels = new Channels();
    const server = await serve((response) => response.socket?.destroy());
    for (const baseUrl of [server.baseUrl, `http://127.0.0.1:${await closedPort()}/v1`]) {
      const client = clientOf(channels, { baseUrl, maxRetries: 1 });
      await channels.listen(client.posts.create(draft, { timeout: 2_000 }));
    }
    channels.expectNoSecret();
  });

  it.each<[string, (request: Request) => unknown]>([
    ['says it', (request) => new Error(`could not send ${request.headers.get('authorization')}`)],
    [
      'holds the request',
      (request) => Object.assign(new Error('no'), { request, config: { headers: [...request.headers] } }),
    ],
    [
      'hides it in its causes',
      (request) =>
        new TypeError('fetch failed', {
          cause: new Error('a', { cause: new Error([...request.headers].join()) }),
        }),
    ],
    ['names itself so', () => Object.assign(new Error('no'), { name: secret, code: secret })],
    ['says it as a URL would', () => new Error(`no: /login?key=${encodeURIComponent(secret)}`)],
    ['is a text', (request) => `no: ${request.headers.get('authorization')}`],
    [
      'has it in its stack',
      () => Object.assign(new Error('no'), { stack: `Error: no\n at fetch(${secret})` }),
    ],
  ])('is nowhere, when a fetch of theirs throws what %s', async (_what, thrown) => {
    const channels = new Channels();
    const fetch = (request: Request): Promise<Response> => Promise.reject(thrown(request));
    await channels.listen(clientOf(channels, { fetch, maxRetries: 0 }).posts.create(draft));
    channels.expectNoSecret();
  });

  it('is nowhere, when ky’s own error holds the request', async () => {
    const channels = new Channels();
    // The message that ky knows as a network error: it wraps it together with the request.
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const call = clientOf(channels, { fetch, maxRetries: 0 }).posts.create(draft);
    const error = await call.catch((thrown: unknown) => thrown);
    channels.note(error);
    expect(error).toHaveProperty('cause.message', 'fetch failed');
    expect(Object.keys((error as Error).cause as object)).not.toContain('request');
    channels.expectNoSecret();
  });

  it('is nowhere, when it comes from a function', async () => {
    const channels = new Channels();
    const server = await serve(echo);
    const headers = { 'x-status': '401' };
    const client = clientOf(channels, { apiKey: async () => secret, baseUrl: server.baseUrl, headers });
    await channels.listen(client.posts.create(draft));
    const ok = clientOf(channels, {
      apiKey: () => secret,
      fetch: async () => json({ data: postRecord }, { headers: { 'x-echo': secret } }),
    });
    channels.note((await ok.posts.create(draft).withResponse()).headers);
    channels.expectNoSecret();
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('vault is sealed');
      },
      'vault is sealed',
    ],
    ['rejects', () => Promise.reject(new Error('vault is sealed')), 'vault is sealed'],
    ['gives nothing', () => undefined, 'it returned no key that a header can carry'],
    [
      'gives what no header carries',
      () => `${secret}\n${secret}`,
      'it returned no key that a header can carry',
    ],
  ])('a key function that %s ends the call at once, nothing sent', async (_how, apiKey, said) => {
    const channels = new Channels();
    const fetch = vi.fn();
    const client = clientOf(channels, { apiKey: apiKey as () => string, fetch }); // what JavaScript lets through
    const error = await client.posts.create(draft).catch((thrown: unknown) => thrown);
    channels.note(error);
    expect(error).toMatchObject({ name: 'APIConnectionError', outcome: 'not-sent', attempts: 1 });
    expect(error).toHaveProperty('message', 'posts.create (POST /posts): the apiKey function failed.');
    expect(error).toHaveProperty('cause.message', said);
    expect(fetch).not.toHaveBeenCalled();
    channels.expectNoSecret();
  });

  it('is asked for on each attempt, and each request goes with its own', async () => {
    const server = await serve(
      { status: 503, headers: { 'retry-after-ms': '0' } },
      { body: { data: postRecord } },
    );
    let turn = 0;
    const apiKey = async () => `key_${++turn}\n`; // as it comes out of a file
    await clientOf(new Channels(), { apiKey, baseUrl: server.baseUrl }).posts.create(draft);
    expect(server.received.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer key_1',
      'Bearer key_2',
    ]);
  });

  it('that fails only on the second attempt is not asked a third time', async () => {
    const apiKey = vi.fn().mockReturnValueOnce('key_1').mockRejectedValue(new Error('vault is sealed'));
    const fetch = vi.fn(async () => json({}, { status: 503, headers: { 'retry-after-ms': '0' } }));
    const call = clientOf(new Channels(), { apiKey, fetch }).posts.create(draft);
    const error = await call.catch((thrown: unknown) => thrown);
    // The first attempt may have happened.
    expect(error).toMatchObject({ name: 'APIConnectionError', outcome: 'unknown', attempts: 2 });
    expect([apiKey, fetch].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  });

  it('is not in the client, however it is printed', async () => {
    const channels = new Channels();
    const client = clientOf(channels, { fetch: async () => page(['a']) });
    const list = client.posts.list();
    channels.note('posts.create', client, client.posts, client.withOptions({ timeout: 5 }), list, await list);
    expect(inspect(client)).toMatch(/^SocialPublishing \{/);
    expect(() => JSON.stringify(client)).not.toThrow();
    channels.expectNoSecret();
  });

  it('is in no header but Authorization', async () => {
    const server = await serve({ body: { data: postRecord } });
    await clientOf(new Channels(), { baseUrl: server.baseUrl }).posts.create(draft);
    const { authorization, ...others } = server.received[0]?.headers ?? {};
    expect(authorization).toBe(`Bearer ${secret}`);
    expect(JSON.stringify([others, server.received[0]?.url, server.received[0]?.body])).not.toContain(
      'S3cr3t',
    );
  });
});

describe('a signed URL', () => {
  const uploadUrl = 'https://storage.test/bucket/cat.png?X-Signature=s1gn4tur3&Expires=9';

  it('is in no error without its path, but its query is', async () => {
    const channels = new Channels();
    const data = { uploadUrl, bucketId: 7, objectPath: 'cat.png', token: 't0k3n-of-the-upload' };
    const client = clientOf(channels, { fetch: async () => json({ data }), responseValidation: 'strict' });
    const params = { socialSetId: 's', fileName: 'cat.png', mimeType: 'image/png' };
    await channels.listen(client.mediaAssets.createUploadUrl(params));
    const all = channels.said.join('\n');
    expect(all).toContain('https://storage.test/bucket/cat.png?[redacted]');
    expect(all).not.toContain('s1gn4tur3');
    expect(all).not.toContain('t0k3n');
  });

  it('is given to the caller whole', async () => {
    const data = { uploadUrl, bucketId: 'b', objectPath: 'cat.png', token: 't' };
    const client = clientOf(new Channels(), { fetch: async () => json({ data }) });
    const params = { socialSetId: 's', fileName: 'cat.png', mimeType: 'image/png' };
    expect(await client.mediaAssets.createUploadUrl(params)).toEqual(data);
  });
});
