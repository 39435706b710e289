import { type Answer, jsonAnswer } from './http.ts';
import type { Fault, FaultInjection } from './types.ts';

interface Pending extends FaultInjection {
  left: number;
}

const faultTypes: Readonly<Record<Fault['type'], true>> = {
  drop: true,
  'drop-after-commit': true,
  delay: true,
  status: true,
  truncate: true,
  html: true,
};

function check({ fault, path, times = 1 }: FaultInjection): void {
  // A path that nothing can match would let a test of a fault pass without one.
  if (typeof path === 'string' && !/^\/[^?#]*$/.test(path))
    throw new TypeError(
      `a path is relative to the base URL and has no query, such as '/posts' (got '${path}')`,
    );
  if (!Object.hasOwn(faultTypes, fault?.type ?? ''))
    throw new TypeError(`inject() needs a fault of one of the types ${Object.keys(faultTypes).join(', ')}`);
  if (fault.type === 'delay' && !(Number.isFinite(fault.ms) && fault.ms >= 0))
    throw new TypeError(`a delay needs 'ms', a number from 0`);
  if (
    fault.type === 'status' &&
    !(Number.isInteger(fault.status) && fault.status >= 200 && fault.status <= 599)
  )
    throw new TypeError(`a status fault needs 'status', an integer from 200 to 599`);
  if (!(times > 0)) throw new TypeError('times must be a positive number');
}

/** The faults that wait for a request. */
export class Faults {
  readonly #pending: Pending[] = [];

  inject(injection: FaultInjection): void {
    check(injection);
    this.#pending.push({ ...injection, left: injection.times ?? 1 });
  }

  /** The fault of this request, if one was injected for it; first injected, first served. */
  take(method: string, path: string): Fault | undefined {
    const index = this.#pending.findIndex(
      (pending) =>
        (pending.method === undefined || pending.method.toUpperCase() === method) && hits(pending.path, path),
    );
    const pending = this.#pending[index];
    if (!pending) return undefined;
    pending.left--;
    if (pending.left <= 0) this.#pending.splice(index, 1);
    return pending.fault;
  }
}

function hits(wanted: string | RegExp | undefined, path: string): boolean {
  if (wanted === undefined) return true;
  // `search` knows nothing of `lastIndex`: a RegExp with the flag `g` hits every time.
  return typeof wanted === 'string' ? wanted === path : path.search(wanted) !== -1;
}

/** The answer of a fault that lets nothing through to the service. */
export function answerInstead(fault: Fault, requestId: string): Answer | undefined {
  if (fault.type === 'html') {
    return {
      status: fault.status ?? 502,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n',
    };
  }
  if (fault.type !== 'status') return undefined;
  const { status, body, headers } = fault;
  if (typeof body === 'string')
    return {
      status,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'x-request-id': requestId,
        ...lowerCase(headers),
      },
      body,
    };
  const standard = {
    error: { code: 'injected_fault', message: `the sandbox was told to answer ${status}` },
    requestId,
  };
  return jsonAnswer(status, body === undefined ? standard : body, requestId, lowerCase(headers));
}

// Two spellings of one header would be joined to one value.
function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Fails as `fetch` does when the connection breaks. */
export function brokenConnection(): TypeError {
  const cause = Object.assign(new Error('the sandbox broke the connection'), { code: 'ECONNRESET' });
  return new TypeError('fetch failed', { cause });
}

/** The same response, its body broken off half-way. */
export async function truncated(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  let sent = false;
  const half = new ReadableStream<Uint8Array>({
    // One pull for the half, another for the break: an error at once would throw the half away.
    pull(controller) {
      if (sent) {
        const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
        controller.error(new TypeError('terminated', { cause }));
      } else {
        sent = true;
        controller.enqueue(bytes.subarray(0, bytes.byteLength >> 1));
      }
    },
  });
  return new Response(half, { status: response.status, headers: response.headers });
}

/** Waits in real time, or until the caller gives up. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    // A signal that was aborted before says so no more.
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
