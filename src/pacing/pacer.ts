import type { LimitName } from './limits.ts';

/** What a pacer needs to know of a call. */
export interface PacedCall {
  /** For example `posts.create`. */
  readonly operation: string;
  /** Every rate limit that counts the call. */
  readonly limits: readonly LimitName[];
  /** The Social Set it is for, as far as the call names one. */
  readonly socialSetId?: string;
}

/** A wait for a turn. */
export interface PacedWait {
  /** How long, in milliseconds. */
  readonly waitMs: number;
  /** The limit that makes it necessary, for example `postsWritePerMinute`. */
  readonly bucket: string;
}

/** How a call waits for its turn. */
export interface AcquireOptions {
  /** Ends the wait; the place is given back. */
  readonly signal?: AbortSignal;
  /** The longest wait in milliseconds. A turn that comes later is refused at once. */
  readonly maxWait: number;
  /** Told when the call has to wait. */
  readonly onWait?: (wait: PacedWait) => void;
  /** 1 for the first try. A retry waits ahead of calls that were never tried: it came before them. */
  readonly attempt?: number;
  /**
   * The caller promises to say through {@link Pacer.settled} when the attempt has ended. Its place is then
   * held until one window after that. Without the promise the service is taken to count it within a second.
   */
  readonly settles?: boolean;
}

/** What the service said about its limits. */
export type PacerObservation =
  | {
      /** A 429: the buckets of the call are closed for that long. */
      readonly type: 'rate-limited';
      readonly call: PacedCall;
      /** Milliseconds. */
      readonly retryAfter: number;
    }
  | {
      /** `data.rateLimit` of `GET /me` or `GET /usage`, as it came. */
      readonly type: 'me' | 'usage';
      readonly rateLimit: unknown;
    };

/** Keeps calls within the rate limits. Any object with `acquire` and `observe` serves. */
export interface Pacer {
  /**
   * Resolves when the call may go out.
   * Rejects with a {@link TurnTooLateError} when that would take longer than `maxWait`,
   * and with the signal's reason when it is aborted.
   */
  acquire(call: PacedCall, options: AcquireOptions): Promise<void>;
  /** Learns from an answer. Never throws. */
  observe(seen: PacerObservation): void;
  /**
   * The attempt that `acquire` let go has ended, however it did. Called once for each `acquire` that was
   * made with `settles` and resolved, with the same `call` object. Never throws.
   *
   * The service counts a call at some moment between its sending and its answer. Only who knows when the
   * attempt ended can keep *any* window of the service's within its limit, however slow the network is.
   */
  settled?(call: PacedCall): void;
}

/**
 * A turn that comes later than the call may wait: what a pacer's `acquire` rejects with. The client makes of it
 * a `RateLimitError`, or what the attempt before said.
 */
export class TurnTooLateError extends Error {
  readonly waitMs: number;
  readonly bucket: string;

  static {
    Object.defineProperty(this.prototype, 'name', { value: 'TurnTooLateError' });
  }

  /** By its name: the Redis entry of the package carries a copy of this class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (
      typeof value === 'object' && value !== null && 'name' in value && value.name === 'TurnTooLateError'
    );
  }

  constructor(wait: PacedWait) {
    super(`the next turn is ${wait.waitMs} ms away (${wait.bucket})`);
    this.waitMs = wait.waitMs;
    this.bucket = wait.bucket;
  }
}
