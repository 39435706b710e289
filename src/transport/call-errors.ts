import { APIError, type CallFields, RateLimitError } from '../errors/api-error.ts';
import type { Outcome } from '../errors/base.ts';
import { APIConnectionError, APITimeoutError, APIUserAbortError } from '../errors/connection.ts';
import { InvalidResponseError } from '../errors/local.ts';
import type { PacedWait } from '../pacing/pacer.ts';
import type { Answer } from './attempt.ts';
import { parseForError } from './body.ts';
import type { Unreadable } from './envelope.ts';
import { codeOf } from './outcome.ts';
import type { PreparedCall } from './prepare.ts';
import { describeCause, headerRecord, type Redact } from './redact.ts';

/** Where a call stands when it fails. */
export interface Standing {
  readonly call: PreparedCall;
  readonly attempts: number;
  readonly outcome: Outcome;
  readonly redact: Redact;
}

/** What errors say of their call. */
export function callFields({ call, attempts }: Standing): CallFields & { requiredScopes: readonly string[] } {
  const { row, method, path, idempotencyKey, requiredScopes } = call;
  return { operation: row.id, method, path, idempotencyKey, attempts, requiredScopes };
}

function describe({ call: { row, method, path } }: Standing, problem: string): string {
  return `${row.id} (${method} ${path}): ${problem}.`;
}

export function abortError(at: Standing, reason: unknown): APIUserAbortError {
  return new APIUserAbortError(describe(at, 'aborted by the caller'), callFields(at), at.outcome, reason);
}

/** A limit was reached: `problem` says which. */
export function timeoutError(at: Standing, problem: string): APITimeoutError {
  return new APITimeoutError(describe(at, problem), callFields(at), at.outcome);
}

/** `fetch` failed, or the answer broke off. */
export function connectionError(at: Standing, thrown: unknown): APIConnectionError {
  // ky wraps what fetch threw, and the wrapper holds the request.
  const raw =
    thrown instanceof Error && thrown.name === 'NetworkError' && thrown.cause ? thrown.cause : thrown;
  const cause = describeCause(raw, at.redact);
  const why = codeOf(raw) ?? cause?.message ?? 'connection failed';
  return new APIConnectionError(
    describe(at, `no answer (${at.redact(why)})`),
    callFields(at),
    at.outcome,
    cause,
  );
}

/** Something that the caller brought failed before anything was sent: the key function, a pacer. */
export function preparationError(at: Standing, what: string, cause: unknown): APIConnectionError {
  const described = describeCause(cause, at.redact);
  return new APIConnectionError(describe(at, `${what} failed`), callFields(at), at.outcome, described);
}

/** The turn is further away than the call may wait. */
export function turnError(at: Standing, { waitMs, bucket }: PacedWait): RateLimitError | APITimeoutError {
  const { maxPacingWait, requiredScopes } = at.call;
  const wait = `its turn is ${Math.ceil(waitMs)} ms away (${bucket})`;
  if (waitMs <= maxPacingWait) {
    const error = timeoutError(at, `${wait}, beyond totalTimeout`);
    error.retryAfter = waitMs;
    return error;
  }
  return new RateLimitError(describe(at, `${wait}, beyond maxPacingWait`), callFields(at), at.outcome, {
    status: 429,
    code: undefined,
    requestId: undefined,
    headers: {},
    body: undefined,
    requiredScopes,
    retryAfter: waitMs,
  });
}

/** A success that cannot be used. */
export function responseError(at: Standing, answer: Answer, unreadable: Unreadable): InvalidResponseError {
  const { status, headers, text } = answer;
  const { problem, requestId, issues } = unreadable;
  const id = requestId ? `, request id ${requestId}` : '';
  return new InvalidResponseError(describe(at, `${status}: ${problem}${id}`), callFields(at), at.outcome, {
    status,
    requestId,
    headers: headerRecord(headers, at.redact),
    body: parseForError(text, at.redact),
    issues,
  });
}

/** Says on an error how long to wait before another try, if it is one that can say so. */
export function noteWait(error: Error, waitMs: number): boolean {
  if (!(error instanceof APIError || error instanceof APIConnectionError)) return false;
  error.retryAfter = Math.max(waitMs, error.retryAfter ?? 0);
  return true;
}
