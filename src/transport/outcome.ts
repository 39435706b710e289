import type { Outcome } from '../errors/base.ts';
import type { Method } from '../operations/operation.ts';

/** How an attempt can fail. */
export type Failure =
  | { readonly kind: 'answer'; readonly status: number }
  /** A success that cannot be read. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'timeout' | 'abort' }
  | { readonly kind: 'network'; readonly code: string | undefined };

/** How fetch refuses a port that browsers block, such as 1. It has no code for that. */
const badPort = 'bad port';

/** Codes of connections that were never made, by runtime: nothing can have arrived. */
const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused', // Bun
  'FailedToOpenSocket', // Bun
  badPort,
]);

/** What a failed attempt leaves behind. A read is never `unknown`: nothing can have happened. */
export function outcomeOf(method: Method, failure: Failure): Outcome {
  const read = method === 'GET';
  switch (failure.kind) {
    case 'answer':
      return !read && failure.status >= 500 ? 'unknown' : 'rejected';
    case 'unreadable':
      return read ? 'rejected' : 'unknown';
    case 'network':
      return read || neverConnected.has(failure.code ?? '') ? 'not-sent' : 'unknown';
    default:
      return read ? 'not-sent' : 'unknown';
  }
}

/** The first code in a chain of causes: fetch hides the connection's own error in there. */
export function codeOf(error: unknown): string | undefined {
  for (let current = error, depth = 0; depth < 5; depth++) {
    if (typeof current !== 'object' || current === null) return undefined;
    if ('code' in current && typeof current.code === 'string') return current.code;
    if ('message' in current && current.message === badPort) return badPort;
    current = 'cause' in current ? current.cause : undefined;
  }
  return undefined;
}
