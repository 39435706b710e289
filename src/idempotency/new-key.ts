import { customRandom, urlAlphabet } from 'nanoid';

const size = 21;
const batch = 64;

// Asking the system for random bytes costs more than the rest of the key, so it is asked for many at once,
// as Node's own `randomUUID()` does. Not before the first key: Workers refuse it while a module loads.
let pool: Uint8Array<ArrayBuffer> | undefined;
let used = 0;

function randomBytes(length: number): Uint8Array {
  pool ??= new Uint8Array(size * batch);
  if (used === 0 || used + length > pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += length;
  return pool.subarray(used - length, used);
}

/** A random idempotency key: one for each logical write. */
export const newKey: () => string = customRandom(urlAlphabet, size, randomBytes);
