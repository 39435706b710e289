import { after, monotonicNow } from '../transport/clock.ts';
import { harmless } from '../transport/harmless.ts';
import { Bucket } from './bucket.ts';
import { learnedLimits } from './learned-limits.ts';
import { limits as documentedLimits, type Limit, type LimitName } from './limits.ts';
import {
  type AcquireOptions,
  type PacedCall,
  type Pacer,
  type PacerObservation,
  TurnTooLateError,
} from './pacer.ts';
import { WaitQueue } from './wait-queue.ts';

/** The time a pacer goes by. */
export interface PacerClock {
  /** Milliseconds that never run backwards. */
  now(): number;
  /** Calls back once, and returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Every rate limit that a pacer keeps to. */
export type Limits = Readonly<Record<LimitName, Limit>>;

export interface PacerOptions {
  /** Default: the process's monotonic clock and its timers. */
  readonly clock?: PacerClock;
  /** Default: the documented limits. */
  readonly limits?: Limits;
}

/** Keeps the calls of one process within the rate limits. */
export function createPacer(options: PacerOptions = {}): Pacer {
  return new LocalPacer(options);
}

/** A call that waits, in the queue of a bucket that has no place for it. */
interface Waiter {
  readonly call: PacedCall;
  readonly options: AcquireOptions;
  readonly order: number;
  /** When its patience ends. */
  readonly deadline: number;
  /** Lets it go, or turns it away with the reason. */
  readonly finish: (error?: unknown) => void;
  place: Place;
  before: Waiter | undefined;
  behind: Waiter | undefined;
}

/** A bucket with those who wait for it. */
class Place extends Bucket {
  readonly queue = new WaitQueue<Waiter>();
}

const granted = Promise.resolve();
// Far enough ahead of every first try, and still exact as a double.
const retriesFirst = 2 ** 52;
const sweepFrom = 64;

class LocalPacer implements Pacer {
  readonly #clock: PacerClock;
  readonly #limits: Record<LimitName, Limit>;
  readonly #perKey = new Map<LimitName, Place>();
  readonly #perSocialSet = new Map<string, Place>();
  #sweepAt = sweepFrom;
  /** Those that someone waits for. */
  readonly #wanted = new Set<Place>();
  #arrivals = 0;
  #timerAt = Number.POSITIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;

  constructor({ clock = { now: monotonicNow, after }, limits = documentedLimits }: PacerOptions) {
    this.#clock = clock;
    this.#limits = { ...limits };
  }

