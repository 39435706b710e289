import { after, monotonicNow } from '../transport/clock.ts';
import { Interrupted } from '../transport/guard.ts';

/** Nothing moved for too long. */
export class Stalled extends Error {}

/**
 * Gives work as long as it moves: it may take `ms` from one call of `moved` to the next, however long it takes
 * in all. Otherwise like `guard`: it settles even if the work ignores its signal, and leaves nothing armed.
 */
export function guardProgress<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal, moved: () => void) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (outer.aborted) {
      reject(new Interrupted('abort', outer.reason));
      return;
    }
    const controller = new AbortController();
    let last = monotonicNow();
    const moved = (): void => {
      last = monotonicNow();
    };
    let cancelTimer = (): void => {};
    // Looks again when the time might be up: a new timer for each move would be thousands.
    const watch = (left: number): void => {
      cancelTimer = after(left, () => {
        const still = last + ms - monotonicNow();
        if (still > 0) watch(still);
        else fail(new Interrupted('timeout'));
      });
    };
    const release = (): void => {
      cancelTimer();
      outer.removeEventListener('abort', onAbort);
    };
    const fail = (error: unknown): void => {
      release();
      reject(error);
      controller.abort();
    };
    const onAbort = (): void => fail(new Interrupted('abort', outer.reason));
    outer.addEventListener('abort', onAbort, { once: true });
    watch(ms);
    work(controller.signal, moved).then((value) => {
      release();
      resolve(value);
    }, fail);
  });
}
