import type { Fetch } from '../types/options.ts';
import { guard } from './guard.ts';

/** One request as it goes on the wire. */
export interface AttemptRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The value of `Authorization`, asked for within the attempt's time. */
  readonly authorize: () => string | Promise<string>;
  readonly fetch: Fetch | undefined;
  /** Milliseconds, for headers and body together. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** An answer whose body has arrived whole. */
export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly text: string;
}

/** Retries, time limits and the reading of errors are ours. */
const settings = { retry: 0, timeout: false, throwHttpErrors: false } as const;

let loading: Promise<typeof import('ky')> | undefined;

/** ky builds a `Request` when it loads, which wakes Node's whole fetch: not before the first call. */
function loadKy(): Promise<typeof import('ky')> {
  loading ??= import('ky');
  return loading;
}

/** Sends one request and reads its answer, whatever the status. Never repeats, never follows a redirect. */
export async function attempt(request: AttemptRequest): Promise<Answer> {
  const { url, method, body, fetch } = request;
  return guard(request.timeout, request.signal, async (signal) => {
    const { default: ky } = await loadKy();
    const authorization = await request.authorize();
    signal.throwIfAborted();
    const init: RequestInit = {
      method,
      headers: { ...request.headers, authorization },
      signal,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    };
    const response = await ky(url, {
      ...settings,
      // The platform's fetch takes the parts: of a `Request` it makes another one, with a signal that follows
      // a signal and a body that is a stream by then. That costs a third of a call (bench/README.md).
      ...(fetch
        ? { ...init, fetch: (input, rest) => fetch(input as Request, rest) } // ky always hands over a Request
        : { method, fetch: () => globalThis.fetch(url, init) }),
    });
    // A fetch that ignores its signal may answer after all: nobody reads that body.
    if (signal.aborted) await response.body?.cancel();
    return {
      status: response.status,
      ok: response.ok,
      headers: response.headers,
      text: await response.text(),
    };
  });
}
