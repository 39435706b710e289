import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../src/pacing/limits.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { RateLimiter } from '../../src/sandbox/rate-limiter.ts';
import { draft, hour, minute, publishNow, raw, start } from './raw.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers();
  sandbox = createSandbox({ now: start });
  return () => vi.useRealTimers();
});

type Call = () => ReturnType<typeof raw>;

const read =
  (path: string): Call =>
  () =>
    raw(sandbox, 'GET', path);
const write =
  (path: string, body?: unknown, method = 'POST'): Call =>
  () =>
    raw(sandbox, method, path, body);

/** How many calls in a row are let in. */
async function admitted(call: Call): Promise<number> {
  for (let count = 0; ; count++) if ((await call()).status === 429) return count;
}

/** As many posts as asked for, however long that takes. */
async function drafts(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    ids.push((await raw(sandbox, 'POST', '/posts', draft())).body.data.id);
    await sandbox.advance(minute);
  }
  return ids;
}

describe('Per minute, a key may make', () => {
  const idea = { socialSetId: 'set_1', content: 'x' };
  const upload = { socialSetId: 'set_1', fileName: 'a.png', mimeType: 'image/png' };
  const cases: [number, string, Call][] = [
    [120, 'general reads (GET /social-sets)', read('/social-sets')],
    [120, 'general reads (GET /platforms)', read('/platforms')],
    [120, 'general reads (GET /workspaces)', read('/workspaces')],
    [120, 'general reads (GET /media-assets)', read('/media-assets')],
    [60, 'reads of accounts', read('/accounts')],
    [60, 'reads of folders', read('/folders')],
    [60, 'reads of one folder', read('/folders/folder_1')],
    [60, 'reads of ideas', read('/ideas')],
    [60, 'reads of /me', read('/me')],
    [60, 'reads of posts', read('/posts')],
    [60, 'reads of one post', read('/posts/post_1')],
    [20, 'reads of usage', read('/usage')],
    [20, 'writes (POST /media-assets/upload-url)', write('/media-assets/upload-url', upload)],
    [20, 'writes (PATCH /posts/{id})', write('/posts/post_1', { text: 'x' }, 'PATCH')],
    [20, 'writes (DELETE /posts/{id})', write('/posts/post_1', undefined, 'DELETE')],
    [20, 'writes to folders', write('/folders', { socialSetId: 'set_1', name: 'x' })],
    [20, 'writes to ideas', write('/ideas', idea)],
    [10, 'POST /posts', write('/posts', draft())],
    [3, 'POST /posts/{id}/publish', write('/posts/post_1/publish')],
  ];

  test.each(cases)('%i %s, and again as many a minute later', async (count, _, call) => {
    expect(await admitted(call)).toBe(count);
    await sandbox.advance(minute - 1);
    expect((await call()).status).toBe(429);
    await sandbox.advance(1);
    expect(await admitted(call)).toBe(count);
  });

  test('120 reads of all kinds together', async () => {
    expect(await admitted(read('/accounts'))).toBe(60);
    expect(await admitted(read('/posts'))).toBe(60);
    expect(await admitted(read('/platforms'))).toBe(0);
  });

  test('20 writes of all kinds together', async () => {
    expect(await admitted(write('/posts', draft()))).toBe(10);
    expect(await admitted(write('/ideas', idea))).toBe(10);
    expect(await admitted(write('/posts/post_1', undefined, 'DELETE'))).toBe(0);
  });

  test('reads beside its writes', async () => {
    await admitted(write('/ideas', idea));
    expect((await read('/ideas')()).status).toBe(200);
  });
});

describe('Per hour, a key may make', () => {
  const perHour = async (call: Call): Promise<number> => {
    let count = 0;
    for (let minutes = 0; minutes < 60; minutes++) {
      count += await admitted(call);
      await sandbox.advance(minute);
    }
    return count;
  };

  test('120 POST /posts', async () => {
    expect(await perHour(write('/posts', draft()))).toBe(120);
    expect(await admitted(write('/posts', draft()))).toBe(10);
  });

  test('30 publishes', async () => {
    const [id] = await drafts(1);
    const call = write(`/posts/${id}/publish`);
    expect(await perHour(call)).toBe(30);
  });
});

describe('publish_now', () => {
  test('is limited to 5 in 10 minutes for each Social Set, besides its other limits', async () => {
    const to = (set: number) =>
      write(
        '/posts',
        publishNow({
          socialSetId: `set_${set}`,
          publishTargets: [{ socialAccountId: `acc_x_${set}`, platform: 'x' }],
        }),
      );
    expect(await admitted(to(1))).toBe(3);
    await sandbox.advance(minute);
    expect(await admitted(to(1))).toBe(2);
    expect(await admitted(to(2))).toBe(1);
    await sandbox.advance(8 * minute);
    expect(await admitted(to(1))).toBe(0);
    await sandbox.advance(minute);
    expect(await admitted(to(1))).toBe(3);
  });

  test('counts as POST /posts too', async () => {
    expect(await admitted(write('/posts', publishNow()))).toBe(3);
    expect(await admitted(write('/posts', draft()))).toBe(7);
  });
});

