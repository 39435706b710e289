import * as z from 'zod/mini';
import type { Operation } from '../operations/operation.ts';
import { brokenRules, takesParams, wireParams } from './params.ts';
import type { Finding, RuleContext } from './rules.ts';

type Issue = z.core.$ZodIssue;

/** What came, short enough for a message, and never a long text of the caller's. */
function received(input: unknown): string {
  if (input === null) return 'null';
  if (typeof input === 'string') return input.length > 40 ? 'a longer string' : `'${input}'`;
  if (Array.isArray(input)) return 'an array';
  if (typeof input === 'number' || typeof input === 'boolean' || typeof input === 'bigint') return `${input}`;
  return input instanceof Date ? 'a Date' : `a value of type ${typeof input}`;
}

/** What would be right, with what came instead. */
function instead(right: string, input: unknown): string {
  return input === undefined
    ? `is missing: it must be ${right}`
    : `must be ${right} (got ${received(input)})`;
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };

const articles: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
  int: 'an integer',
};

/** One rule for each kind of issue: zod/mini has no messages of its own. */
function describe(issue: Issue, input: unknown): string {
  const unit = 'origin' in issue ? (units[issue.origin as string] ?? '') : '';
  switch (issue.code) {
    case 'invalid_type':
      return instead(articles[issue.expected] ?? `a ${issue.expected}`, input);
    case 'invalid_value': {
      const values = issue.values.map((value) => `'${String(value)}'`).join(', ');
      return instead(issue.values.length > 1 ? `one of ${values}` : values, input);
    }
    case 'too_big':
      return `must be at most ${String(issue.maximum)}${unit}`;
    case 'too_small':
      return `must be at least ${String(issue.minimum)}${unit}`;
    case 'invalid_format':
      return instead(
        issue.format === 'datetime'
          ? 'an ISO 8601 time that carries Z or an offset, such as 2026-12-01T09:00:00Z'
          : `a valid ${issue.format}`,
        input,
      );
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

/** What a schema finds in a value. */
export function findingsOf(schema: z.ZodMiniType, value: unknown): Finding[] {
  const result = z.safeParse(schema, value);
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    path: issue.path as (string | number)[], // parsed JSON-like data has no symbol keys
    message: describe(issue, valueAt(value, issue.path)),
  }));
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
  return { wire, findings: [...findingsOf(row.params(), wire), ...brokenRules(row, wire, context)] };
}
