import type { RequestIssue } from '../errors/local.ts';

/** Headers that are the SDK's to set, and what to use instead. */
const reserved: Readonly<Record<string, string>> = {
  authorization: 'use the apiKey option',
  'idempotency-key': 'use the idempotencyKey option',
  'content-length': 'it is computed',
};

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Anything else makes `fetch` throw, with the header's value in its message.
const latin1Line = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A plain object's entries, or those of a `Headers` or a `Map`, which TypeScript would not have let through. */
function entriesOf(headers: unknown): Iterable<[name: string, value: unknown]> {
  if (typeof headers !== 'object' || headers === null) return [];
  return Symbol.iterator in headers
    ? (headers as Iterable<[string, unknown]>) // as the kinds named above are
    : Object.entries(headers);
}

/** Extra headers by lower-case name, and what is wrong with them. Values are never quoted. */
export function checkHeaders(headers: unknown): {
  headers: Record<string, string>;
  issues: RequestIssue[];
} {
  const checked: Record<string, string> = {};
  const issues: RequestIssue[] = [];
  for (const [name, value] of entriesOf(headers)) {
    if (value === undefined || value === null) continue;
    const lower = name.toLowerCase();
    const path = `headers.${name}`;
    if (Object.hasOwn(reserved, lower))
      issues.push({ path, message: `is set by the SDK: ${reserved[lower]}` });
    else if (!token.test(name)) issues.push({ path, message: 'is not a valid header name' });
    else if (typeof value !== 'string' || !latin1Line.test(value))
      issues.push({ path, message: 'must be a string of Latin-1 characters without line breaks' });
    else checked[lower] = value;
  }
  return { headers: checked, issues };
}
