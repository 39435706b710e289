/**
 * What is wrong with params or a record, in words. Loaded when a quick check could not say that all is well:
 * the schemas and Zod come with it.
 */
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { checkParams, findingsOf } from './check.ts';
import type { Finding, RuleContext } from './rules.ts';

const rows = new Map(operations.map((row) => [row.id, row]));

function rowOf(id: string): Operation {
  const row = rows.get(id);
  if (!row) throw new Error(`${id} is no operation`);
  return row;
}

/** Everything that is wrong with the params of a call. */
export function explainParams(id: string, params: unknown, context: RuleContext): readonly Finding[] {
  return checkParams(rowOf(id), params, context).findings;
}

/** Everything that is wrong with one record of an answer. */
export function explainRecord(id: string, record: unknown): readonly Finding[] {
  return findingsOf(rowOf(id).response(), record);
}
