// `setTimeout` fires at once for anything longer.
const maxTimer = 2 ** 31 - 1;

/** Milliseconds on a clock that no one sets: for deadlines and durations. */
export const monotonicNow = (): number => performance.now();

/** Calls back after `ms`, however long that is, and returns what cancels it. `Infinity` is never. */
export function after(ms: number, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = (left: number): void => {
    timer = setTimeout(() => (left > maxTimer ? arm(left - maxTimer) : callback()), Math.min(left, maxTimer));
  };
  if (ms !== Number.POSITIVE_INFINITY) arm(Math.max(0, ms));
  return () => clearTimeout(timer);
}

/** Waits `ms`, or until the signal is aborted: then it rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const cancel = after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
