import { after } from './clock.ts';

/** Work that was ended before it was done: its time was up, or the caller's signal fired. */
export class Interrupted extends Error {
  readonly kind: 'timeout' | 'abort';

  constructor(kind: 'timeout' | 'abort', reason?: unknown) {
    super(kind, { cause: reason });
    this.kind = kind;
  }
}

/**
 * Gives work a time limit and ties it to a signal. It settles when either strikes, even if the work
 * ignores the signal it is given: a custom `fetch` may. Nothing is left armed afterwards.
 */
export function guard<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (outer?.aborted) {
      reject(new Interrupted('abort', outer.reason));
      return;
    }
    const controller = new AbortController();
    const release = (): void => {
      cancelTimer();
      outer?.removeEventListener('abort', onAbort);
    };
    const interrupt = (interrupted: Interrupted): void => {
      release();
      reject(interrupted);
      controller.abort();
    };
    const cancelTimer = after(ms, () => interrupt(new Interrupted('timeout')));
    const onAbort = (): void => interrupt(new Interrupted('abort', outer?.reason));
    outer?.addEventListener('abort', onAbort, { once: true });
    work(controller.signal).then(
      (value) => {
        release();
        resolve(value);
      },
      (error: unknown) => {
        release();
        reject(error);
        // Whatever the failed exchange still holds open ends here.
        controller.abort();
      },
    );
  });
}
