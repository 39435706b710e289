import * as z from 'zod/mini';
import type { Operation } from '../operations/operation.ts';
import { brokenRules, takesParams, wireParams } from './params.ts';
import { codePointLength } from './primitives.ts';
import type { Finding, RuleContext } from './rules.ts';

type Issue = z.core.$ZodIssue;

/** What came, short enough for a message, and never a long text of the caller's. */
function received(input: unknown): string {
  if (input === null) return 'null';
  if (typeof input === 'string') return input.length > 40 ? 'a longer string' : `'${input}'`;
  if (Array.isArray(input)) return 'an array';
  if (typeof input === 'number' || typeof input === 'boolean' || typeof input === 'bigint') return `${input}`;
  return typeof input === 'object' ? 'an object' : `a ${typeof input}`;
}

/** What would be right, with what came instead. */
function instead(right: string, input: unknown): string {
  return input === undefined
    ? `is required: it must be ${right}`
    : `must be ${right} (got ${received(input)})`;
}

/** A limit as people say it: the number of what a text or a list holds, or the number itself. */
function bounded(bound: string, limit: unknown, input: unknown): string {
  const right = `${bound} ${String(limit)}`;
  if (typeof input === 'string') return `must have ${right} characters (got ${codePointLength(input)})`;
  if (!Array.isArray(input)) return `must be ${right} (got ${received(input)})`;
  return `must have ${right} ${limit === 1 ? 'item' : 'items'} (got ${input.length})`;
}

const time = 'an ISO 8601 time that carries Z or an offset, such as 2026-12-01T09:00:00Z';

const articles: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
  int: 'an integer',
};

/** One rule for each kind of issue: zod/mini has no messages of its own. */
function describe(issue: Issue, input: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return instead(articles[issue.expected] ?? `a ${issue.expected}`, input);
    case 'invalid_value': {
      const values = issue.values.map((value) => `'${String(value)}'`).join(', ');
      return instead(issue.values.length > 1 ? `one of ${values}` : values, input);
    }
    case 'too_big':
      return bounded('at most', issue.maximum, input);
    case 'too_small':
      return bounded('at least', issue.minimum, input);
    case 'invalid_format':
      return instead(issue.format === 'datetime' ? time : `a valid ${issue.format}`, input);
    default:
      return issue.message;
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key] // any object can be read by name
        : undefined,
    root,
  );
}

/** What a schema finds in a value. To be no string is not what is wrong with one of its times. */
export function findingsOf(schema: z.ZodMiniType, value: unknown, times: readonly string[] = []): Finding[] {
  const result = z.safeParse(schema, value);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const path = issue.path as (string | number)[]; // parsed JSON-like data has no symbol keys
    const input = valueAt(value, path);
    return { path, message: times.includes(String(path[0])) ? instead(time, input) : describe(issue, input) };
  });
}

/** Params as they go on the wire, and everything that is wrong with them. */
export interface Checked {
  readonly wire: unknown;
  readonly findings: readonly Finding[];
}

/** Holds params against all that the document says of them: the row's schema, then its rules. */
export function checkParams(row: Operation, params: unknown, context: RuleContext): Checked {
  if (!row.params || !takesParams(row, params)) return { wire: undefined, findings: [] };
  const wire = wireParams(row, params);
  return {
    wire,
    findings: [...findingsOf(row.params(), wire, row.timestamps), ...brokenRules(row, wire, context)],
  };
}
