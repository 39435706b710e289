import { guard, Interrupted } from '../transport/guard.ts';
import { serverWait } from '../transport/retry.ts';
import type { Fetch } from '../types/options.ts';
import { type ByteWatch, countedStream, isPage, silent, streamedBody } from './body.ts';
import type { Source } from './source.ts';
import { guardProgress, Stalled } from './stall.ts';
import { xhrPut } from './xhr.ts';

/** One PUT to a signed URL. It carries nothing of the client's: neither its key nor its headers. */
export interface PutRequest {
  readonly url: string;
  readonly mimeType: string;
  readonly source: Source;
  /** Not known of a stream only. */
  readonly size: number | undefined;
  readonly fetch: Fetch | undefined;
  /** Milliseconds that may pass without a byte moving. */
  readonly timeout: number;
  /** Milliseconds that are left for the whole upload. */
  readonly timeLeft: number;
  readonly signal: AbortSignal | undefined;
  readonly onSent: (bytes: number) => void;
}

/** What the storage said. */
export interface PutAnswer {
  readonly status: number;
  readonly redirected: boolean;
  /** Milliseconds. */
  readonly retryAfter: number | undefined;
}

// Bytes in a millisecond, for a body that goes out unseen: whatever is slower counts as stalled.
const slowest = 64;

/**
 * Sends a file, whatever the answer's status. Never repeats, never follows a redirect.
 *
 * Rejects with `Interrupted` when the caller's signal fired or the time for the whole upload is up, with
 * `Stalled`, with a `SourceFailure`, or with what the runtime says of a broken connection.
 */
export async function put(request: PutRequest): Promise<PutAnswer> {
  return guard(request.timeLeft, request.signal, (signal) => watched(request, signal));
}

/** Sends it for as long as bytes move, and says whom the last wait was for. */
async function watched(request: PutRequest, outer: AbortSignal): Promise<PutAnswer> {
  const { source, size, timeout, fetch, onSent } = request;
  const streamed = streamedBody(size);
  const { blob } = source;
  const byXhr = fetch === undefined && isPage();
  let reading = false;
  let release = (): void => {};
  try {
    const unseen = streamed || byXhr ? 0 : (size ?? 0) / slowest;
    return await guardProgress(timeout + unseen, outer, (signal, moved) => {
      const sent = (bytes: number): void => {
        moved();
        onSent(bytes);
      };
      if (byXhr && blob) return xhrPut(request, blob, signal, sent);
      if (!streamed) return fetchPut(request, blob, {}, signal);
      return new Promise((resolve, reject) => {
        const watch: ByteWatch = {
          sent,
          reading: (busy) => {
            reading = busy;
            moved();
          },
          // Not left to fetch, which may swallow it.
          failed: reject,
        };
        const counted = countedStream(source, size, watch);
        release = counted.release;
        fetchPut(request, streamed.wrap(counted.stream), streamed.headers, signal)
          .then((answer) => {
            // A length that nobody gave is counted, and so has to be counted to the end.
            if (answer.status < 300 && size === undefined && !counted.ended()) {
              throw new Error('it answered before the file had ended');
            }
            return answer;
          })
          .then(resolve, reject);
      });
    });
  } catch (error) {
    if (!(error instanceof Interrupted && error.kind === 'timeout')) throw error;
    throw reading ? silent(timeout) : new Stalled(`no byte moved for ${timeout} ms`);
  } finally {
    release();
  }
}

async function fetchPut(
  { url, mimeType, fetch }: PutRequest,
  body: Blob | ReadableStream<Uint8Array<ArrayBuffer>> | undefined,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<PutAnswer> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    headers: { 'content-type': mimeType, ...headers },
    body: body ?? null,
    // 'error' is not there on workerd.
    redirect: 'manual',
    duplex: 'half',
    signal,
  };
  // Looked up now, so that a patched global is used; called bare, as Workers demand.
  const response = await (fetch ?? globalThis.fetch)(new Request(url, init));
  const { status, type, redirected } = response;
  const retryAfter = serverWait(status, response.headers);
  response.body?.cancel().catch(() => {}); // nobody reads it
  return { status, redirected: redirected || type === 'opaqueredirect' || isRedirect(status), retryAfter };
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;
