import type { Outcome } from '../errors/base.ts';
import { codeOf, outcomeOf } from '../transport/outcome.ts';
import { describeCause, type Redact } from '../transport/redact.ts';
import { backOff } from '../transport/retry.ts';
import { SourceFailure } from './body.ts';
import { isSuccess, type PutAnswer } from './put.ts';
import { Stalled } from './stall.ts';

/** How a PUT failed. */
export interface PutFailure {
  readonly message: string;
  readonly outcome: Outcome;
  readonly kind: 'answer' | 'redirect' | 'network' | 'source';
  /** The storage's. */
  readonly status?: number | undefined;
  /** Milliseconds that the storage asks to wait. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** What an answer says was wrong, if anything. */
export function failureOfAnswer({ status, redirected, retryAfter }: PutAnswer): PutFailure | undefined {
  if (redirected) {
    const message = 'the storage answered with a redirect, which is never followed';
    // 0 is how a page is told of one.
    return { kind: 'redirect', message, outcome: 'rejected', status: status || undefined };
  }
  if (status === undefined || isSuccess(status)) return undefined;
  const outcome = outcomeOf('POST', { kind: 'answer', status });
  return { kind: 'answer', message: `the storage answered ${status}`, outcome, status, retryAfter };
}

/** What was thrown, without what signs the URL. */
export function failureOfError(error: unknown, redact: Redact): PutFailure {
  const cause = describeCause(error, redact);
  if (error instanceof SourceFailure) {
    return { kind: 'source', message: error.message, outcome: 'not-sent', cause: error.cause };
  }
  if (error instanceof Stalled) return { kind: 'network', message: error.message, outcome: 'unknown', cause };
  const code = codeOf(error);
  const outcome = outcomeOf('POST', { kind: 'network', code });
  return {
    kind: 'network',
    message: `the storage gave no answer (${code ?? cause?.message ?? 'connection failed'})`,
    outcome,
    cause,
  };
}

// What a fresh URL cannot change: the length, the size, the name, the type, the headers, the method.
const final: ReadonlySet<number> = new Set([405, 411, 413, 414, 415, 431, 501]);

/** Counts the failures of one upload, and says how long to wait before each new try. */
export class PutRetries {
  readonly #maxRetries: number;
  readonly #maxWait: number;
  #failures = 0;
  #refused = false;

  constructor(maxRetries: number, maxWait: number) {
    this.#maxRetries = maxRetries;
    this.#maxWait = maxWait;
  }

  /** Milliseconds; none when another try cannot help. */
  waitAfter({ kind, status = 0, outcome, retryAfter }: PutFailure): number | undefined {
    this.#failures++;
    if (this.#failures > this.#maxRetries || kind === 'source' || kind === 'redirect') return undefined;
    if (kind === 'answer' && (status < 400 || final.has(status))) return undefined;
    // The URL may have expired or been used: that earns one fresh one. A second no is meant.
    if (outcome === 'rejected' && status !== 408 && status !== 429) {
      if (this.#refused) return undefined;
      this.#refused = true;
    }
    const wait = retryAfter ?? backOff(this.#failures);
    return wait > this.#maxWait ? undefined : wait;
  }
}
