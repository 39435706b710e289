import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, SocialPublishing, SocialPublishingError } from '../../src/index.ts';
import { apiKey, json, postEnvelope, testClient } from '../support/fixtures.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';

const baseUrl = 'https://api.example.test/v1';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function warnings() {
  const warn = vi.fn();
  const logger = { error: warn, warn, info: warn, debug: warn };
  return { warn, logger };
}

async function requestOf(client: SocialPublishing, requests: readonly Request[]): Promise<Request> {
  await client.posts.get('a');
  const request = requests.at(-1);
  if (!request) throw new Error('Nothing was sent.');
  return request;
}

describe('the environment', () => {
  it('gives the key and the base URL', async () => {
    vi.stubEnv('SOCIAL_PUBLISHING_API_KEY', ' key_from_env\n');
    vi.stubEnv('SOCIAL_PUBLISHING_BASE_URL', 'https://env.example.test/v1');
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const { url, headers } = await requestOf(new SocialPublishing({ fetch, pacing: false }), requests);
    expect(url).toBe('https://env.example.test/v1/posts/a');
    expect(headers.get('authorization')).toBe('Bearer key_from_env');
  });

  it('that is set to nothing is as none', () => {
    for (const empty of ['', ' ']) {
      vi.stubEnv('SOCIAL_PUBLISHING_API_KEY', empty);
      vi.stubEnv('SOCIAL_PUBLISHING_BASE_URL', empty);
      expect(() => new SocialPublishing({ baseUrl })).toThrow('apiKey is missing');
      expect(() => new SocialPublishing({ apiKey })).toThrow('baseUrl is missing');
    }
  });

  it('gives way to options', async () => {
    vi.stubEnv('SOCIAL_PUBLISHING_API_KEY', 'key_from_env');
    vi.stubEnv('SOCIAL_PUBLISHING_BASE_URL', 'https://env.example.test/v1');
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const { url, headers } = await requestOf(testClient({ fetch }), requests);
    expect(url).toBe(`${baseUrl}/posts/a`);
    expect(headers.get('authorization')).toBe(`Bearer ${apiKey}`);
  });

  it('sets the log level, and a wrong word there is as none', () => {
    for (const [level, times] of [
      ['ERROR', 0],
      [' error\n', 0],
      ['off', 0],
      ['warn', 1],
      ['loud', 1],
    ] as const) {
      vi.stubEnv('SOCIAL_PUBLISHING_LOG', level);
      const { warn, logger } = warnings();
      new SocialPublishing({ apiKey, baseUrl: 'http://far.example.test/v1', logger });
      expect(warn).toHaveBeenCalledTimes(times);
    }
  });

  it('that may not be read is none', () => {
    const env = new Proxy(
      {},
      {
        get: () => {
          throw new Error('Requires env access');
        },
      },
    );
    vi.stubGlobal('process', { env });
    expect(() => new SocialPublishing({ apiKey, baseUrl })).not.toThrow();
    expect(() => new SocialPublishing({ baseUrl })).toThrow('apiKey is missing');
  });
});

describe('the key', () => {
  it.each<[string, unknown, string]>([
    [
      'missing',
      undefined,
      "apiKey is missing: pass { apiKey } or set the environment's SOCIAL_PUBLISHING_API_KEY",
    ],
    ['empty', '', 'apiKey must be one or more visible ASCII characters without spaces'],
    ['of two lines', 'a\nb', 'apiKey must be one or more visible ASCII'],
    ['no text', 7, 'apiKey must be one or more visible ASCII'],
  ])('that is %s throws in the constructor, and is not quoted', (_how, key, message) => {
    vi.stubEnv('SOCIAL_PUBLISHING_API_KEY', undefined);
    const construct = () => new SocialPublishing({ apiKey: key as string, baseUrl }); // what JavaScript lets through
    expect(construct).toThrow(SocialPublishingError);
    expect(construct).toThrow(message);
  });

  it('loses a line break at its end: that is how keys come out of files', async () => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const { headers } = await requestOf(testClient({ fetch, apiKey: 'key_1\n' }), requests);
    expect(headers.get('authorization')).toBe('Bearer key_1');
  });
});

describe('in a page', () => {
  const enterPage = (): void => {
    vi.stubGlobal('window', { document: {} });
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('location', { href: 'https://app.example.test/editor/new?draft=1' });
  };

  it('a literal key throws, and says what to do', () => {
    enterPage();
    expect(() => testClient()).toThrow(
      /put a proxy .* pass a function, or set dangerouslyAllowBrowser: true/,
    );
  });

  it('so does one that a bundler took from the environment', () => {
    enterPage();
    vi.stubEnv('SOCIAL_PUBLISHING_API_KEY', 'key_from_env');
    expect(() => testClient({ apiKey: undefined })).toThrow('dangerouslyAllowBrowser');
  });

  it('dangerouslyAllowBrowser allows it; a function needs no permission', () => {
    enterPage();
    expect(() => testClient({ dangerouslyAllowBrowser: true })).not.toThrow();
    expect(() => testClient({ apiKey: () => 'key' })).not.toThrow();
  });

  it('the base URL may be relative to it', () => {
    enterPage();
    const { baseUrl: resolved } = testClient({ apiKey: () => 'key', baseUrl: '/api/v1' });
    expect(resolved).toBe('https://app.example.test/api/v1');
  });
});

