import { monotonicNow, sleep } from '../transport/clock.ts';
import { harmless } from '../transport/harmless.ts';
import { assumedFlightMs, keptMs } from './bucket.ts';
import { learnedLimits } from './learned-limits.ts';
import { limits as documentedLimits, type Limit, type LimitName } from './limits.ts';
import { createPacer, type Limits } from './local-pacer.ts';
import {
  type AcquireOptions,
  type PacedCall,
  type Pacer,
  type PacerObservation,
  TurnTooLateError,
} from './pacer.ts';
import { isRedisClient, type RedisClient, ScriptRunner } from './redis-client.ts';
import { acquireScript, closeScript, endScript, giveBackScript, learnScript } from './redis-scripts.ts';

export type { IoRedisClient, NodeRedisClient, RedisClient } from './redis-client.ts';
export type { Limits };

/** How a shared pacer is set up. */
export interface RedisPacerOptions {
  /** A connected client of `ioredis` or `redis`. It stays yours: the pacer never closes it. */
  readonly client: RedisClient;
  /** What the rate budget is called: the same for all processes on one API key, and never the key itself. Default `default`. */
  readonly key?: string;
  /**
   * What happens while Redis does not answer. `'fail'` (default): calls fail with an `APIConnectionError`,
   * and nothing is sent. `'local'`: each process keeps to the limits by itself, so that a fleet may exceed
   * them together; the service's 429s are then what slows it down.
   */
  readonly onUnavailable?: 'fail' | 'local';
  /** Milliseconds within which Redis has to answer. Default 2 000. */
  readonly timeout?: number;
  /** Told whenever Redis could not be asked. What it throws is ignored. */
  readonly onError?: (error: Error) => void;
  /** Default: the documented limits. */
  readonly limits?: Limits;
}

// How long an end that nobody tells is waited for: the process may have died.
const longestFlight = 60_000;
// Whose turn it is has so long to say so.
const grace = 2_000;
// Those who gave up make room: everyone looks again four times a window, and so often at least.
const longestNap = 15_000;
// While Redis is down not every call waits for its silence.
const pause = 1_000;
const day = 24 * 60 * 60_000;
const reportHolds = day;
// Redis refuses a time that is beyond reason, and would be taken to be down for it.
const longestClosure = day;

/**
 * One rate budget for all processes on one API key, kept in Redis: the same windows as in one process, by
 * the clock of Redis, in one atomic script for each call.
 *
 * @example
 * const client = new SocialPublishing({ pacing: redisPacer({ client: new Redis(), key: 'team-a' }) });
 */
export function redisPacer(options: RedisPacerOptions): Pacer {
  return new RedisPacer(options);
}

/** A turn that was given: by Redis under an id, or locally. */
type Grant = { readonly id: string } | 'local';

class RedisPacer implements Pacer {
  readonly #scripts: ScriptRunner;
  readonly #options: RedisPacerOptions;
  readonly #prefix: string;
  readonly #limits: Record<LimitName, Limit>;
  readonly #local: Pacer;
  readonly #process = crypto.randomUUID();
  readonly #grants = new WeakMap<PacedCall, Grant[]>();
  #calls = 0;
  #downUntil = Number.NEGATIVE_INFINITY;

  constructor(options: RedisPacerOptions) {
    // Untyped callers may pass nothing at all.
    if (!isRedisClient((options as RedisPacerOptions | undefined)?.client)) {
      throw new TypeError('redisPacer: client must be a client of the package ioredis or redis');
    }
    this.#options = options;
    this.#scripts = new ScriptRunner(options.client);
    // The braces are a hash tag: a cluster keeps all keys of one budget together.
    this.#prefix = `social-publishing:{${options.key ?? 'default'}}:`;
    this.#limits = { ...(options.limits ?? documentedLimits) };
    this.#local = createPacer({ limits: this.#limits });
  }

  async acquire(call: PacedCall, options: AcquireOptions): Promise<void> {
    options.signal?.throwIfAborted();
    const deadline = monotonicNow() + options.maxWait;
    this.#calls += 1;
    const id = `${this.#process}:${this.#calls}`;
    try {
      await this.#queue(id, call, options, deadline);
      this.#remember(call, { id }, options);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (this.#options.onUnavailable !== 'local') throw error;
      await this.#local.acquire(call, { ...options, maxWait: deadline - monotonicNow() });
      this.#remember(call, 'local', options);
    }
  }

  settled(call: PacedCall): void {
    const grant = this.#grants.get(call)?.shift();
    if (grant === 'local') this.#local.settled?.(call);
    else if (grant) this.#tell(endScript, call.limits, call, [grant.id]);
  }

