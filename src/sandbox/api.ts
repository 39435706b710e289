import { limitsOf } from '../operations/operation.ts';
import { checkParams } from '../schemas/check.ts';
import { authenticate, requireScopes } from './access.ts';
import type { Call, Result } from './handlers/handler.ts';
import { type Answer, canonical, jsonAnswer, refusalAnswer } from './http.ts';
import { IdempotencyStore } from './idempotency.ts';
import { invalid, Refusal } from './refusal.ts';
import type { ApiRouter } from './router.ts';
import type { State } from './state.ts';

/** A request to the API, its body read. */
export interface ApiRequest {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The parsed body, or why it could not be parsed. */
  readonly body: unknown;
  readonly origin: string;
  /** Real time until which the request counts as running, for the next one with its key. */
  readonly busyUntil: number;
}

/** Carries out a request, from its key to its answer. Nothing in here waits, so nothing comes in between. */
export function answerTo(state: State, router: ApiRouter, request: ApiRequest, requestId: string): Answer {
  try {
    return carryOut(state, router, request, requestId);
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error, requestId);
    // A mistake of the sandbox's own: a service answers 500 and lives on.
    return refusalAnswer(
      new Refusal(500, 'internal_error', `the sandbox has a bug: ${String(error)}`),
      requestId,
    );
  }
}

function carryOut(state: State, router: ApiRouter, request: ApiRequest, requestId: string): Answer {
  const { method, path, headers, body } = request;
  const now = state.clock.now();
  state.publisher.settle(now);
  const { row, handler, id } = router.match(method, path);
  const key = authenticate(state.keys, headers, now);
  state.lastUsed.set(key, now);
  const params = method === 'GET' ? queryParams(request.query) : body;
  // Before the body is judged: a call counts whether it is good or not.
  if (state.rateLimits)
    state.limiter.admit(key.id, limitsOf(row, params), knownSocialSet(state, params), now);
  if (params instanceof Refusal) throw params;
  requireScopes(key, row, params);
  if (method === 'GET') return run({ state, row, key, now, id, params, origin: request.origin });

  const entry = `${key.id} ${IdempotencyStore.keyOf(headers)}`;
  const fingerprint = `${method} ${path} ${canonical(body)}`;
  const replay = state.idempotency.find(entry, fingerprint);
  if (replay) return replay;
  const answer = run({ state, row, key, now, id, params, origin: request.origin });
  state.idempotency.keep(entry, fingerprint, answer, request.busyUntil);
  return answer;

  function run(call: Call): Answer {
    const { findings } = checkParams(row, params, { now, clockTolerance: 0 });
    if (findings.length > 0) throw invalid(findings);
    return success(call, handler(call), requestId);
  }
}

function success({ row }: Call, result: Result, requestId: string): Answer {
  const [usual = 200] = row.status;
  if ('page' in result) {
    const { items, nextCursor } = result.page;
    return jsonAnswer(usual, { data: items, pagination: { nextCursor }, requestId }, requestId);
  }
  return jsonAnswer(result.status ?? usual, { data: result.data, requestId }, requestId);
}

/** A query is all text; the numbers in it are meant as numbers. */
function queryParams(query: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const { limit } = query;
  return limit !== undefined && /^\d+$/.test(limit) ? { ...query, limit: Number(limit) } : query;
}

/** The Social Set that a body names, if there is such a one. */
function knownSocialSet(state: State, params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('socialSetId' in params)) return undefined;
  const { socialSetId } = params;
  return typeof socialSetId === 'string' && state.socialSets.get(socialSetId) ? socialSetId : undefined;
}
