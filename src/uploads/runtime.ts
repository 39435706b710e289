import type { Fetch } from '../types/options.ts';

type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

interface Runtime {
  readonly process?: { readonly versions?: Readonly<Record<string, string>> };
  readonly Deno?: unknown;
  readonly FixedLengthStream?: new (size: number) => TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>;
}

/** How a runtime's `fetch` streams a body and sends its `Content-Length` all the same. */
export interface Streaming {
  readonly headers: Readonly<Record<string, string>>;
  readonly init: RequestInit;
  wrap(stream: ByteStream): ByteStream;
}

const plain: Streaming = { headers: {}, init: { redirect: 'manual' }, wrap: (stream) => stream };

// Otherwise Node keeps all that it has sent for the redirect it might have to follow: a copy of the file.
const flat: RequestInit = { redirect: 'error', window: null };

/**
 * Whether, and how, a body of this size can be streamed. Node and Bun take the header's word, workerd wants
 * its own kind of stream. Deno and browsers drop the header; they send a `Blob` with its length instead.
 */
export function streamingOf(size: number | undefined, fetch: Fetch | undefined): Streaming | undefined {
  const { process, Deno, FixedLengthStream } = globalThis as Runtime; // each runtime has its own
  const length = size === undefined ? {} : { 'content-length': String(size) };
  if (sendsByXhr(fetch)) return undefined;
  // Others show Node's `process` too.
  if (process?.versions?.['node'] !== undefined && Deno === undefined && !FixedLengthStream) {
    return { ...plain, headers: length, init: process.versions['bun'] === undefined ? flat : plain.init };
  }
  if (typeof XMLHttpRequest === 'function') return undefined;
  // A service worker has no XMLHttpRequest, and no streams over HTTP/1.1 either.
  if (size === undefined) return FixedLengthStream || Deno ? plain : undefined;
  return FixedLengthStream && { ...plain, wrap: (stream) => stream.pipeThrough(new FixedLengthStream(size)) };
}

/** A page and its workers see their uploads by `XMLHttpRequest` alone, unless the caller's `fetch` sends them. */
export const sendsByXhr = (fetch: Fetch | undefined): boolean =>
  fetch === undefined && typeof XMLHttpRequest === 'function';
