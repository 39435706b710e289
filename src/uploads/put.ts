import { guard, Interrupted } from '../transport/guard.ts';
import { serverWait } from '../transport/retry.ts';
import type { Fetch } from '../types/options.ts';
import { type ByteWatch, countedStream, silent } from './body.ts';
import { type Streaming, sendsByXhr, streamingOf } from './runtime.ts';
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
  /** Not told where a redirect was refused by the runtime. */
  readonly status: number | undefined;
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
  const streaming = streamingOf(size, fetch);
  const { blob } = source;
  const byXhr = sendsByXhr(fetch);
  let reading = false;
  let release = (): void => {};
  try {
    const unseen = streaming || byXhr ? 0 : (size ?? 0) / slowest;
    return await guardProgress(timeout + unseen, outer, (signal, moved) => {
      const sent = (bytes: number): void => {
        moved();
        onSent(bytes);
      };
      if (byXhr && blob) return xhrPut(request, blob, signal, sent);
      if (!streaming) return fetchPut(request, blob, undefined, signal);
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
        fetchPut(request, streaming.wrap(counted.stream), streaming, signal)
          .then((answer) => {
            // A length that nobody gave is counted, and so has to be counted to the end.
            if (isSuccess(answer.status) && size === undefined && !counted.ended()) {
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
  streaming: Streaming | undefined,
  signal: AbortSignal,
): Promise<PutAnswer> {
  // 'error' would do, but is not there on workerd.
  const init: RequestInit = streaming?.init ?? { redirect: 'manual' };
  const whole: RequestInit & { duplex: 'half' } = {
    ...init,
    method: 'PUT',
    headers: { 'content-type': mimeType, ...streaming?.headers },
    body: body ?? null,
    duplex: 'half',
    signal,
  };
  try {
    // Looked up now, so that a patched global is used; called bare, as Workers demand. `init` once more: a
    // request that is made of another keeps neither setting.
    const response = await (fetch ?? globalThis.fetch)(new Request(url, whole), init);
    const { status, type, redirected } = response;
    const retryAfter = serverWait(status, response.headers);
    response.body?.cancel().catch(() => {}); // nobody reads it
    return { status, redirected: redirected || type === 'opaqueredirect' || isRedirect(status), retryAfter };
  } catch (error) {
    if (init.redirect === 'error' && speaksOfRedirect(error)) {
      return { status: undefined, redirected: true, retryAfter: undefined };
    }
    throw error;
  }
}

export const isSuccess = (status = 0): boolean => status >= 200 && status < 300;

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Node says `fetch failed`, and why in the cause. */
const speaksOfRedirect = (error: unknown): boolean =>
  error instanceof Error &&
  /\bredirect/i.test(`${error.message} ${(error.cause as Error | undefined)?.message}`); // any object can be asked
