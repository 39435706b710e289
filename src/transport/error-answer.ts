import { type APIError, errorClassFor } from '../errors/api-error.ts';
import type { Answer } from './attempt.ts';
import { parseForError, readErrorBody, requestIdOf } from './body.ts';
import { callFields, type Standing } from './call-errors.ts';
import { headerRecord } from './redact.ts';
import { serverWait } from './retry.ts';

const maxQuoted = 300;

/** The error for an answer that says no. */
export function errorFromAnswer(at: Standing, answer: Answer): APIError {
  const { status, headers } = answer;
  const { redact } = at;
  const { operation, method, path, requiredScopes } = callFields(at);
  const body = parseForError(answer.text, redact);
  const { code, message } = readErrorBody(body);
  const requestId = requestIdOf(body, headers, redact);
  const said = redirectOf(answer) ?? message ?? whatCame(answer);
  const text = [
    `${operation} (${method} ${path}): ${status}${code && code !== String(status) ? ` ${code}` : ''}: ${quoted(redact(said))}`,
    requestId ? `, request id ${requestId}` : '',
    status === 403 && requiredScopes.length > 0 ? `. The call needs ${scopeList(requiredScopes)}` : '',
    '.',
  ];
  return new (errorClassFor(status))(text.join(''), callFields(at), at.outcome, {
    status,
    code,
    requestId,
    headers: headerRecord(headers, redact),
    body,
    requiredScopes,
    retryAfter: serverWait(status, headers),
  });
}

function scopeList(scopes: readonly string[]): string {
  return `the scope${scopes.length > 1 ? 's' : ''} ${scopes.join(' and ')}`;
}

/** Why a redirect is an error: followed, it would carry the key or the write somewhere else. */
function redirectOf({ status, headers }: Answer): string | undefined {
  const location = headers.get('location')?.replace(/[?#].*$/s, '');
  // A page is not shown a redirect that it does not follow: the status is 0, the headers are gone.
  const redirected = status === 0 || (status >= 300 && status < 400 && location);
  if (!redirected) return undefined;
  return `the answer is a redirect${location ? ` to ${location}` : ''}, which is not followed: check baseUrl`;
}

/** An answer without words for us: a proxy's page, nothing at all. */
function whatCame(answer: Answer): string {
  if (answer.text === '') return 'the answer has no body';
  const type = answer.headers.get('content-type')?.split(';')[0];
  return `the answer says nothing readable${type ? ` (${type})` : ''}`;
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/\.$/, '');
  return line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line;
}
