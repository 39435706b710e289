import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { APIUserAbortError, InvalidRequestError, UploadError } from '../../src/errors/index.ts';
import { type UploadParams, upload } from '../../src/uploads/index.ts';
import { recordingApi } from './recording-api.ts';
import { pngBytes, streamOf } from './world.ts';

const bytes = pngBytes(150_000);
const socialSetId = 'set';

async function* chunksOf(all: Uint8Array<ArrayBuffer>, length = 7_000) {
  for (let offset = 0; offset < all.length; offset += length) yield all.subarray(offset, offset + length);
}

function viewInTheMiddle(): DataView {
  const wide = new Uint8Array(bytes.length + 20);
  wide.set(bytes, 10);
  return new DataView(wide.buffer, 10, bytes.length);
}

/** Every kind of source, made anew for each test. */
const sources: Readonly<Record<string, () => UploadParams['file']>> = {
  'a Blob': () => new Blob([bytes]),
  'a File': () => new File([bytes], 'photo.png'),
  'an ArrayBuffer': () => bytes.slice().buffer,
  'a Uint8Array': () => bytes.slice(),
  'a view in the middle of a buffer': viewInTheMiddle,
  'a Node Buffer': () => Buffer.from(bytes),
  'a ReadableStream': () => streamOf(bytes),
  'a stream of single bytes at first': () => streamOf(bytes.slice(0, 2_000), 1),
  'an async iterable': () => chunksOf(bytes),
  'an async iterable of ArrayBuffers': () =>
    (async function* () {
      for await (const chunk of chunksOf(bytes)) yield chunk.slice().buffer as unknown as Uint8Array; // not what the types say, but bytes
    })(),
  'a Node stream': () => Readable.from(chunksOf(bytes)),
  'a Response': () => new Response(bytes),
};

describe('what can be uploaded', () => {
  it.each(Object.entries(sources))('takes %s, byte by byte', async (name, make) => {
    const api = recordingApi();
    await upload(api, { socialSetId, file: make() });
    const expected = name.includes('single bytes') ? bytes.slice(0, 2_000) : bytes;
    expect(Buffer.compare(api.puts[0]?.bytes ?? new Uint8Array(), expected)).toBe(0);
    expect(api.registered[0]).toMatchObject({ sizeBytes: expected.length, mimeType: 'image/png' });
  });

  it('sends the bytes as they were when the upload began', async () => {
    const mutable = bytes.slice();
    const api = recordingApi();
    const uploading = upload(api, { socialSetId, file: mutable });
    mutable.fill(0);
    await uploading;
    expect(Buffer.compare(api.puts[0]?.bytes ?? new Uint8Array(), bytes)).toBe(0);
  });

  it('takes the name, the type and the size of a Response that came over the network', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, {
        'content-type': 'image/png; charset=binary',
        'content-length': bytes.length,
      });
      response.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    try {
      const api = recordingApi();
      await upload(api, {
        socialSetId,
        file: await fetch(`http://127.0.0.1:${port}/media/a%20photo.png?size=l`),
      });
      expect(api.signed[0]).toMatchObject({ fileName: 'a photo.png', mimeType: 'image/png' });
      expect(api.puts[0]?.headers).toEqual({
        'content-type': 'image/png',
        'content-length': String(bytes.length),
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('has a name of its type when it has none of its own', async () => {
    const api = recordingApi();
    await upload(api, { socialSetId, file: bytes });
    expect(api.signed[0]?.fileName).toBe('upload.png');
  });

  it('streams at the pace of the storage: nothing is read ahead', async () => {
    let given = 0;
    const file = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given++;
          controller.enqueue(given === 1 ? pngBytes(65_536) : new Uint8Array(65_536));
        },
      },
      { highWaterMark: 0 },
    );
    let wasRead = (_given: number): void => {};
    const read = new Promise<number>((resolve) => {
      wasRead = resolve;
    });
    const api = recordingApi({
      fetch: async (request) => {
        const reader = request.body?.getReader();
        for (let count = 0; count < 5; count++) await reader?.read();
        wasRead(given);
        return new Promise(() => {});
      },
    });
    const controller = new AbortController();
    const uploading = upload(api, { socialSetId, file, sizeBytes: 1e9 }, { signal: controller.signal });
    expect(await read).toBeLessThanOrEqual(8);
    controller.abort();
    await expect(uploading).rejects.toBeInstanceOf(APIUserAbortError);
  });
});

