import { headBytes } from './media-type.ts';

/** A file as an upload sees it. */
export interface Source {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly size: number | undefined;
  /** Set when the bytes can be read again, however often. */
  readonly blob: Blob | undefined;
  /** The first bytes. They are not lost to `open()`. */
  head(): Promise<Uint8Array>;
  /** All the bytes. Without a `blob` this works once. */
  open(): ReadableStream<Uint8Array>;
  /** Lets go of what is still open. Nobody waits for it. */
  cancel(reason: unknown): void;
}

/** Any object can be read by name. */
type Fields = Readonly<Record<PropertyKey, unknown>>;

const has = (value: Fields, ...methods: readonly PropertyKey[]): boolean =>
  methods.every((name) => typeof value[name] === 'function');

// By their shape: they may come from another realm, or from a package that is older than the globals.
const isBlob = (value: Fields): boolean => has(value, 'stream', 'slice') && typeof value['size'] === 'number';
const isResponse = (value: Fields): boolean => has(value, 'arrayBuffer', 'clone') && 'bodyUsed' in value;

/** Recognizes what can be uploaded. Gives what is wrong with it instead, when something is. */
export function sourceOf(file: unknown): Source | string {
  if (typeof file === 'string')
    return 'must hold the bytes, not a path or a text: use fileFromPath(path) of social-publishing/node';
  if (typeof file !== 'object' || file === null)
    return file === undefined ? 'is missing' : `must be a file (got ${file === null ? 'null' : typeof file})`;
  // A copy: the bytes must not change between two attempts.
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file))
    return blobSource(new Blob([file as BlobPart])); // a view of an ArrayBuffer; a shared one throws
  const fields = file as Fields;
  if (isBlob(fields)) return blobSource(file as Blob); // it has its shape
  if (isResponse(fields)) return responseSource(file as Response); // it has its shape
  return (
    streamSource(file, nameOfPath(fields['path'])) ??
    'must be a Blob, a File, bytes, a ReadableStream, an async iterable of bytes or a Response'
  );
}

/** A file that can be read again. */
export function blobSource(blob: Blob): Source {
  return {
    name: (blob as Partial<File>).name, // a File is a Blob with a name
    type: blob.type,
    size: blob.size,
    blob,
    head: async () => new Uint8Array(await blob.slice(0, headBytes).arrayBuffer()),
    open: () => blob.stream(),
    cancel: () => {},
  };
}

function responseSource(response: Response): Source | string {
  if (!response.ok) return `is a Response that says ${response.status}, not the file`;
  if (response.bodyUsed) return 'is a Response whose body was read already';
  if (!response.body) return 'is a Response without a body';
  const { headers, url } = response;
  const length = headers.get('content-length') ?? '';
  // A body that was decompressed has another length; to a page of another origin that is not shown.
  const sized =
    /^\d+$/.test(length) && !headers.has('content-encoding') && typeof XMLHttpRequest === 'undefined';
  const name = URL.canParse(url) ? decoded(nameOfPath(new URL(url).pathname)) : undefined;
  return (
    streamSource(response.body, name, headers.get('content-type'), sized ? Number(length) : undefined) ??
    'is a Response whose body is no stream'
  );
}

/** The last part of a path. */
const nameOfPath = (path: unknown): string | undefined =>
  typeof path === 'string' ? path.split(/[\\/]/).pop() || undefined : undefined;

function decoded(name: string | undefined): string | undefined {
  try {
    return name && decodeURIComponent(name);
  } catch {
    return name;
  }
}

function streamSource(
  file: object,
  name?: string,
  type?: string | null,
  size?: number,
): Source | string | undefined {
  const fields = file as Fields;
  if (fields['locked'] === true) return 'is a stream that something else is reading';
  const reader = has(fields, 'getReader')
    ? streamReader(file as ReadableStream<unknown>) // it has its shape
    : has(fields, Symbol.asyncIterator)
      ? iterableReader(file as AsyncIterable<unknown> & Partial<Destroyable>) // it has its shape
      : undefined;
  return reader && new StreamSource(reader, name, type ?? undefined, size);
}

/** What both streams and iterables can be read by. Nothing is locked or started before the first read. */
interface ByteReader {
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  cancel(reason: unknown): Promise<unknown>;
}

function streamReader(stream: ReadableStream<unknown>): ByteReader {
  let reader: ReadableStreamDefaultReader<unknown> | undefined;
  const started = () => {
    reader ??= stream.getReader();
    return reader;
  };
  return {
    read: async () => started().read(),
    cancel: async (reason) => (reader ?? stream).cancel(reason),
  };
}

/** A stream of Node's: its iterator's `return` waits behind a read that hangs, `destroy` does not. */
interface Destroyable {
  destroy(): unknown;
}

function iterableReader(iterable: AsyncIterable<unknown> & Partial<Destroyable>): ByteReader {
  let iterator: AsyncIterator<unknown> | undefined;
  const started = () => {
    iterator ??= iterable[Symbol.asyncIterator]();
    return iterator;
  };
  return {
    read: async () => started().next(),
    cancel: async () => (iterable.destroy ? iterable.destroy() : started().return?.()),
  };
}

/** Bytes that come once. */
class StreamSource implements Source {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly size: number | undefined;
  readonly blob = undefined;
  readonly #reader: ByteReader;
  /** Read for the head, not yet handed on. */
  readonly #ahead: Uint8Array[] = [];
  #ended = false;

  constructor(
    reader: ByteReader,
    name: string | undefined,
    type: string | undefined,
    size: number | undefined,
  ) {
    this.#reader = reader;
    this.name = name;
    this.type = type;
    this.size = size;
  }

  async head(): Promise<Uint8Array> {
    const head = new Uint8Array(headBytes);
    let length = 0;
    while (length < headBytes) {
      const chunk = await this.#next();
      if (!chunk) break;
      this.#ahead.push(chunk);
      head.set(chunk.subarray(0, headBytes - length), length);
      length = Math.min(headBytes, length + chunk.length);
    }
    return head.subarray(0, length);
  }

  open(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const chunk = this.#ahead.shift() ?? (await this.#next());
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
        cancel: (reason) => this.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  cancel(reason: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#reader.cancel(reason).catch(() => {}); // the upload has its error already
  }

  async #next(): Promise<Uint8Array | undefined> {
    while (!this.#ended) {
      const { done, value } = await this.#reader.read();
      if (done === true) {
        this.#ended = true;
        return undefined;
      }
      const bytes = bytesOf(value);
      if (bytes.length > 0) return bytes;
    }
    return undefined;
  }
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  throw new TypeError(`the stream must give bytes (got a ${typeof chunk})`);
}