describe('POST /posts/{id}/publish', () => {
  test('counts as a publish, and not as a POST /posts', async () => {
    const [id] = await drafts(1);
    expect(await admitted(write(`/posts/${id}/publish`))).toBe(3);
    expect(await admitted(write('/posts', publishNow()))).toBe(0);
    expect(await admitted(write('/posts', draft()))).toBe(10);
  });
});

describe('A call that exceeds a limit', () => {
  test('answers 429 with a code and the headers that say when to come back', async () => {
    await admitted(write('/posts', publishNow()));
    await sandbox.advance(20_500);
    const answer = await write('/posts', publishNow())();
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } });
    expect(answer.headers).toMatchObject({
      'retry-after': '40',
      'ratelimit-limit': '3',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '40',
    });
    await sandbox.advance(39_500);
    expect((await write('/posts', publishNow())()).status).toBe(202);
  });

  test('does nothing and counts nowhere', async () => {
    await admitted(write('/posts', publishNow()));
    for (let i = 0; i < 100; i++) await write('/posts', publishNow())();
    expect(await admitted(write('/posts', draft()))).toBe(7);
    expect((await read('/posts')()).body.data).toHaveLength(10);
  });

  test('waits as long as its slowest limit', async () => {
    const [id] = await drafts(1);
    for (let i = 0; i < 10; i++) {
      if (i > 0) await sandbox.advance(minute);
      expect(await admitted(write(`/posts/${id}/publish`))).toBe(3);
    }
    // The minute is full as well as the hour.
    const answer = await write(`/posts/${id}/publish`)();
    expect(Number(answer.headers['retry-after'])).toBe(3600 - 9 * 60);
  });
});

describe('Limits', () => {
  test('hold for each key alone', async () => {
    sandbox = createSandbox({ now: start, apiKeys: [{ secret: 'one' }, { secret: 'two' }] });
    const as =
      (key: string): Call =>
      () =>
        raw(sandbox, 'GET', '/usage', undefined, { key });
    expect(await admitted(as('one'))).toBe(20);
    expect(await admitted(as('two'))).toBe(20);
  });

  test('count what is refused for its content, and nothing without a good key', async () => {
    expect(await admitted(write('/posts', {}))).toBe(10);
    for (let i = 0; i < 200; i++) await raw(sandbox, 'GET', '/usage', undefined, { key: 'wrong' });
    expect(await admitted(read('/usage'))).toBe(20);
  });

  test('count broken JSON as a write', async () => {
    expect(await admitted(write('/posts', '{'))).toBe(10);
  });

  test('can be switched off', async () => {
    sandbox = createSandbox({ rateLimits: false });
    for (let i = 0; i < 200; i++) expect((await write('/posts', publishNow())()).status).toBe(202);
    expect((await read('/me')()).body.data.rateLimit).toEqual({ limit: 60, remaining: 60, reset: 0 });
  });

  test('are reported by /me: the most restrictive one for that request', async () => {
    expect((await read('/me')()).body.data.rateLimit).toEqual({ limit: 60, remaining: 59, reset: 60 });
    await sandbox.advance(10_000);
    expect((await read('/me')()).body.data.rateLimit).toEqual({ limit: 60, remaining: 58, reset: 50 });
    for (let i = 0; i < 65; i++) await read('/platforms')();
    expect((await read('/me')()).body.data.rateLimit).toEqual({ limit: 120, remaining: 52, reset: 50 });
  });

  test('are reported by /usage under the names of the document', async () => {
    expect((await read('/usage')()).body.data.rateLimit).toEqual({
      defaultPerMinute: 120,
      mutatingPerMinute: 20,
      endpointLimits: {
        postsWritePerMinute: 10,
        postsWritePerHour: 120,
        postsPublishPerMinute: 3,
        postsPublishPerHour: 30,
        accountsReadPerMinute: 60,
        foldersReadPerMinute: 60,
        ideasReadPerMinute: 60,
        meReadPerMinute: 60,
        postsReadPerMinute: 60,
        foldersWritePerMinute: 20,
        ideasWritePerMinute: 20,
        usageReadPerMinute: 20,
      },
    });
  });
});

test('In no window of its length does a limit ever let in more than it allows, nor less than it could', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 45_000 }), { maxLength: 60 }), (gaps) => {
      const limiter = new RateLimiter();
      const { max, windowMs } = limits.postsPublishPerMinute;
      const times: number[] = [];
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        const recent = times.filter((time) => time > now - windowMs).length;
        const room = recent < max;
        const admit = () => limiter.admit('key', ['postsPublishPerMinute'], undefined, now);
        if (room) admit();
        else expect(admit).toThrow('rate limit');
        if (room) times.push(now);
      }
    }),
  );
});

test('An hour is as long for the limits as for the clock', async () => {
  await admitted(write('/posts', draft()));
  await sandbox.advance(hour);
  expect(await admitted(write('/posts', draft()))).toBe(10);
});
