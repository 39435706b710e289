import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as realSleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  APIConnectionError,
  APITimeoutError,
  APIUserAbortError,
  PermissionDeniedError,
  UploadError,
} from '../../src/errors/index.ts';
import { idempotencyKeyFrom } from '../../src/idempotency/key-from.ts';
import { type UploadApi, type UploadProgress, upload, uploadMany } from '../../src/uploads/index.ts';
import { recordingApi } from './recording-api.ts';
import { pngBytes, streamOf } from './world.ts';

const bytes = pngBytes(300_000);
const socialSetId = 'set';
const file = () => new File([bytes], 'photo.png');

const call = { operation: 'o', method: 'POST', path: '/p', idempotencyKey: 'k', attempts: 1 };

/** Runs timers as they come, however long they are. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets what happens outside of the clock happen: files are read by other threads. */
const breathe = () => realSleep(5);

/** Turns the clock on, from timer to timer, until the upload has settled. */
async function settle<T>(promise: Promise<T>): Promise<T> {
  let pending = true;
  const settled = promise.finally(() => {
    pending = false;
  });
  settled.catch(() => {});
  await breathe();
  while (pending) {
    await vi.advanceTimersToNextTimerAsync();
    await breathe();
  }
  return settled;
}

async function failureOf(promise: Promise<unknown>): Promise<Error & { cause?: unknown }> {
  return settle(promise).then(
    () => new Error('it did not fail'),
    (error: Error) => error,
  );
}

/** A storage that answers with these statuses, one after the other, then 200. */
function answers(...statuses: (number | Response | Error)[]): UploadApi['fetch'] {
  return async (request) => {
    await request.arrayBuffer();
    const answer = statuses.shift() ?? 200;
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : new Response(null, { status: answer });
  };
}

