import type { LimitName } from '../pacing/limits.ts';
import type { LazySchema } from '../schemas/lazy.ts';
import type { Rule } from '../schemas/rules.ts';

/** The scopes that the document names. */
export const scopes = [
  'accounts:read',
  'social-sets:read',
  'posts:create',
  'posts:read',
  'posts:update',
  'posts:schedule',
  'posts:publish',
  'posts:delete',
  'ideas:create',
  'ideas:update',
  'ideas:convert',
  'folders:create',
  'folders:update',
  'folders:delete',
  'media:write',
  'media:delete',
  'usage:read',
] as const;

/** What an API key can be allowed to do. */
export type Scope = (typeof scopes)[number];

/** The HTTP methods that the service uses. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What a success holds: one record, a page of records, or the word that it is gone. */
export type SuccessKind = 'record' | 'list' | 'deleted';

/**
 * One endpoint of the service, as data. The client, its error messages, the pacer, the sandbox's router
 * and the OpenAPI document all read it.
 *
 * `Params` and `Result` are what a caller passes and what one record of the answer is; resource methods
 * take their types from them.
 */
export interface Operation<Params = unknown, Result = unknown> {
  /** The method that people call, for example `posts.create`. */
  readonly id: string;
  readonly method: Method;
  /** Below the base URL; `{id}` stands for the record's id. */
  readonly path: string;
  readonly summary: string;
  /** What section 4 of the document names. Where it is silent this is empty. */
  readonly scopes: readonly Scope[];
  /** The endpoint's own rate limits, on top of the general one for its method. */
  readonly limits: readonly LimitName[];
  /** What one value of a body field needs and counts in addition. */
  readonly when?: {
    readonly field: string;
    readonly is: string;
    readonly scopes: readonly Scope[];
    readonly limits: readonly LimitName[];
  };
  /** The query of a GET, the body of anything else; none when the endpoint takes neither. */
  readonly params?: LazySchema;
  /** Whether the params may be left out altogether. A GET's always may. */
  readonly optionalBody?: boolean;
  /** Fields of the params that hold a time. */
  readonly timestamps?: readonly string[];
  /** What the schema cannot say about the params. */
  readonly rules?: readonly Rule[];
  /** One record of the answer. */
  readonly response: LazySchema;
  readonly success: SuccessKind;
  /** The status codes of a success; the usual one where the document shows none. */
  readonly status: readonly number[];
  /** Which report of the rate limits in force the answer carries, under `rateLimit`. */
  readonly reports?: 'me' | 'usage';
  /** Never set: it carries the types. */
  readonly types?: { readonly params: Params; readonly result: Result };
}

/** Declares a row of the table with the types of its params and its result. */
export function operation<Params, Result>(row: Operation<Params, Result>): Operation<Params, Result> {
  return row;
}

/** The body field that `when` looks at, if the row has one and the params match it. */
function matched(row: Pick<Operation, 'when'>, params: unknown): Operation['when'] {
  const { when } = row;
  if (!when || typeof params !== 'object' || params === null) return undefined;
  return (params as Readonly<Record<string, unknown>>)[when.field] === when.is ? when : undefined; // any object can be read by name
}

/** The scopes that a call with these params needs. */
export function scopesOf(row: Pick<Operation, 'scopes' | 'when'>, params: unknown): readonly Scope[] {
  const more = matched(row, params);
  return more ? [...row.scopes, ...more.scopes] : row.scopes;
}

/** Every rate limit that counts a call with these params. */
export function limitsOf(
  row: Pick<Operation, 'method' | 'limits' | 'when'>,
  params: unknown,
): readonly LimitName[] {
  const general: LimitName = row.method === 'GET' ? 'defaultPerMinute' : 'mutatingPerMinute';
  return [general, ...row.limits, ...(matched(row, params)?.limits ?? [])];
}
