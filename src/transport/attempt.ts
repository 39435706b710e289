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
  /** Told right before the request leaves. */
  readonly onSend: () => void;
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
  loading ??= import('ky').catch((error: unknown) => {
    // In a page it may be a file of its own that did not arrive: the next call asks again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Retries, time limits and the judging of answers are ours. */
const settings = { retry: 0, timeout: false, throwHttpErrors: false } as const;

interface Send {
  /** What ky makes its `Request` of. */
  readonly options: RequestInit;
  readonly fetch: Fetch;
}

/** A caller's `fetch` gets all in one `Request`. */
const withRequest = (init: RequestInit, fetch: Fetch): Send => ({ options: init, fetch });

/**
 * The platform's fetch takes the parts, and ky little more than the method. Of a `Request` fetch would make
 * another one, whose signal follows a signal and whose body is a stream by then: a third of a call's cost.
 */
const withParts = (url: string, init: RequestInit): Send => ({
  options: { method: init.method ?? 'GET' },
  // Looked up now, so that a patched global is used; called bare, as Workers demand.
  fetch: () => {
    const { fetch } = globalThis;
    return fetch(url, init);
  },
});

/**
 * Sends one request and reads its answer, whatever the status. Never repeats, never follows a redirect.
 *
 * @throws {Interrupted} when the time is up or the signal fires; else whatever `authorize` or `fetch` throw.
 */
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
    const send = fetch ? withRequest(init, fetch) : withParts(url, init);
    const response = await ky(url, {
      ...settings,
      ...send.options,
      fetch: (input, rest) => {
        request.onSend();
        return send.fetch(input as Request, rest); // ky always hands over a Request
      },
    });
    // The platform's fetch ends the body with its signal.
    const text = fetch ? await readText(response, signal) : await response.text();
    return { status: response.status, ok: response.ok, headers: response.headers, text };
  });
}

/** Reads a body to its end. When the signal fires it is cancelled, also if `fetch` ignores its signal. */
async function readText(response: Response, signal: AbortSignal): Promise<string> {
  // Some stand-ins for fetch have no streams.
  if (typeof response.body?.getReader !== 'function') return response.text();
  const reader = response.body.getReader();
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  if (signal.aborted) cancel();
  // On the attempt's own signal, which is gone with it: there is nothing to remove.
  signal.addEventListener('abort', cancel, { once: true });
  const decoder = new TextDecoder();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}