describe('the PUT', () => {
  it('goes through the fetch of the client, bare, and follows no redirect', async () => {
    let bound: unknown = 'not called';
    const inner = recordingApi();
    const api = recordingApi({
      fetch(this: unknown, request: Request) {
        bound = this;
        return inner.fetch(request);
      },
    });
    await upload(
      api,
      { socialSetId, file: file() },
      { headers: { 'x-mine': '1' }, idempotencyKey: 'key', query: { q: 1 } },
    );
    expect(bound).toBeUndefined();
    expect(inner.puts[0]).toMatchObject({
      url: 'https://storage.test/object-1?token=token-1',
      method: 'PUT',
      redirect: 'error',
      headers: { 'content-type': 'image/png', 'content-length': '300000' },
    });
    expect(Object.keys(inner.puts[0]?.headers ?? {})).toHaveLength(2);
  });

  it('uses the global fetch of the moment when the client has none', async () => {
    const inner = recordingApi();
    const patched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((request) => inner.fetch(request as Request));
    await upload(recordingApi({ fetch: undefined }), { socialSetId, file: file() });
    expect(patched).toHaveBeenCalledOnce();
  });

  it.each([
    [
      'a status',
      new Response(null, { status: 302, headers: { location: 'https://evil.test/?token=abc' } }),
      302,
    ],
    [
      'a fetch that followed it',
      Object.defineProperty(new Response('ok'), 'redirected', { value: true }),
      200,
    ],
  ])('takes a redirect for a failure, shown by %s', async (_how, response, status) => {
    const api = recordingApi({ fetch: answers(response) });
    const error = await failureOf(upload(api, { socialSetId, file: file() }));
    expect(error).toMatchObject({ name: 'UploadError', stage: 'put', status, outcome: 'rejected' });
    expect(api.calls).toEqual(['upload-url']);
  });

  it('waits as long as the storage asks, and not at all when that is too long', async () => {
    const busy = (seconds: number) =>
      new Response(null, { status: 503, headers: { 'retry-after': `${seconds}` } });
    const api = recordingApi({ fetch: answers(busy(60)) });
    const uploading = upload(api, { socialSetId, file: file() });
    await breathe();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(api.calls).toEqual(['upload-url']);
    await vi.advanceTimersByTimeAsync(1_500);
    await settle(uploading);
    expect(api.calls).toEqual(['upload-url', 'upload-url', 'register']);

    for (const limit of [{ maxPacingWait: 59_000 }, { totalTimeout: 59_000 }]) {
      const impatient = recordingApi({ fetch: answers(busy(60)) });
      const error = await failureOf(upload(impatient, { socialSetId, file: file() }, limit));
      expect(error).toMatchObject({ stage: 'put', status: 503 });
      expect(impatient.calls).toEqual(['upload-url']);
    }
  });

  it('is not repeated for a stream that was read, and says so', async () => {
    const api = recordingApi({
      fetch: answers(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })),
    });
    const error = await failureOf(upload(api, { socialSetId, file: streamOf(bytes) }));
    expect(error).toMatchObject({
      name: 'UploadError',
      stage: 'put',
      outcome: 'unknown',
      uploaded: undefined,
    });
    expect(error.message).toBe(
      'mediaAssets.upload: the storage gave no answer (ECONNRESET). The stream has been read and cannot be sent again: a Blob, bytes or fileFromPath() can.',
    );
    expect(api.calls).toEqual(['upload-url']);
  });

  it.each([
    ['ECONNREFUSED', 'not-sent'],
    ['ECONNRESET', 'unknown'],
  ])('leaves the outcome of %s %s', async (code, outcome) => {
    const refused = () => Object.assign(new TypeError('fetch failed'), { code });
    const api = recordingApi({ fetch: answers(refused(), refused()) });
    expect(await failureOf(upload(api, { socialSetId, file: file() }, { maxRetries: 1 }))).toMatchObject({
      outcome,
    });
  });

  it('lets go of a file that it has not read to the end', async () => {
    const cancel = vi.fn();
    class Watched extends File {
      override stream() {
        return new ReadableStream({ pull: (queue) => queue.enqueue(bytes.slice(0, 1_000)), cancel });
      }
    }
    const api = recordingApi({
      fetch: async (request) => {
        await request.body?.getReader().read();
        throw Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
      },
    });
    await failureOf(upload(api, { socialSetId, file: new Watched([bytes], 'a.png') }, { maxRetries: 1 }));
    expect(cancel).toHaveBeenCalledTimes(2);
  });

  it('believes no yes that comes before a stream of unknown size has ended', async () => {
    const api = recordingApi({ fetch: async () => new Response() });
    const error = await failureOf(upload(api, { socialSetId, file: streamOf(bytes) }));
    expect(error).toMatchObject({ name: 'UploadError', stage: 'put', outcome: 'unknown' });
    expect(error.message).toMatch('it answered before the file had ended');
    expect(api.registered).toEqual([]);
  });

  it('is given up when a stream gives no bytes for as long as the timeout', async () => {
    const cancel = vi.fn();
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes),
      cancel,
    });
    const api = recordingApi();
    const error = await failureOf(upload(api, { socialSetId, file: silent }, { timeout: 5_000 }));
    expect(error.message).toMatch('the file gave no byte for 5000 ms');
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('keys of an upload', () => {
  it("are the transport's own when the caller gives none", async () => {
    const api = recordingApi();
    await upload(api, { socialSetId, file: file() });
    expect(api.options.map(({ idempotencyKey }) => idempotencyKey)).toEqual([undefined, undefined]);
  });

  it("are derived from the caller's: one for each step, stable over runs, another for each fresh URL", async () => {
    const run = async () => {
      const api = recordingApi({ fetch: answers(403) });
      vi.spyOn(Math, 'random').mockReturnValue(0);
      const uploading = upload(api, { socialSetId, file: file() }, { idempotencyKey: 'mine' });
      await settle(uploading);
      return api.options.map(({ idempotencyKey }) => idempotencyKey);
    };
    const keys = await run();
    expect(keys).toEqual([
      await idempotencyKeyFrom('mediaAssets.upload', 'mine', 'upload-url', 1),
      await idempotencyKeyFrom('mediaAssets.upload', 'mine', 'upload-url', 2),
      await idempotencyKeyFrom('mediaAssets.upload', 'mine', 'register', 'object-2'),
    ]);
    expect(new Set(keys).size).toBe(3);
    expect(await run()).toEqual(keys);
  });

  it('of many files are different', async () => {
    const api = recordingApi();
    await uploadMany(
      api,
      [
        { socialSetId, file: bytes },
        { socialSetId, file: bytes },
      ],
      { idempotencyKey: 'mine' },
    );
    expect(new Set(api.options.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
  });
});

describe('the options of an upload', () => {
  it('reach both calls, with what is left of totalTimeout', async () => {
    const api = recordingApi({
      fetch: async () => {
        vi.advanceTimersByTime(400);
        return new Response();
      },
    });
    const options = {
      headers: { 'x-mine': '1' },
      maxRetries: 1,
      timeout: 900,
      pacing: false,
      totalTimeout: 1_000,
    } as const;
    await upload(api, { socialSetId, file: file() }, options);
    expect(api.options).toEqual([
      { ...options, idempotencyKey: undefined },
      { ...options, idempotencyKey: undefined, totalTimeout: 600 },
    ]);
  });

  it("bound the whole by the client's totalTimeout", async () => {
    const api = recordingApi({ totalTimeout: 1_000, fetch: () => new Promise(() => {}) });
    const error = await failureOf(upload(api, { socialSetId, file: file() }));
    expect(error).toMatchObject({ name: 'UploadError', stage: 'put', outcome: 'unknown' });
    expect(error.cause).toBeInstanceOf(APITimeoutError);
  });
});

describe('an abort', () => {
  const reason = new Error('enough');

  /** Where it can strike. `abort` is called there. */
  const moments: Readonly<Record<string, (abort: () => void) => Partial<UploadApi>>> = {
    'while the upload URL is asked for': (abort) => ({
      createUploadUrl: async () => {
        abort();
        throw new APIUserAbortError('aborted', call, 'unknown', reason);
      },
    }),
    'while the bytes are sent': (abort) => ({
      fetch: async (request) => {
        await request.body?.getReader().read();
        abort();
        return new Promise(() => {});
      },
    }),
    'while it waits to try again': (abort) => ({
      fetch: async () => {
        setTimeout(abort, 30_000);
        return new Response(null, { status: 503, headers: { 'retry-after': '60' } });
      },
    }),
    'when the bytes are stored': (abort) => ({
      fetch: async (request) => {
        await request.arrayBuffer();
        queueMicrotask(abort);
        return new Response();
      },
    }),
  };
  it.each(
    Object.keys(moments).flatMap((moment) => [
      [moment, 'a stream'],
      [moment, 'a file'],
    ]),
  )('%s of %s ends it, with the reason, and leaves nothing behind', async (moment, kind) => {
    const controller = new AbortController();
    const { signal } = controller;
    const api = recordingApi(moments[moment]?.(() => controller.abort(reason)));
    let cancelled = false;
    let pulls = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: (queue) => {
          if (pulls++ === 0) queue.enqueue(bytes);
          else queue.close();
        },
        cancel: () => {
          cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const source = kind === 'a file' ? file() : stream;
    const error = await failureOf(
      upload(api, { socialSetId, file: source, sizeBytes: bytes.length }, { signal }),
    );
    if (moment === 'while it waits to try again' && kind === 'a stream') {
      expect(error).toMatchObject({ stage: 'put', status: 503 }); // it does not wait: a stream goes once
    } else {
      expect(error).toBeInstanceOf(APIUserAbortError);
      expect(error.cause).toBe(reason);
      expect(vi.getTimerCount()).toBe(0);
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    if (kind === 'a stream') expect(cancelled || moment === 'when the bytes are stored').toBe(true);
    expect(api.calls).not.toContain('register');
  });

  it('before it starts touches nothing', async () => {
    const stream = streamOf(bytes);
    const api = recordingApi();
    const error = await failureOf(
      upload(api, { socialSetId, file: stream }, { signal: AbortSignal.abort(reason) }),
    );
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect(error).toMatchObject({ operation: 'mediaAssets.upload', outcome: 'not-sent', cause: reason });
    expect({ calls: api.calls, locked: stream.locked }).toEqual({ calls: [], locked: false });
  });

  it("of the caller's own timeout is an abort too", async () => {
    vi.useRealTimers();
    const api = recordingApi({ fetch: () => new Promise(() => {}) });
    const error = await upload(api, { socialSetId, file: file() }, { signal: AbortSignal.timeout(20) }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect(error.cause).toMatchObject({ name: 'TimeoutError' });
  });

  it('settles every file of many: what was not begun has failed', async () => {
    const controller = new AbortController();
    const api = recordingApi();
    const { register } = api;
    const watched = recordingApi({
      ...api,
      register: (params, options) => {
        controller.abort(reason);
        return register(params, options);
      },
    });
    const items = [1, 2, 3].map(() => ({ socialSetId, file: bytes }));
    const results = await uploadMany(watched, items, { concurrency: 1, signal: controller.signal });
    expect(results.map(({ status }) => status)).toEqual(['uploaded', 'failed', 'failed']);
    expect(results[2]).toMatchObject({ index: 2, error: { name: 'APIUserAbortError', cause: reason } });
  });

  it('destroys a Node stream that hangs', async () => {
    const hanging = new Readable({ read() {} });
    hanging.push(bytes);
    const controller = new AbortController();
    const uploading = upload(recordingApi(), { socialSetId, file: hanging }, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 1_000);
    expect(await failureOf(uploading)).toBeInstanceOf(APIUserAbortError);
    expect(hanging.destroyed).toBe(true);
  });
});

describe('an error of an upload', () => {
  it('never shows what signs the URL', async () => {
    const signed = recordingApi();
    const uploadUrl =
      'https://storage.test/bucket/photo.png?X-Signature=c2lnbmF0dXJl%2Bmore&X-Expires=60&token=tok-123456789';
    const api = recordingApi({
      ...signed,
      createUploadUrl: async () => ({ uploadUrl, bucketId: 'b', objectPath: 'p', token: 'tok-123456789' }),
      fetch: async ({ url }) => {
        throw new TypeError(`cannot PUT ${url} (token tok-123456789)`, {
          cause: new Error(`connect ${new URL(url).search}`),
        });
      },
    });
    const error = await failureOf(upload(api, { socialSetId, file: file() }, { maxRetries: 0 }));
    const cause = error.cause as Error; // set by what fetch threw
    const shown = [error, cause, cause.cause].flatMap((each) => [
      String(each),
      inspect(each, { depth: 9 }),
      JSON.stringify(each),
      (each as Error).stack,
    ]);
    for (const text of shown) expect(text).not.toMatch(/c2lnbmF0dXJl|tok-123456789/);
    expect(shown.join()).toMatch('cannot PUT https://storage.test/bucket/photo.png[redacted]');
  });

  it('holds the error of the call that failed, and its outcome', async () => {
    const refused = new PermissionDeniedError('403', call, 'rejected', {
      status: 403,
      code: undefined,
      requestId: undefined,
      headers: {},
      body: undefined,
      requiredScopes: ['media:write'],
      retryAfter: undefined,
    });
    const api = recordingApi({ createUploadUrl: async () => Promise.reject(refused) });
    const error = await failureOf(upload(api, { socialSetId, file: file() }));
    expect(error).toBeInstanceOf(UploadError);
    expect(error).toMatchObject({
      stage: 'upload-url',
      outcome: 'rejected',
      cause: refused,
      status: undefined,
    });
  });

  it('of the registration keeps what was uploaded', async () => {
    const lost = new APIConnectionError('no answer', call, 'unknown');
    const api = recordingApi({ register: async () => Promise.reject(lost) });
    const error = await failureOf(upload(api, { socialSetId, file: file() }));
    expect(error).toMatchObject({
      stage: 'register',
      outcome: 'unknown',
      cause: lost,
      uploaded: {
        bucketId: 'b',
        objectPath: 'object-1',
        mediaType: 'image',
        mimeType: 'image/png',
        sizeBytes: 300_000,
      },
    });
  });

  it.each(['', 'not a url', 'javascript:alert(1)', 'file:///etc/passwd', undefined])(
    'says when %j is no URL to upload to',
    async (uploadUrl) => {
      const api = recordingApi({
        createUploadUrl: async () => ({
          uploadUrl: uploadUrl as string,
          bucketId: 'b',
          objectPath: 'p',
          token: 't',
        }), // a service gone wrong
      });
      expect(await failureOf(upload(api, { socialSetId, file: file() }))).toMatchObject({
        name: 'UploadError',
        stage: 'upload-url',
      });
      expect(api.calls).toEqual([]);
    },
  );
});

describe('progress', () => {
  it('cannot break an upload', async () => {
    const onProgress = vi.fn(() => {
      throw new Error('a bug of the caller');
    });
    // An unhandled rejection would fail the test run.
    const later = vi.fn(async () => onProgress());
    for (const listener of [onProgress, later]) {
      const params = { socialSetId, file: file(), onProgress: listener };
      await expect(upload(recordingApi(), params)).resolves.toMatchObject({ id: 'asset' });
      const [result] = await uploadMany(recordingApi(), [params], { onProgress: listener });
      expect(result).toMatchObject({ status: 'uploaded' });
    }
    expect(onProgress).toHaveBeenCalled();
    expect(later).toHaveBeenCalled();
  });

  it('of a stream without a size has no total until it has ended', async () => {
    const seen: UploadProgress[] = [];
    await upload(recordingApi(), {
      socialSetId,
      file: streamOf(bytes),
      onProgress: (event) => seen.push(event),
    });
    expect(seen[0]).toEqual({ stage: 'upload-url', sentBytes: 0, totalBytes: undefined, fraction: 0 });
    expect(seen.at(-1)).toEqual({ stage: 'register', sentBytes: 300_000, totalBytes: 300_000, fraction: 1 });
  });

  it('of many adds up, and ends at 1 also when some fail', async () => {
    const seen: unknown[] = [];
    const own = vi.fn();
    const items = [
      { socialSetId, file: bytes, onProgress: own },
      { socialSetId, file: './wrong' as never },
    ];
    await uploadMany(recordingApi(), items, { onProgress: (event) => seen.push(event) });
    expect(seen.at(-1)).toEqual({
      done: 2,
      total: 2,
      failed: 1,
      sentBytes: 300_000,
      totalBytes: 300_000,
      fraction: 1,
    });
    expect(own).toHaveBeenCalled();
  });

  it('of many counts a file that has failed as done with', async () => {
    const seen: [number, number][] = [];
    const items = [
      { socialSetId, file: bytes, mimeType: 'image/gif' },
      { socialSetId, file: bytes },
    ];
    const onProgress = ({ done, fraction }: { done: number; fraction: number }) =>
      seen.push([done, fraction]);
    await uploadMany(recordingApi(), items, { concurrency: 1, onProgress });
    expect(seen[0]).toEqual([1, 0.5]);
  });

  it('of many that are none settles at once', async () => {
    expect(await uploadMany(recordingApi(), [])).toEqual([]);
    await expect(uploadMany(recordingApi(), [], { concurrency: 0 })).rejects.toMatchObject({
      issues: [{ path: 'concurrency' }],
    });
  });

  it('of many keeps to the concurrency', async () => {
    let open = 0;
    let most = 0;
    const api = recordingApi();
    const counted = recordingApi({
      ...api,
      fetch: async (request) => {
        most = Math.max(most, ++open);
        const response = await api.fetch(request);
        open--;
        return response;
      },
    });
    await uploadMany(
      counted,
      Array.from({ length: 9 }, () => ({ socialSetId, file: bytes })),
      { concurrency: 3 },
    );
    expect(most).toBe(3);
  });
});
