/** How a server may count one rate limit. Written apart from the pacer, and as plainly as can be. */
export interface Counter {
  /** Counts a call at this moment, or refuses it. */
  admit(at: number): boolean;
}

/** Windows that begin every `windowMs`, the first at `phase`. */
export function fixedWindow(max: number, windowMs: number, phase: number): Counter {
  const counts = new Map<number, number>();
  return {
    admit(at) {
      const window = Math.floor((at - phase) / windowMs);
      const count = (counts.get(window) ?? 0) + 1;
      counts.set(window, count);
      return count <= max;
    },
  };
}

/** Every call of the last `windowMs`, the one exactly that old left out. */
export function slidingLog(max: number, windowMs: number): Counter {
  let log: number[] = [];
  return {
    admit(at) {
      log = log.filter((time) => time > at - windowMs);
      log.push(at);
      return log.length <= max;
    },
  };
}

/** A bucket of `max` tokens that refills evenly within `windowMs`. */
export function tokenBucket(max: number, windowMs: number): Counter {
  let tokens = max;
  let last = 0;
  return {
    admit(at) {
      tokens = Math.min(max, tokens + ((at - last) * max) / windowMs);
      last = at;
      // What adding up fractions loses.
      if (tokens < 1 - 1e-9) return false;
      tokens -= 1;
      return true;
    },
  };
}

export type Model = 'fixed' | 'sliding' | 'token';

export function counterOf(model: Model, max: number, windowMs: number, phase: number): Counter {
  if (model === 'fixed') return fixedWindow(max, windowMs, phase);
  return model === 'sliding' ? slidingLog(max, windowMs) : tokenBucket(max, windowMs);
}
