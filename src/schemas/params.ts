import type { Operation } from '../operations/operation.ts';
import type { Finding, RuleContext } from './rules.ts';
import { normalizeTimestamps } from './timestamps.ts';

/** What of a row says how its params are read, whether it holds schemas or quick checks. */
type Row = Pick<Operation, 'method' | 'optionalBody' | 'timestamps' | 'rules'> & {
  readonly params?: unknown;
};

/** Params as they go on the wire. */
export function wireParams(row: Row, params: unknown): unknown {
  return row.timestamps ? normalizeTimestamps(params, row.timestamps) : params;
}

/** Whether there is something to check: an endpoint without params takes none, and some may be left out. */
export function takesParams(row: Row, params: unknown): boolean {
  return row.params !== undefined && !(params === undefined && (row.optionalBody || row.method === 'GET'));
}

/** What breaks the rules that look at more than one field. */
export function brokenRules(row: Row, wire: unknown, context: RuleContext): Finding[] {
  if (!row.rules || typeof wire !== 'object' || wire === null || Array.isArray(wire)) return [];
  const fields = wire as Readonly<Record<string, unknown>>; // checked to be an object
  return row.rules.flatMap((rule) => rule(fields, context));
}
