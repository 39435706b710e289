import { SocialPublishingError } from '../errors/base.ts';
import { InvalidRequestError } from '../errors/local.ts';

/** What a key can be made from. */
export type KeyPart = string | number | bigint | boolean | Date;

// A half of a surrogate pair has no UTF-8: all of them would be encoded alike.
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Derives an idempotency key from a job's own identity: the same parts give the same key, in any process,
 * on any machine, in any version of this package, for ever. A job that is killed and started again repeats
 * its calls under the keys they had, and the service carries each out once.
 *
 * The parts' types and borders count: `('a', 'bc')`, `('ab', 'c')`, `(1)` and `('1')` are four keys.
 *
 * The key is the lower-case hexadecimal SHA-256 of all parts, each written as its type's letter, the number
 * of its bytes, a colon, and its UTF-8 text: `s` string, `n` number (as JavaScript prints it), `i` bigint,
 * `b` boolean, `d` date (ISO 8601, UTC). `('order', 7)` is the SHA-256 of `s5:ordern1:7`.
 *
 * @param parts At least one.
 * @returns 64 hexadecimal digits.
 * @throws {InvalidRequestError} No part, or a part that has no one encoding (`NaN`, an invalid date).
 * @example
 * const idempotencyKey = await idempotencyKeyFrom('newsletter', issue.id, 'linkedin');
 * await client.posts.create(params, { idempotencyKey });
 */
export async function idempotencyKeyFrom(...parts: readonly [KeyPart, ...KeyPart[]]): Promise<string> {
  if (parts.length === 0) refuse('', 'must have at least one part');
  return sha256(parts.map(encode).join(''));
}

/** The lower-case hexadecimal SHA-256 of a text. */
export async function sha256(text: string): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    throw new SocialPublishingError(
      'Web Crypto is not there. A page has it only over https or on localhost.',
    );
  }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function encode(part: KeyPart, index: number): string {
  const [type, text] = describe(part, index);
  if (loneSurrogate.test(text))
    refuse(`parts[${index}]`, 'is no well-formed text: it holds half a surrogate pair');
  return `${type}${new TextEncoder().encode(text).length}:${text}`;
}

function describe(part: KeyPart, index: number): [type: string, text: string] {
  const path = `parts[${index}]`;
  switch (typeof part) {
    case 'string':
      return ['s', part];
    case 'number':
      if (!Number.isFinite(part)) refuse(path, `is ${part}; a number must be finite`);
      return ['n', String(part)];
    case 'bigint':
      return ['i', String(part)];
    case 'boolean':
      return ['b', String(part)];
    default:
      if (!(part instanceof Date)) refuse(path, 'must be a string, a number, a bigint, a boolean or a Date');
      if (Number.isNaN(part.getTime())) refuse(path, 'is an invalid date');
      return ['d', part.toISOString()];
  }
}

function refuse(path: string, message: string): never {
  throw new InvalidRequestError('idempotencyKeyFrom', [{ path, message }]);
}
