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
    const response = await ky(url, {
      method,
      headers: { ...request.headers, authorization },
      signal,
      ...(body === undefined ? {} : { body }),
      // Looked up now, so that a patched global is used; called bare, as Workers demand.
      fetch: (input, init) => (fetch ?? globalThis.fetch)(input as Request, init), // ky always hands over a Request
      redirect: 'manual',
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
    });
    // A fetch that ignores its signal may answer after all: nobody reads that body.
    if (signal.aborted) await response.body?.cancel();
    return { status: response.status, ok: response.ok, headers: response.headers, text: await response.text() };
  });
}
