import { mask, type Redact } from './redact.ts';

// A proxy's page, not what an error is for.
const maxText = 10_000;

/** A text with content, trimmed. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Codes are words, but for some services numbers. */
function codeTextOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value);
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

/** Fields that are secret whatever they hold: the token of an upload URL is one. */
const secretFields: ReadonlySet<string> = new Set(['token']);

/** The same for an error to carry: without secrets, and not a whole page of HTML. */
export function parseForError(text: string, redact: Redact): unknown {
  try {
    // Each string by itself: in the raw text an escape could hide the key.
    return JSON.parse(text, (name, value: unknown) => {
      if (typeof value !== 'string') return value;
      return secretFields.has(name) ? mask : redact(value);
    });
  } catch {
    const safe = redact(text);
    return safe.length > maxText ? `${safe.slice(0, maxText)}…` : safe;
  }
}

/** What an error body says. Its shape is not documented, so the usual ones are tried in turn. */
export function readErrorBody(body: unknown): { code: string | undefined; message: string | undefined } {
  // Markup is for people with a browser.
  if (typeof body === 'string')
    return { code: undefined, message: /^\s*</.test(body) ? undefined : textOf(body) };
  const outer = fieldsOf(body) ?? {};
  const first = Array.isArray(outer['errors']) ? outer['errors'][0] : undefined;
  const inner = fieldsOf(outer['error']) ?? fieldsOf(first) ?? {};
  const word = textOf(outer['error']);
  const said =
    textOf(inner['message']) ??
    textOf(inner['detail']) ??
    textOf(outer['message']) ??
    textOf(outer['detail']) ??
    textOf(outer['error_description']) ??
    textOf(outer['title']);
  return {
    code:
      codeTextOf(inner['code']) ??
      codeTextOf(outer['code']) ??
      textOf(inner['type']) ??
      // `{error: "a_code", message}`: a word without spaces beside a message is a code.
      (word && said && !/\s/.test(word) ? word : undefined),
    message: said ?? word ?? textOf(first),
  };
}

/** The service's id of the request: in the envelope, else in a header. It is printed, so it is redacted. */
export function requestIdOf(body: unknown, headers: Headers, redact: Redact): string | undefined {
  const outer = fieldsOf(body);
  const id =
    textOf(outer?.['requestId']) ??
    textOf(fieldsOf(outer?.['error'])?.['requestId']) ??
    textOf(headers.get('x-request-id')) ??
    textOf(headers.get('request-id'));
  return id === undefined ? undefined : redact(id);
}
