import type { Limit } from './limits.ts';
import { Ring } from './ring.ts';

/**
 * A place is kept a thousandth longer than the window: the clocks of two machines do not run alike, and one
 * that is being corrected is off by up to 0.05 %.
 */
export const keptMs = (windowMs: number): number => Math.ceil(windowMs * 1.001);

/** How long a call is taken to be on its way when no one will say that it ended. */
export const assumedFlightMs = 1_000;

/**
 * The places of one rate limit. A call holds one from its start until one window after its end: between the
 * two the service counts it, nobody knows when. So at most `max` calls fall into any window of the service's,
 * wherever it begins; and a token bucket of that size and rate never runs dry either, since `max` calls in
 * every window are all that it refills.
 */
export class Bucket {
  readonly name: string;
  readonly windowMs: number;
  max: number;
  #inFlight = 0;
  /** When calls ended, oldest first. Never more than `max`: those that left the window make room first. */
  readonly #ends = new Ring();
  #closedUntil = Number.NEGATIVE_INFINITY;

  constructor(name: string, limit: Limit) {
    this.name = name;
    this.max = limit.max;
    this.windowMs = limit.windowMs;
  }

  hasPlace(now: number): boolean {
    if (now < this.#closedUntil) return false;
    return this.#inFlight + this.#ends.length < this.max || this.#used(now) < this.max;
  }

  /** Takes a place; its end is told through {@link end}, or assumed. */
  take(now: number, settles: boolean): void {
    if (settles) this.#inFlight += 1;
    else this.#keep(now + assumedFlightMs);
  }

  /** A call that took a place has ended. */
  end(now: number): void {
    if (this.#inFlight === 0) return;
    this.#inFlight -= 1;
    this.#keep(now);
  }

  /** Lets no call go before then. */
  close(until: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, until);
  }

  /** The service has counted so many calls. What is not ours someone else made. */
  raiseTo(used: number, now: number): void {
    for (let foreign = used - this.#used(now); foreign > 0; foreign -= 1) this.#keep(now);
  }

  /** When the next place is free; infinite as long as calls in flight hold them all. */
  nextPlaceAt(now: number): number {
    const excess = this.#used(now) - this.max;
    if (excess < 0) return Math.max(now, this.#closedUntil);
    if (excess >= this.#ends.length) return Number.POSITIVE_INFINITY;
    return Math.max(this.#ends.at(excess) + keptMs(this.windowMs), this.#closedUntil);
  }

  /** When it is the turn of a call with so many others before it, as far as one can tell now. */
  turnAt(before: number, now: number): number {
    const place = this.#used(now) - this.max + before;
    if (place < 0) return Math.max(now, this.#closedUntil);
    const position = place % this.max;
    const endedAt = position < this.#ends.length ? this.#ends.at(position) : now;
    const windows = 1 + Math.floor(place / this.max);
    return Math.max(endedAt + windows * keptMs(this.windowMs), this.#closedUntil);
  }

  /** Whether forgetting the bucket would change nothing. */
  isIdle(now: number): boolean {
    return this.#used(now) === 0 && now >= this.#closedUntil;
  }

  #used(now: number): number {
    const left = now - keptMs(this.windowMs);
    while (this.#ends.length > 0 && this.#ends.at(0) <= left) this.#ends.shift();
    return this.#inFlight + this.#ends.length;
  }

  #keep(endedAt: number): void {
    const last = this.#ends.length > 0 ? this.#ends.at(this.#ends.length - 1) : endedAt;
    this.#ends.push(Math.max(last, endedAt));
  }
}