describe('the base URL', () => {
  it.each([
    ['https://h.test/v1', 'https://h.test/v1/posts/a'],
    ['https://h.test/v1/', 'https://h.test/v1/posts/a'],
    ['https://h.test/v1///', 'https://h.test/v1/posts/a'],
    ['https://h.test/proxy/social/v1', 'https://h.test/proxy/social/v1/posts/a'],
    ['  https://h.test:8443/v1\n', 'https://h.test:8443/v1/posts/a'],
    ['https://h.test', 'https://h.test/posts/a'],
  ])('%j sends to %s', async (given, url) => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const client = testClient({ fetch, baseUrl: given });
    expect((await requestOf(client, requests)).url).toBe(url);
    expect(`${client.baseUrl}/posts/a`).toBe(url);
  });

  it.each([
    '',
    'h.test/v1',
    '/v1',
    'ftp://h.test/v1',
    'https://user:pass@h.test/v1',
    'https://user@h.test/v1',
    'https://h.test/v1?key=1',
    'https://h.test/v1#top',
    'https://',
    7,
  ])('%j throws, and is not quoted: it may hold a password', (given) => {
    vi.stubEnv('SOCIAL_PUBLISHING_BASE_URL', undefined);
    const construct = () => testClient({ baseUrl: given as string }); // what JavaScript lets through
    expect(construct).toThrow('baseUrl must be an http(s) URL without credentials, query or fragment');
    expect(construct).not.toThrow('pass');
  });

  it('that is missing throws: the service names no host', () => {
    vi.stubEnv('SOCIAL_PUBLISHING_BASE_URL', undefined);
    expect(() => testClient({ baseUrl: undefined })).toThrow('baseUrl is missing: pass { baseUrl } or set');
  });

  it.each([
    ['http://h.test/v1', true],
    ['http://localhost.h.test/v1', true],
    ['http://10.0.0.1/v1', true],
    ['https://h.test/v1', false],
    ['http://localhost:3000/v1', false],
    ['http://api.localhost/v1', false],
    ['http://127.0.0.1:3000/v1', false],
    ['http://127.1.2.3/v1', false],
    ['http://[::1]:3000/v1', false],
  ])('%s: warns of plain http: %s', (given, warns) => {
    const { warn, logger } = warnings();
    testClient({ baseUrl: given, logger, logLevel: 'warn' });
    expect(warn.mock.calls.flat().some((said) => String(said).includes('plain http'))).toBe(warns);
  });

  it('that does not end with the version is warned of', () => {
    const { warn, logger } = warnings();
    testClient({ baseUrl: 'https://h.test/api', logger, logLevel: 'warn' });
    expect(warn).toHaveBeenCalledWith(
      '[social-publishing] baseUrl does not end with the version segment /v1 (/api)',
    );
  });
});

describe('other options', () => {
  it.each<[object, string]>([
    [{ responseValidation: 'loud' }, 'responseValidation must be one of warn, strict, off'],
    [{ logLevel: 'loud' }, 'logLevel must be one of off, error, warn, info, debug (got loud)'],
    [{ fetch: 'fetch' }, 'fetch must be a function like the global fetch'],
    [{ pacing: 'slow' }, "pacing must be 'auto', false, or an object with acquire() and observe()"],
    [{ pacing: true }, "pacing must be 'auto', false, or an object with acquire() and observe()"],
    [{ pacing: { acquire: () => undefined } }, 'pacing must be'],
    [{ pacing: { observe: () => undefined } }, 'pacing must be'],
    [{ hooks: { onRetry: 'log' } }, 'hooks.onRetry must be a function'],
  ])('%j is refused', (options, message) => {
    expect(() => testClient(options as ClientOptions)).toThrow(message); // what JavaScript lets through
  });

  it('that are wrong are all told at once', () => {
    expect(() => testClient({ timeout: 0, maxRetries: -1 })).toThrow(/timeout must .*; maxRetries must /);
  });

  it('changed after the client was made change nothing', async () => {
    const { fetch, requests } = scriptedFetch(json(postEnvelope));
    const options: ClientOptions = {
      apiKey: 'key_1',
      baseUrl,
      fetch,
      pacing: false,
      headers: { 'x-a': '1' },
    };
    const client = new SocialPublishing(options);
    Object.assign(options, { apiKey: 'key_2', baseUrl: 'https://evil.test/v1', headers: {} });
    for (const unchanged of [client, client.withOptions({ timeout: 5_000 })]) {
      const { url, headers } = await requestOf(unchanged, requests);
      const seen = [url, headers.get('authorization'), headers.get('x-a')];
      expect(seen).toEqual([`${baseUrl}/posts/a`, 'Bearer key_1', '1']);
    }
  });

  it('construct no Request and send nothing', () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    new SocialPublishing({
      apiKey: () => {
        throw new Error('not yet');
      },
      baseUrl,
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});