  observe(seen: PacerObservation): void {
    // What is learned holds for the time without Redis too.
    this.#local.observe(seen);
    if (seen.type === 'rate-limited') {
      const { call, retryAfter } = seen;
      if (!(retryAfter > 0)) return;
      // As in one process: a shorter window was not what refused the call.
      const suspects = call.limits.filter((name) => Number(this.#known(name)?.windowMs) >= retryAfter);
      const closed = suspects.length > 0 ? suspects : call.limits;
      this.#tell(closeScript, closed, call, [String(Math.min(retryAfter, longestClosure))]);
      return;
    }
    for (const { name, max, used = -1 } of learnedLimits(seen, this.#limits)) {
      this.#limits[name] = { ...this.#limits[name], max };
      this.#calls += 1;
      const id = `${this.#process}:${this.#calls}`;
      this.#tell(learnScript, [name], undefined, [id, String(max), String(used), String(reportHolds)]);
    }
  }

  /** Asks for a turn until it has come. */
  async #queue(id: string, call: PacedCall, options: AcquireOptions, deadline: number): Promise<void> {
    const { signal, onWait } = options;
    const retry = Number(options.attempt) > 1 ? '1' : '0';
    const assumed = options.settles ? longestFlight : assumedFlightMs;
    for (let first = true; ; first = false) {
      if (monotonicNow() < this.#downUntil) throw new Unavailable('it did not answer a moment ago');
      const patience = String(Math.min(deadline - monotonicNow(), Number.MAX_SAFE_INTEGER));
      const asked = this.#run(
        acquireScript,
        call.limits,
        call,
        [id, retry, patience, String(grace)],
        assumed,
      );
      const [wait, bucket] = (await asked.catch((error) => {
        // It may be carried out all the same, too late for anyone.
        this.#tell(giveBackScript, call.limits, call, [id]);
        throw error;
      })) as [number, LimitName]; // what the script returns
      if (wait < 0) throw new TurnTooLateError({ waitMs: -1 - wait, bucket });
      try {
        signal?.throwIfAborted();
        if (wait === 0) return;
        if (first) onWait?.({ waitMs: wait, bucket });
        await sleep(Math.min(wait, longestNap, this.#limits[bucket].windowMs / 4), signal);
      } catch (reason) {
        this.#tell(giveBackScript, call.limits, call, [id]);
        throw reason;
      }
    }
  }

  #remember(call: PacedCall, grant: Grant, { settles }: AcquireOptions): void {
    if (!settles) return;
    const grants = this.#grants.get(call);
    if (grants) grants.push(grant);
    else this.#grants.set(call, [grant]);
  }

  /** Runs a script whose answer nobody waits for. */
  #tell(script: string, names: readonly LimitName[], call: PacedCall | undefined, args: string[]): void {
    this.#run(script, names, call, args).catch(() => undefined);
  }

  async #run(
    script: string,
    names: readonly LimitName[],
    call: PacedCall | undefined,
    args: string[],
    assumed = longestFlight,
  ): Promise<unknown> {
    const keys = [`${this.#prefix}limits`];
    const values = [...args];
    for (const name of names) {
      const limit = this.#known(name);
      const id = limit?.per === 'socialSet' ? call?.socialSetId && `${name}:${call.socialSetId}` : name;
      if (!limit || !id) continue;
      keys.push(...['places', 'queue', 'plans', 'closed'].map((kind) => `${this.#prefix}${id}:${kind}`));
      // A place that is lost with its process costs one window at most.
      const flight = Math.min(assumed, limit.windowMs);
      values.push(name, String(limit.max), String(keptMs(limit.windowMs)), String(flight));
    }
    try {
      return await this.#inTime(this.#scripts.run(script, keys, values));
    } catch (cause) {
      this.#downUntil = monotonicNow() + pause;
      const error = new Unavailable(cause instanceof Error ? cause.message : String(cause), cause);
      harmless(() => this.#options.onError?.(error));
      throw error;
    }
  }

  /** A newer operations table may know more limits. */
  #known(name: LimitName): Limit | undefined {
    return this.#limits[name];
  }

  /** A client that is not connected keeps commands for later, however late that is. */
  async #inTime<T>(answer: Promise<T>): Promise<T> {
    const { timeout = 2_000 } = this.#options;
    const timer = new AbortController();
    const silence = sleep(timeout, timer.signal).then(() => {
      throw new Error(`no answer within ${timeout} ms`);
    });
    try {
      return await Promise.race([answer, silence]);
    } finally {
      timer.abort();
      silence.catch(() => undefined);
      answer.catch(() => undefined);
    }
  }
}

/** Redis could not be asked. */
class Unavailable extends Error {
  override readonly name = 'RedisUnavailableError';

  constructor(problem: string, cause?: unknown) {
    super(`Redis is not available: ${problem}`, { cause });
  }
}
