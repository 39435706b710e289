import { inspect } from 'node:util';
import { expect } from 'vitest';
import { SocialPublishingError } from '../../src/index.ts';

const key = 'sp_secret_of_the_hostile_tests';

/** How every client under test is set up: nothing waits, nothing is repeated, and what is checked is strict. */
export const options = {
  apiKey: key,
  baseUrl: 'http://127.0.0.1:1/v1',
  maxRetries: 0,
  pacing: false,
  logLevel: 'off',
} as const;

/** Everything that a polluted prototype would show. */
const shapes = () =>
  [Object.prototype, Array.prototype, Function.prototype, Promise.prototype].map(Reflect.ownKeys);
const before = shapes();

/** Waits for a call, whose failure must be one of ours, printable, and silent about the key. */
export async function settles(call: () => PromiseLike<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof SocialPublishingError))
      throw new Error(`not one of ours: ${inspect(error)}`, { cause: error });
    expect(['not-sent', 'rejected', 'unknown']).toContain(error.outcome);
    for (const text of [String(error), JSON.stringify(error), inspect(error)])
      expect(text).not.toContain(key);
    if ('retryAfter' in error && error.retryAfter !== undefined)
      expect(error.retryAfter).toBeGreaterThanOrEqual(0);
  }
  expect(shapes()).toEqual(before);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}
