import { onTestFinished, vi } from 'vitest';
import { json, testClient } from './fixtures.ts';

/**
 * Stops time, and the clocks with it. Ask for it after `warmUp()`: the first call loads a module, which
 * takes real time.
 */
export function stopTime(at = '2026-11-21T09:00:00.000Z'): void {
  vi.useFakeTimers({ now: new Date(at), toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

export async function warmUp(): Promise<void> {
  const fetch = async () => json({ data: {} });
  await testClient({ fetch, responseValidation: 'off' }).me.get();
}

/** How a promise stands, after everything that needs no time has happened. */
export async function stateOf(promise: PromiseLike<unknown>): Promise<'pending' | 'resolved' | 'rejected'> {
  let state: 'pending' | 'resolved' | 'rejected' = 'pending';
  promise.then(
    () => {
      state = 'resolved';
    },
    () => {
      state = 'rejected';
    },
  );
  await vi.advanceTimersByTimeAsync(0);
  return state;
}