async function refusalOf(params: object, options = {}): Promise<InvalidRequestError> {
  const api = recordingApi();
  const error = await upload(api, params as UploadParams, options).catch((thrown: unknown) => thrown); // wrong on purpose
  expect(api.calls).toEqual([]);
  expect(error).toBeInstanceOf(InvalidRequestError);
  return error as InvalidRequestError; // checked above
}

const spent = async () => {
  const response = new Response(bytes);
  await response.arrayBuffer();
  return response;
};

describe('what is refused before anything is sent', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['nothing', () => undefined, /is missing/],
    ['null', () => null, /got null/],
    ['a path', () => './photo.png', /fileFromPath/],
    ['a number', () => 7, /got number/],
    ['a plain object', () => ({}), /must be a Blob/],
    ['an empty file', () => new Blob([]), /is empty/],
    ['an empty stream', () => streamOf(new Uint8Array()), /is empty/],
    [
      'a stream that someone else reads',
      () => {
        const stream = streamOf(bytes);
        stream.getReader();
        return stream;
      },
      /something else is reading/,
    ],
    ['a Response that is an error', () => new Response('gone', { status: 404 }), /says 404/],
    ['a Response without a body', () => new Response(null), /without a body/],
    ['a stream of texts', () => Readable.from(['text']), /must give bytes \(got a string\)/],
    ['a stream that fails at once', () => createReadStream('/no/such/file.png'), /could not be read: ENOENT/],
  ])('%s', async (_name, make, message) => {
    const { operation, issues, outcome } = await refusalOf({
      socialSetId,
      file: make(),
      mimeType: 'image/png',
    });
    expect({ operation, outcome }).toEqual({ operation: 'mediaAssets.upload', outcome: 'not-sent' });
    expect(issues).toEqual([{ path: 'file', message: expect.stringMatching(message) }]);
  });

  it('a Response that was read already', async () => {
    expect((await refusalOf({ socialSetId, file: await spent() })).issues[0]?.message).toMatch(
      'read already',
    );
  });

  it('everything that is wrong with the params, at once, and leaves the file alone', async () => {
    const file = streamOf(bytes);
    const { issues } = await refusalOf(
      { file, altText: 'a'.repeat(1001), sizeBytes: -1, fileName: 7, mimeType: null },
      { idempotencyKey: 'a b', timeout: 0, signal: new AbortController() },
    );
    expect(issues.map(({ path }) => path).sort()).toEqual(
      [
        'altText',
        'fileName',
        'idempotencyKey',
        'mimeType',
        'signal',
        'sizeBytes',
        'socialSetId',
        'timeout',
      ].sort(),
    );
    expect(file.locked).toBe(false);
  });

  it('a size that is not the one of the file', async () => {
    expect((await refusalOf({ socialSetId, file: bytes, sizeBytes: 7 })).issues).toEqual([
      { path: 'sizeBytes', message: 'is 7, but the file has 150000 bytes' },
    ]);
  });

  it('no params at all', async () => {
    expect((await refusalOf(undefined as never)).issues.map(({ path }) => path)).toContain('file');
  });
});

describe('a file that fails while it is sent', () => {
  const failing = (message: string) =>
    (async function* () {
      yield bytes.subarray(0, 100_000);
      throw new Error(message);
    })();

  it('is an error that says so, and is not sent again', async () => {
    const api = recordingApi();
    const error = await upload(api, { socialSetId, file: failing('the disk is gone') }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(UploadError);
    expect(error).toMatchObject({
      stage: 'put',
      outcome: 'not-sent',
      cause: { message: 'the disk is gone' },
    });
    expect(error.message).toMatch('could not be read: the disk is gone');
    expect(api.calls).toEqual(['upload-url', 'put']);
  });

  it.each([
    ['less', 200_000, /ended after 150000 of the 200000 bytes/],
    ['more', 100_000, /more than the 100000 bytes/],
  ])('is an error when it has %s bytes than it was said to have', async (_which, sizeBytes, message) => {
    const api = recordingApi();
    const error = await upload(api, { socialSetId, file: streamOf(bytes), sizeBytes }).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ name: 'UploadError', stage: 'put', outcome: 'not-sent' });
    expect(error.message).toMatch(message);
    expect(api.registered).toEqual([]);
  });
});
