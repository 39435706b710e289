import { InvalidRequestError, type RequestIssue } from '../errors/local.ts';
import { newKey } from '../idempotency/new-key.ts';
import type { Call } from '../operations/call.ts';
import { limitsOf, type Method, scopesOf } from '../operations/operation.ts';
import type { PacedCall } from '../pacing/pacer.ts';
import { clockTolerance, pathOf } from '../schemas/rules.ts';
import type { RequestOptions } from '../types/options.ts';
import { checkParams } from './check.ts';
import { monotonicNow } from './clock.ts';
import type { Config } from './config.ts';
import { checkHeaders } from './headers.ts';
import { fillPath, withQuery } from './path.ts';
import { checkCallOptions } from './settings.ts';

/** What a resource method hands over: whose record, and the caller's params. */
export interface CallInput<Params> {
  /** Fills `{id}` in the path. */
  readonly id?: string;
  /** The query of a GET, the body of anything else. */
  readonly params?: Params | undefined;
}

/** A call that is ready to be sent: everything that stays the same over its attempts. */
export interface PreparedCall {
  readonly row: Call;
  readonly method: Method;
  readonly path: string;
  readonly url: string;
  /** All but `Authorization`, which each attempt asks for anew. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly requiredScopes: readonly string[];
  readonly paced: PacedCall | undefined;
  readonly timeout: number;
  readonly maxRetries: number;
  readonly maxPacingWait: number;
  /** On the monotonic clock. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** Checks a call locally and builds its request. Throws everything that is wrong with it at once. */
export async function prepare(
  config: Config,
  row: Call,
  input: CallInput<unknown>,
  given: RequestOptions | undefined,
): Promise<PreparedCall> {
  const options = given ?? {};
  const read = row.method === 'GET';
  const { path, issue } = fillPath(row.path, input.id);
  const checked = checkParams(row, input.params, { now: Date.now(), clockTolerance });
  const { wire } = checked;
  const extra = checkHeaders(options.headers);
  // Before anything is waited for: the caller may change the params right after the call.
  const body = read ? {} : serialize(wire);
  const params = read ? { ...(wire as object | undefined) } : {}; // checked to be an object
  const findings = 'then' in checked.findings ? await checked.findings : checked.findings;
  const refused = new Set(findings.map((finding) => finding.path[0]));
  const issues: RequestIssue[] = [
    ...(issue ? [issue] : []),
    ...findings.map((finding) => ({ path: pathOf(finding.path), message: finding.message })),
    ...(body.issue ? [body.issue] : []),
    ...checkQuery(params).filter((found) => !refused.has(found.path)),
    ...extra.issues,
    ...(given ? checkCallOptions(given) : []),
    ...checkQuery(options.query, 'query.'),
  ];
  if (issues.length > 0) throw new InvalidRequestError(row.id, issues);

  const idempotencyKey = read ? undefined : (options.idempotencyKey ?? newKey());
  return {
    row,
    method: row.method,
    path,
    url: withQuery(config.baseUrl + path, { ...params, ...options.query }),
    headers: {
      accept: 'application/json',
      ...(body.text === undefined ? {} : { 'content-type': 'application/json' }),
      ...config.headers,
      ...extra.headers,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: body.text,
    idempotencyKey,
    requiredScopes: scopesOf(row, wire),
    paced: config.pacer && options.pacing !== false ? pacedCall(row, wire) : undefined,
    timeout: options.timeout ?? config.timeout,
    maxRetries: options.maxRetries ?? config.maxRetries,
    maxPacingWait: options.maxPacingWait ?? config.maxPacingWait,
    deadline: monotonicNow() + (options.totalTimeout ?? config.totalTimeout),
    signal: options.signal ?? undefined,
  };
}

function pacedCall(row: Call, wire: unknown): PacedCall {
  const socialSetId = (wire as { socialSetId?: unknown } | undefined)?.socialSetId; // checked to be an object
  return {
    operation: row.id,
    limits: limitsOf(row, wire),
    ...(typeof socialSetId === 'string' ? { socialSetId } : {}),
  };
}

function serialize(wire: unknown): { text?: string; issue?: RequestIssue } {
  if (wire === undefined) return {};
  try {
    return { text: JSON.stringify(wire) };
  } catch (error) {
    // A BigInt or a cycle.
    return {
      issue: { path: '', message: `cannot be sent as JSON: ${error instanceof Error ? error.message : ''}` },
    };
  }
}

/** An object in a query would go out as `[object Object]`. */
function checkQuery(values: object | undefined, prefix = ''): RequestIssue[] {
  return Object.entries(values ?? {})
    .filter(([, value]) => (typeof value === 'object' && value !== null) || typeof value === 'function')
    .map(([name]) => ({ path: prefix + name, message: 'must be a string, a number or a boolean' }));
}
