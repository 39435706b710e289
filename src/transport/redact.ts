/** What stands in a secret's place. */
export const mask = '[redacted]';

// A shorter one is no real key, and would tear ordinary words apart.
const minSecretLength = 4;

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** What gives a secret away by its place. */
const patterns: readonly [pattern: RegExp, replacement: string][] = [
  [/\b(bearer)\s+[^\s"',;]+/gi, `$1 ${mask}`],
  // A signed URL's query is what signs it.
  [/(\bhttps?:\/\/[^\s"'<>?#]*\?)[^\s"'<>]*/gi, `$1${mask}`],
];

const singleWord = /^[\w-]*$/;

/** Takes this key out of texts, as it is and as a URL would carry it. */
export function keyRedactor(key: string | undefined): Redact {
  if (key === undefined || key.length < minSecretLength) return (text) => text;
  const encoded = encodeURIComponent(key);
  return (text) => {
    const redacted = text.replaceAll(key, mask);
    return encoded === key ? redacted : redacted.replaceAll(encoded, mask);
  };
}

/** Takes this key, whatever looks like an `Authorization` value, and the queries of URLs out of texts. */
export function redactor(key: string | undefined): Redact {
  const withoutKey = keyRedactor(key);
  return (text) => {
    const rest = withoutKey(text);
    // Neither pattern fits a single word, such as each answer's request id.
    return singleWord.test(rest)
      ? rest
      : patterns.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), rest);
  };
}

/** Headers as plain data, names in lower case, without the key should one echo it. */
export function headerRecord(headers: Headers, redact: Redact): Record<string, string> {
  const record: Record<string, string> = {};
  headers.forEach((value, name) => {
    record[name] = redact(value);
  });
  return record;
}

// A cause can have a cause, and a cycle must end.
const maxDepth = 4;

/**
 * What a foreign error says, without what it holds: a ky error holds the request, and with it the key.
 */
export function describeCause(cause: unknown, redact: Redact, depth = 0): Error | undefined {
  if (cause === undefined || cause === null || depth === maxDepth) return undefined;
  if (typeof cause !== 'object') return new Error(redact(String(cause)));
  const { name, message, code, cause: inner } = cause as Record<string, unknown>; // any object can be read by name
  const innerCause = describeCause(inner, redact, depth + 1);
  const said = [message, code].find((text) => typeof text === 'string' && text !== '');
  const copy = new Error(
    redact(typeof said === 'string' ? said : 'an error without a message'),
    innerCause ? { cause: innerCause } : undefined,
  );
  copy.name = typeof name === 'string' ? redact(name) : 'Error';
  // Its own trace would lead here; the foreign one may quote the request.
  copy.stack = `${copy.name}: ${copy.message}`;
  return typeof code === 'string' ? Object.assign(copy, { code: redact(code) }) : copy;
}
