import type { RequestIssue } from '../errors/local.ts';
import type { Call } from '../operations/call.ts';
import { pathOf } from '../schemas/rules.ts';
import type { Answer } from './attempt.ts';
import { parseBody, requestIdOf } from './body.ts';
import { checkRecord } from './check.ts';
import type { Redact } from './redact.ts';

/** What a success says. */
export interface Envelope {
  readonly data: unknown;
  readonly requestId: string | undefined;
  /** Of a list; `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Why a success cannot be used. */
export interface Unreadable {
  readonly problem: string;
  readonly requestId: string | undefined;
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

/** Opens an answer of the kind that the row promises. Its Content-Type does not matter. */
export function readEnvelope(row: Call, answer: Answer, redact: Redact): Envelope | Unreadable {
  if (row.success === 'deleted' && answer.status === 204) {
    return {
      data: { deleted: true },
      requestId: requestIdOf(undefined, answer.headers, redact),
      nextCursor: null,
    };
  }
  const body = parseBody(answer.text);
  const requestId = requestIdOf(body, answer.headers, redact);
  if (!isObject(body)) return { problem: 'the answer is no JSON object', requestId, issues: [] };
  const { holds, name } = shapes[row.success];
  if (!holds(body['data'])) {
    const issues = [{ path: 'data', message: `must be ${name}` }];
    return { problem: `the answer is no envelope: its data is not ${name}`, requestId, issues };
  }
  const pagination = body['pagination'];
  const cursor = isObject(pagination) ? pagination['nextCursor'] : undefined;
  return {
    data: body['data'],
    requestId,
    // Absent and empty end a list as null does.
    nextCursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
  };
}

/** What breaks the row's schema. Messages quote short values, so they are redacted. */
export async function schemaIssues(row: Call, data: unknown, redact: Redact): Promise<RequestIssue[]> {
  const list = row.success === 'list' && Array.isArray(data);
  const records: readonly unknown[] = list ? data : [data];
  const issues: RequestIssue[] = [];
  for (const [index, record] of records.entries()) {
    if (row.response(record)) continue;
    for (const { path, message } of await checkRecord(row, record)) {
      issues.push({
        path: pathOf(list ? ['data', index, ...path] : ['data', ...path]),
        message: redact(message),
      });
    }
  }
  return issues;
}
