const mask = '[redacted]';

// A shorter one is no real key, and would tear ordinary words apart.
const minSecretLength = 4;

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** Takes this key, and whatever looks like an `Authorization` value, out of texts. */
export function redactor(secret: string | undefined): Redact {
  const known = secret !== undefined && secret.length >= minSecretLength ? secret : undefined;
  return (text) => {
    const withoutKey = known ? text.replaceAll(known, mask) : text;
    return withoutKey.replace(/\b(bearer)\s+[^\s"',;]+/gi, `$1 ${mask}`);
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
  const copy = new Error(
    redact(typeof message === 'string' && message !== '' ? message : 'an error without a message'),
    innerCause ? { cause: innerCause } : undefined,
  );
  copy.name = typeof name === 'string' ? name : 'Error';
  // Its own trace would lead here; the foreign one may quote the request.
  copy.stack = `${copy.name}: ${copy.message}`;
  return typeof code === 'string' ? Object.assign(copy, { code: redact(code) }) : copy;
}
