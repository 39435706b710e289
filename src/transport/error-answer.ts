import { type APIError, type CallFields, errorClassFor } from '../errors/api-error.ts';
import type { Outcome } from '../errors/base.ts';
import type { Answer } from './attempt.ts';
import { headerRecord, type Redact } from './redact.ts';
import { serverWait } from './retry.ts';

const maxQuoted = 300;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>) // any object can be read by name
    : undefined;
}

/** The parsed body, or its text where it is no JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What an error body says. Its shape is not documented, so the usual ones are tried in turn. */
export function readErrorBody(body: unknown): { code: string | undefined; message: string | undefined } {
  const outer = fieldsOf(body);
  if (!outer) return { code: undefined, message: undefined };
  const first = Array.isArray(outer['errors']) ? outer['errors'][0] : undefined;
  const inner = fieldsOf(outer['error']) ?? fieldsOf(first);
  const word = textOf(outer['error']);
  return {
    code:
      textOf(inner?.['code']) ??
      textOf(outer['code']) ??
      // `{error: "a_code", message}`: a word without spaces beside a message is a code.
      (word && !/\s/.test(word) && textOf(outer['message']) ? word : undefined),
    message:
      textOf(inner?.['message']) ??
      textOf(inner?.['detail']) ??
      textOf(outer['message']) ??
      textOf(outer['detail']) ??
      textOf(outer['title']) ??
      word ??
      textOf(first),
  };
}

/** The service's id of the request: in the envelope, else in a header. */
export function requestIdOf(body: unknown, headers: Headers): string | undefined {
  const outer = fieldsOf(body);
  return (
    textOf(outer?.['requestId']) ??
    textOf(fieldsOf(outer?.['error'])?.['requestId']) ??
    textOf(headers.get('x-request-id')) ??
    textOf(headers.get('request-id'))
  );
}

/** Why a redirect is an error: followed, it would carry the key or the write somewhere else. */
function redirectMessage(headers: Headers): string {
  const location = headers.get('location')?.replace(/[?#].*$/s, '');
  const where = location ? ` to ${location}` : '';
  return `the answer is a redirect${where}, which is not followed: check baseUrl`;
}

/** The error for an answer that says no. */
export function errorFromAnswer(
  answer: Answer,
  call: CallFields & { readonly requiredScopes: readonly string[] },
  outcome: Outcome,
  redact: Redact,
): APIError {
  const { status, headers } = answer;
  // Redacted before it is parsed, so that no field can hold an echo of the key.
  const body = parseBody(redact(answer.text));
  const { code, message } = readErrorBody(body);
  const requestId = requestIdOf(body, headers);
  const redirected = status === 0 || (status >= 300 && status < 400);
  const said = redirected ? redact(redirectMessage(headers)) : (message ?? whatCame(answer, body));
  const scopes =
    status === 403 && call.requiredScopes.length > 0
      ? ` The call needs the scope${call.requiredScopes.length > 1 ? 's' : ''} ${call.requiredScopes.join(' and ')}.`
      : '';
  const id = requestId ? `, request id ${requestId}` : '';
  const text = `${call.operation} (${call.method} ${call.path}): ${status}${code ? ` ${code}` : ''}: ${quoted(said)}${id}.${scopes}`;
  return new (errorClassFor(status))(text, call, outcome, {
    status,
    code,
    requestId,
    headers: headerRecord(headers, redact),
    body,
    requiredScopes: call.requiredScopes,
    retryAfter: serverWait(status, headers),
  });
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/\.$/, '');
  return line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line;
}

/** An answer that says nothing we can read: a proxy's page, a plain text, nothing at all. */
function whatCame(answer: Answer, body: unknown): string {
  const type = answer.headers.get('content-type')?.split(';')[0];
  if (answer.text === '') return 'the answer has no body';
  if (typeof body === 'string' && type === 'text/plain') return body;
  return `the answer says nothing readable${type ? ` (${type})` : ''}`;
}
