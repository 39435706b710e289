import type { RequestIssue } from '../errors/local.ts';
import type { Operation } from '../operations/operation.ts';
import { findingsOf } from '../schemas/check.ts';
import { pathOf } from '../schemas/rules.ts';
import type { Answer } from './attempt.ts';
import { parseBody, requestIdOf } from './error-answer.ts';

/** What a success says. */
export interface Envelope {
  readonly data: unknown;
  readonly requestId: string | undefined;
  /** Of a list; `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Why an answer is no envelope of the kind that the row promises. */
export interface NoEnvelope {
  readonly problem: string;
  readonly issues: readonly RequestIssue[];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The shape of `data` for each kind of success. */
const shapes = {
  record: { holds: isObject, name: 'an object' },
  list: { holds: Array.isArray, name: 'an array' },
  deleted: { holds: isObject, name: 'an object' },
} as const;

/** Opens an answer. */
export function readEnvelope(row: Operation, answer: Answer): Envelope | NoEnvelope {
  if (row.success === 'deleted' && answer.status === 204) {
    return { data: { deleted: true }, requestId: requestIdOf(undefined, answer.headers), nextCursor: null };
  }
  const body = parseBody(answer.text);
  if (!isObject(body)) return { problem: 'the answer is no JSON object', issues: [] };
  const { holds, name } = shapes[row.success];
  if (!holds(body['data'])) {
    return {
      problem: `the answer is no envelope: its data is not ${name}`,
      issues: [{ path: 'data', message: `must be ${name}` }],
    };
  }
  const pagination = body['pagination'];
  const cursor = isObject(pagination) ? pagination['nextCursor'] : undefined;
  return {
    data: body['data'],
    requestId: requestIdOf(body, answer.headers),
    // Absent and empty end a list as null does.
    nextCursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
  };
}

/** What breaks the row's schema. */
export function schemaIssues(row: Operation, data: unknown): RequestIssue[] {
  const schema = row.response();
  const records = row.success === 'list' && Array.isArray(data) ? data : [data];
  return records.flatMap((record: unknown, index) =>
    findingsOf(schema, record).map(({ path, message }) => ({
      path: pathOf(row.success === 'list' ? ['data', index, ...path] : ['data', ...path]),
      message,
    })),
  );
}
