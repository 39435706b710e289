import { type Limit, type LimitName, limits } from '../pacing/limits.ts';
import { Refusal } from './refusal.ts';

/** How one limit stands. */
export interface LimitStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until it allows one call more; 0 when nothing of it is used. */
  readonly resetMs: number;
}

interface Window {
  readonly name: LimitName;
  readonly limit: Limit;
  readonly calls: number[];
}

/**
 * Every rate limit as a sliding window: no window of its length ever holds more calls than it allows.
 * Refused calls do not count, so that waiting as long as the answer says is always enough.
 */
export class RateLimiter {
  readonly #windows = new Map<string, number[]>();

  /** Counts a call in all of its windows, or refuses it and counts it in none. */
  admit(keyId: string, names: readonly LimitName[], socialSetId: string | undefined, now: number): void {
    const windows = this.#windowsOf(keyId, names, socialSetId, now);
    const full = windows
      .map((window) => ({ window, status: statusOf(window, now) }))
      .filter(({ status }) => status.remaining === 0)
      .sort((a, b) => b.status.resetMs - a.status.resetMs)[0];
    if (full) throw tooMany(full.window.name, full.status);
    for (const { calls } of windows) calls.push(now);
  }

  /** The limit that leaves the least room. */
  tightest(keyId: string, names: readonly LimitName[], now: number): LimitStatus {
    const [first = { limit: 0, remaining: 0, resetMs: 0 }, ...rest] = this.#windowsOf(
      keyId,
      names,
      undefined,
      now,
    ).map((window) => statusOf(window, now));
    return rest.reduce((least, status) => (status.remaining < least.remaining ? status : least), first);
  }

  #windowsOf(
    keyId: string,
    names: readonly LimitName[],
    socialSetId: string | undefined,
    now: number,
  ): Window[] {
    return names.flatMap((name) => {
      const limit = limits[name];
      // A call that names no Social Set of ours is refused for that, and must not leave a window behind.
      if (limit.per === 'socialSet' && socialSetId === undefined) return [];
      const id = limit.per === 'socialSet' ? `${keyId} ${name} ${socialSetId}` : `${keyId} ${name}`;
      let calls = this.#windows.get(id);
      if (!calls) {
        calls = [];
        this.#windows.set(id, calls);
      }
      const alive = calls.findIndex((time) => time > now - limit.windowMs);
      calls.splice(0, alive === -1 ? calls.length : alive);
      return [{ name, limit, calls }];
    });
  }
}

function statusOf({ limit, calls }: Window, now: number): LimitStatus {
  const [oldest] = calls;
  return {
    limit: limit.max,
    remaining: limit.max - calls.length,
    resetMs: oldest === undefined ? 0 : oldest + limit.windowMs - now,
  };
}

function tooMany(name: LimitName, { limit, resetMs }: LimitStatus): Refusal {
  const seconds = String(Math.max(1, Math.ceil(resetMs / 1000)));
  return new Refusal(429, 'rate_limit_exceeded', `rate limit exceeded: ${name} allows ${limit} calls`, {
    headers: {
      'retry-after': seconds,
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': '0',
      'ratelimit-reset': seconds,
    },
  });
}
