import { APITimeoutError, APIUserAbortError, UploadError } from '../../src/errors/index.ts';
import { type UploadProgress, upload, uploadMany } from '../../src/uploads/index.ts';
import type { ReceivedPut } from './storage-server.ts';
import { pngBytes, sha256, streamOf, type World } from './world.ts';

/** A scenario runs in Node and in Chromium, so it brings its own few checks. */
export type Scenario = (world: World, inPage: boolean) => Promise<void>;

function equal(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${what}: got ${got}, expected ${wanted}`);
}

function ok(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error('it should have failed');
    },
    (error: Error) => error,
  );
}

async function uploadErrorOf(promise: Promise<unknown>): Promise<UploadError> {
  const error = await failureOf(promise);
  if (!(error instanceof UploadError)) throw new Error(`expected an UploadError, got ${error.stack}`);
  ok(!leaks(error), `the signature is in ${describe(error)}`);
  return error;
}

function describe(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause)
    parts.push(String(at), at.stack ?? '', JSON.stringify(at));
  return parts.join('\n');
}

const leaks = (error: Error): boolean => /token=|signature=|secret-/.test(describe(error));

/** The URLs that were sent to. Chromium itself repeats a PUT when a connection that it kept breaks. */
const urlsOf = (puts: readonly ReceivedPut[]): string[] => [...new Set(puts.map(({ url }) => url))];

const size = 1_000_000;
const socialSetId = 'set';
const file = (bytes = pngBytes(size)): File => new File([bytes], 'photo.png', { type: 'image/png' });

/** Holds the whole story of the progress to its promises. */
function checkProgress(seen: readonly UploadProgress[], total: number): void {
  let last = 0;
  for (const { sentBytes, fraction } of seen) {
    ok(sentBytes >= last, `progress went back from ${last} to ${sentBytes}`);
    ok(fraction >= 0 && fraction <= 1, `fraction ${fraction}`);
    last = sentBytes;
  }
  equal([seen.at(0)?.fraction, seen.at(-1)?.fraction, seen.at(-1)?.sentBytes], [0, 1, total], 'ends');
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  'a file arrives whole, with its length and its type, and the asset is registered': async (world) => {
    const bytes = pngBytes(size);
    const asset = await upload(world.api(), { socialSetId, file: file(bytes), altText: 'A photo' });
    const { puts, calls } = await world.seen();
    equal(puts.length, 1, 'PUTs');
    equal([puts[0]?.bytes, puts[0]?.sha256], [size, await sha256(bytes)], 'bytes');
    equal(calls[0]?.params, { socialSetId, fileName: 'photo.png', mimeType: 'image/png' }, 'upload URL');
    const { bucketId, objectPath } = asset;
    const registered = {
      socialSetId,
      bucketId,
      objectPath,
      mediaType: 'image',
      mimeType: 'image/png',
      sizeBytes: size,
      altText: 'A photo',
    };
    equal(calls[1]?.params, registered, 'register');
  },

  'the PUT carries no header but the type, the length and those of the runtime': async (world, inPage) => {
    await upload(
      world.api(),
      { socialSetId, file: file() },
      { headers: { 'x-mine': '1' }, idempotencyKey: 'mine' },
    );
    const [put] = (await world.seen()).puts;
    const names = (put?.rawHeaders ?? [])
      .filter((_, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    const own = names.filter(
      (name) =>
        !/^(?:sec-|host|connection|accept|user-agent|origin|referer|cache-control|pragma|priority)/.test(
          name,
        ),
    );
    equal(own.sort(), ['content-length', 'content-type'], 'headers');
    if (!inPage) {
      const runtimes = [
        'host',
        'connection',
        'content-type',
        'accept',
        'accept-language',
        'sec-fetch-mode',
        'user-agent',
        'accept-encoding',
        'content-length',
      ];
      equal(names.sort(), runtimes.sort(), 'all headers');
    }
    const value = (name: string) =>
      put?.rawHeaders[(put?.rawHeaders ?? []).findIndex((entry) => entry.toLowerCase() === name) + 1];
    equal([value('content-type'), value('content-length')], ['image/png', String(size)], 'values');
  },

  'a stream of known size is sent with its length': async (world) => {
    const bytes = pngBytes(size);
    await upload(world.api(), { socialSetId, file: streamOf(bytes), sizeBytes: size, fileName: 'a.png' });
    const [put] = (await world.seen()).puts;
    const names = put?.rawHeaders.map((name) => name.toLowerCase()) ?? [];
    ok(names.includes('content-length') && !names.includes('transfer-encoding'), `headers ${names}`);
    equal(put?.sha256, await sha256(bytes), 'bytes');
  },

  'a stream of unknown size is counted for the registration': async (world) => {
    const bytes = pngBytes(size);
    const progress: UploadProgress[] = [];
    await upload(world.api(), {
      socialSetId,
      file: streamOf(bytes),
      onProgress: (event) => progress.push(event),
    });
    const { puts, calls } = await world.seen();
    equal([puts[0]?.sha256, calls[1]?.params['sizeBytes']], [await sha256(bytes), size], 'bytes');
    checkProgress(progress, size);
  },

  'progress is seen while the bytes are on their way': async (world) => {
    const big = pngBytes(24_000_000);
    await world.behave({ type: 'slow', pauseMs: 1 });
    const progress: UploadProgress[] = [];
    await upload(world.api(), { socialSetId, file: file(big), onProgress: (event) => progress.push(event) });
    checkProgress(progress, big.length);
    const between = progress.filter(({ fraction }) => fraction > 0 && fraction < 1);
    ok(between.length >= 3, `${between.length} events between the start and the end`);
    equal([...new Set(progress.map(({ stage }) => stage))], ['upload-url', 'put', 'register'], 'stages');
    ok(
      progress.every(({ totalBytes }) => totalBytes === big.length),
      'the total is known all along',
    );
  },

  'a connection that is reset in the middle takes a fresh URL, and progress does not go back': async (
    world,
  ) => {
    const bytes = pngBytes(4_000_000);
    await world.behave({ type: 'reset', afterBytes: 500_000 });
    const progress: UploadProgress[] = [];
    await upload(world.api(), {
      socialSetId,
      file: file(bytes),
      onProgress: (event) => progress.push(event),
    });
    const { puts, calls } = await world.seen();
    const last = puts.at(-1);
    equal([urlsOf(puts).length, last?.sha256], [2, await sha256(bytes)], 'PUTs');
    equal(
      calls.map(({ operation }) => operation),
      ['upload-url', 'upload-url', 'register'],
      'calls',
    );
    ok(last?.url.includes(String(calls[2]?.params['objectPath'])) ?? false, 'the last object is registered');
    checkProgress(progress, bytes.length);
  },

  'an answer that is lost after the bytes were stored is doubtful: they go to a fresh URL': async (world) => {
    await world.behave({ type: 'reset-after-storing' });
    await upload(world.api(), { socialSetId, file: file() });
    const { puts, calls } = await world.seen();
    equal([urlsOf(puts).length, calls.length], [2, 3], 'PUTs and calls');
  },

  'an answer that comes late, but in time, is waited for': async (world) => {
    await world.behave({ type: 'late', ms: 100 });
    await upload(world.api({ timeout: 2_000 }), { socialSetId, file: file() });
    equal((await world.seen()).puts.length, 1, 'PUTs');
  },

  'an answer that comes too late is not waited for: the bytes go to a fresh URL': async (world) => {
    await world.behave({ type: 'late', ms: 5_000 });
    await upload(world.api({ timeout: 300 }), { socialSetId, file: file() });
    equal((await world.seen()).calls.length, 3, 'calls');
  },

  'a storage that stops reading is given up after the stall limit': async (world) => {
    await world.behave({ type: 'stall', afterBytes: 100_000 });
    const big = file(pngBytes(16_000_000));
    const error = await uploadErrorOf(
      upload(world.api({ timeout: 300, maxRetries: 0 }), { socialSetId, file: big }),
    );
    equal([error.stage, error.outcome, error.status], ['put', 'unknown', undefined], 'error');
    ok(error.message.includes('no byte moved for 300 ms'), error.message);
  },

  'a slow upload takes longer than the stall limit, as long as it moves': async (world, inPage) => {
    // Each side's system buffers megabytes, so what moves is seen in leaps.
    await world.behave({ type: 'slow', pauseMs: inPage ? 8 : 5 });
    const timeout = inPage ? 2_000 : 1_200;
    const slow = file(pngBytes(24_000_000));
    const started = performance.now();
    await upload(world.api({ timeout, maxRetries: 0 }), { socialSetId, file: slow });
    ok(performance.now() - started > timeout * 1.1, `it was over after ${performance.now() - started} ms`);
  },

  'an expired URL is replaced': async (world) => {
    await world.behave({ type: 'expired' });
    await upload(world.api(), { socialSetId, file: file() });
    equal(
      (await world.seen()).puts.map(({ status }) => status),
      [403, 200],
      'statuses',
    );
  },

  'a URL that was used before is replaced, also under an idempotency key': async (world) => {
    const key = { idempotencyKey: 'once' };
    await upload(world.api(), { socialSetId, file: file() }, key);
    await upload(world.api(), { socialSetId, file: file() }, key);
    const { puts, calls } = await world.seen();
    equal(
      puts.map(({ status }) => status),
      [200, 403, 200],
      'statuses',
    );
    equal(new Set(calls.map((call) => call.key)).size, 4, 'keys: two first URLs are one call');
  },

  'a storage that refuses twice is believed': async (world) => {
    await world.behave({ type: 'status', status: 403 }, { type: 'status', status: 403 });
    const error = await uploadErrorOf(upload(world.api(), { socialSetId, file: file() }));
    equal(
      [error.stage, error.status, error.outcome, error.uploaded],
      ['put', 403, 'rejected', undefined],
      'error',
    );
    equal((await world.seen()).puts.length, 2, 'PUTs');
  },

  'a storage that fails is tried again, up to maxRetries': async (world) => {
    const failure = { type: 'status', status: 503 } as const;
    await world.behave(failure, failure, failure);
    await upload(world.api(), { socialSetId, file: file() });
    equal(
      (await world.seen()).puts.map(({ status }) => status),
      [503, 503, 503, 200],
      'statuses',
    );
    await world.reset();
    await world.behave(failure, failure);
    const error = await uploadErrorOf(upload(world.api(), { socialSetId, file: file() }, { maxRetries: 1 }));
    equal([error.status, error.outcome], [503, 'unknown'], 'error');
    ok(error.message.includes('2 attempts'), error.message);
  },

  'a file that is too large for the storage is not sent twice': async (world) => {
    await world.behave({ type: 'status', status: 413 });
    const error = await uploadErrorOf(upload(world.api(), { socialSetId, file: file() }));
    equal([error.status, (await world.seen()).puts.length], [413, 1], 'PUTs');
  },

  'a redirect is an error, and nothing is registered': async (world) => {
    const location = `${world.origin}/elsewhere`;
    await world.behave({ type: 'status', status: 307, headers: { location } });
    const error = await uploadErrorOf(upload(world.api(), { socialSetId, file: file() }));
    ok(error.message.includes('redirect'), error.message);
    const { puts, calls } = await world.seen();
    equal([puts.length, calls.length], [1, 1], 'PUTs and calls');
  },

  'a failed registration keeps what was uploaded, and registering alone finishes the job': async (world) => {
    const api = world.api();
    await world.failApi(0, 500);
    const error = await uploadErrorOf(upload(api, { socialSetId, file: file() }));
    equal([error.stage, error.outcome, error.uploaded?.sizeBytes], ['register', 'unknown', size], 'error');
    if (!error.uploaded) throw new Error('nothing kept');
    const asset = await api.register({ socialSetId, ...error.uploaded }, {});
    equal([asset.objectPath, (await world.seen()).puts.length], [error.uploaded.objectPath, 1], 'asset');
  },

  'an abort in the middle of the PUT ends everything': async (world) => {
    await world.behave({ type: 'stall', afterBytes: 100_000 });
    const controller = new AbortController();
    const onProgress = ({ sentBytes }: UploadProgress): void => {
      if (sentBytes > 1_000_000) controller.abort(new Error('changed my mind'));
    };
    const params = { socialSetId, file: file(pngBytes(16_000_000)), onProgress };
    const error = await failureOf(upload(world.api(), params, { signal: controller.signal }));
    ok(error instanceof APIUserAbortError, `got ${error.stack}`);
    equal((error.cause as Error).message, 'changed my mind', 'cause');
    await settled(world);
    const { puts, calls } = await world.seen();
    equal([puts.length, calls.length], [1, 1], 'PUTs and calls');
  },

  'totalTimeout bounds the whole upload': async (world) => {
    await world.behave({ type: 'late', ms: 5_000 });
    const error = await uploadErrorOf(
      upload(world.api(), { socialSetId, file: file() }, { totalTimeout: 300 }),
    );
    ok(error.cause instanceof APITimeoutError, describe(error));
    equal([error.stage, error.outcome], ['put', 'unknown'], 'error');
  },

  'many files settle one by one, in order, a few at a time': async (world) => {
    const files = [200_000, 300_000, 100_000, 50_000].map((length) => file(pngBytes(length)));
    const wrong = { socialSetId, file: new Blob(['%PDF-1.7']), mimeType: 'image/png' };
    const items = [
      ...files.slice(0, 2).map((each) => ({ socialSetId, file: each })),
      wrong,
      ...files.slice(2).map((each) => ({ socialSetId, file: each })),
    ];
    const fractions: number[] = [];
    const results = await uploadMany(world.api(), items, {
      concurrency: 2,
      onProgress: ({ fraction }) => fractions.push(fraction),
    });
    equal(
      results.map(({ status, index }) => `${index} ${status}`),
      ['0 uploaded', '1 uploaded', '2 failed', '3 uploaded', '4 uploaded'],
      'results',
    );
    ok(
      fractions.every((fraction, index) => fraction >= (fractions[index - 1] ?? 0)),
      `went back: ${fractions}`,
    );
    equal(fractions.at(-1), 1, 'end');
  },
};

/** Waits until the storage has seen the connection end. */
async function settled(world: World): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await world.seen()).puts.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