  acquire(call: PacedCall, options: AcquireOptions): Promise<void> {
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    const now = this.#clock.now();
    // Whoever waits for a place that became free this moment came first. The timer may be late, or lost:
    // some runtimes drop the timers of a request that has ended.
    if (this.#timerAt <= now) this.#release(now);
    if (!this.#fits(call, now)) return this.#wait(call, options, now);
    this.#take(call, options, now);
    return granted;
  }

  settled(call: PacedCall): void {
    const now = this.#clock.now();
    for (const name of call.limits) this.#place(name, call)?.end(now);
    // A place that calls in flight held now has a time when it is free.
    if (this.#wanted.size > 0) this.#setTimer(now);
  }

  observe(seen: PacerObservation): void {
    const now = this.#clock.now();
    if (seen.type === 'rate-limited') this.#close(seen.call, seen.retryAfter, now);
    else this.#learn(seen, now);
    if (this.#wanted.size > 0) this.#release(now);
  }

  #fits(call: PacedCall, now: number): boolean {
    for (const name of call.limits) if (this.#place(name, call)?.hasPlace(now) === false) return false;
    return true;
  }

  #take(call: PacedCall, options: AcquireOptions, now: number): void {
    for (const name of call.limits) this.#place(name, call)?.take(now, options.settles === true);
  }

  /** The full bucket that holds the call up longest. */
  #obstacle(call: PacedCall, now: number): { place: Place; turnAt: number } | undefined {
    let worst: { place: Place; turnAt: number } | undefined;
    for (const name of call.limits) {
      const place = this.#place(name, call);
      if (!place || place.hasPlace(now)) continue;
      const turnAt = place.turnAt(place.queue.size, now);
      // Of two that are alike the later: a call's limits are listed from the general to its own.
      if (!worst || turnAt >= worst.turnAt) worst = { place, turnAt };
    }
    return worst;
  }

  #wait(call: PacedCall, options: AcquireOptions, now: number): Promise<void> {
    const obstacle = this.#obstacle(call, now);
    if (!obstacle) return granted;
    const { place, turnAt } = obstacle;
    const wait = { waitMs: Math.ceil(turnAt - now), bucket: place.name };
    if (wait.waitMs > options.maxWait) return Promise.reject(new TurnTooLateError(wait));

    const turn = new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#leave(waiter);
        this.#setTimer(this.#clock.now());
        waiter.finish(options.signal?.reason);
      };
      const waiter: Waiter = {
        call,
        options,
        order: this.#arrivals - (Number(options.attempt) > 1 ? retriesFirst : 0),
        deadline: now + options.maxWait,
        finish: (...error) => {
          options.signal?.removeEventListener('abort', leave);
          if (error.length > 0) reject(error[0]);
          else resolve();
        },
        place,
        before: undefined,
        behind: undefined,
      };
      this.#arrivals += 1;
      options.signal?.addEventListener('abort', leave, { once: true });
      this.#join(waiter, place);
    });
    this.#setTimer(now);
    harmless(() => options.onWait?.(wait));
    return turn;
  }

  #join(waiter: Waiter, place: Place): void {
    waiter.place = place;
    place.queue.add(waiter);
    this.#wanted.add(place);
  }

  #leave(waiter: Waiter): void {
    const { place } = waiter;
    place.queue.remove(waiter);
    if (place.queue.size === 0) this.#wanted.delete(place);
  }

  /** Lets everyone go whose turn it is, and turns away whose turn will be too late. */
  #release(now: number): void {
    for (let next = this.#next(now); next; next = this.#next(now)) {
      this.#leave(next);
      const obstacle = this.#obstacle(next.call, now);
      if (obstacle) {
        this.#join(next, obstacle.place);
      } else {
        this.#take(next.call, next.options, now);
        next.finish();
      }
    }
    for (const place of this.#wanted) this.#turnAwayLate(place, now, 1);
    this.#setTimer(now);
  }

  /** Of those at the front of a queue with a free place, the one that came first. */
  #next(now: number): Waiter | undefined {
    let next: Waiter | undefined;
    for (const place of this.#wanted) {
      const { first } = place.queue;
      if (first && (!next || first.order < next.order) && place.hasPlace(now)) next = first;
    }
    return next;
  }

  /** Looks at so many from the front of the queue, and on as long as it turns away. */
  #turnAwayLate(place: Place, now: number, count: number): void {
    let before = 0;
    for (let waiter = place.queue.first; waiter && before < count; ) {
      const { behind } = waiter;
      const turnAt = place.turnAt(before, now);
      if (turnAt > waiter.deadline) {
        this.#leave(waiter);
        waiter.finish(new TurnTooLateError({ waitMs: Math.ceil(turnAt - now), bucket: place.name }));
      } else {
        before += 1;
      }
      waiter = behind;
    }
  }

  /** One timer for all: to the next free place that someone waits for. */
  #setTimer(now: number): void {
    let at = Number.POSITIVE_INFINITY;
    for (const place of this.#wanted) {
      at = Math.min(at, place.nextPlaceAt(now), place.queue.first?.deadline ?? Number.POSITIVE_INFINITY);
    }
    if (at === this.#timerAt && at > now) return;
    this.#cancelTimer?.();
    this.#timerAt = at;
    this.#cancelTimer =
      at === Number.POSITIVE_INFINITY
        ? undefined
        : this.#clock.after(Math.max(1, Math.ceil(at - now)), () => {
            this.#timerAt = Number.POSITIVE_INFINITY;
            this.#cancelTimer = undefined;
            this.#release(this.#clock.now());
          });
  }

  #close(call: PacedCall, retryAfter: number, now: number): void {
    if (!(retryAfter > 0)) return;
    const places = call.limits.flatMap((name) => this.#place(name, call) ?? []);
    // No window takes longer to open than it is long, so a shorter one was not what refused the call.
    const suspects = places.filter((place) => place.windowMs >= retryAfter);
    for (const place of suspects.length > 0 ? suspects : places) {
      place.close(now + retryAfter);
      this.#turnAwayLate(place, now, place.queue.size);
    }
  }

  #learn(report: Extract<PacerObservation, { type: 'me' | 'usage' }>, now: number): void {
    for (const { name, max, used } of learnedLimits(report, this.#limits)) {
      this.#limits[name] = { ...this.#limits[name], max };
      if (this.#limits[name].per === 'socialSet') {
        for (const place of this.#perSocialSet.values()) if (place.name === name) place.max = max;
      } else {
        const place = this.#place(name, { operation: report.type, limits: [] });
        if (place) place.max = max;
        if (place && used !== undefined) place.raiseTo(used, now);
      }
    }
  }

  #place(name: LimitName, call: PacedCall): Place | undefined {
    const known = this.#perKey.get(name);
    if (known) return known;
    const limit = this.#limits[name] as Limit | undefined; // a newer operations table may know more limits
    if (!limit) return undefined;
    if (limit.per === 'socialSet') return this.#socialSetPlace(name, limit, call.socialSetId);
    const place = new Place(name, limit);
    this.#perKey.set(name, place);
    return place;
  }

  #socialSetPlace(name: LimitName, limit: Limit, socialSetId: string | undefined): Place | undefined {
    if (socialSetId === undefined) return undefined;
    const id = `${name} ${socialSetId}`;
    const known = this.#perSocialSet.get(id);
    if (known) return known;
    if (this.#perSocialSet.size >= this.#sweepAt) this.#forgetIdle();
    const place = new Place(name, limit);
    this.#perSocialSet.set(id, place);
    return place;
  }

  // Only so many Social Sets fit into a window, but over months any number passes through.
  #forgetIdle(): void {
    const now = this.#clock.now();
    for (const [id, place] of this.#perSocialSet) {
      if (place.isIdle(now) && place.queue.size === 0) this.#perSocialSet.delete(id);
    }
    this.#sweepAt = Math.max(sweepFrom, this.#perSocialSet.size * 2);
  }
}
