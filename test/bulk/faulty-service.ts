import { limits } from '../../src/pacing/limits.ts';
import { type Counter, slidingLog } from '../pacing/server-models.ts';

/** The connection broke, and nobody learns what became of the request. */
export class Dropped extends Error {}

export interface FaultyServiceOptions {
  /** From 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** How many of the calls go wrong, from 0 to 1. */
  readonly faultRate: number;
  /** Milliseconds that an answer takes. */
  readonly latency: () => number;
  /** Milliseconds that an answer takes that is late. */
  readonly delay: () => number;
}

interface Stored {
  readonly body: string;
  /** Undefined while the request is being carried out. */
  post?: { readonly id: string };
}

/**
 * `POST /posts` and nothing else, written apart from the SDK and its sandbox: a ledger of what was really
 * created, keys that are carried out once, and a fault now and then.
 */
export class FaultyService {
  /** Ids by text. */
  readonly ledger = new Map<string, string[]>();
  calls = 0;
  faults = 0;
  /** Calls beyond a rate limit, faults included: the limiter stands before everything else. */
  overLimit = 0;
  readonly #options: FaultyServiceOptions;
  readonly #keys = new Map<string, Stored>();
  readonly #counters: Counter[] = (
    ['mutatingPerMinute', 'postsWritePerMinute', 'postsWritePerHour'] as const
  ).map((name) => slidingLog(limits[name].max, limits[name].windowMs));

  constructor(options: FaultyServiceOptions) {
    this.#options = options;
  }

  get posts(): number {
    return [...this.ledger.values()].reduce((sum, ids) => sum + ids.length, 0);
  }

  async answer(key: string, body: string): Promise<Response> {
    const { random, faultRate, latency, delay } = this.#options;
    this.calls += 1;
    const travel = latency();
    await wait(travel / 2);
    if (this.#counters.map((counter) => counter.admit(Date.now())).includes(false)) this.overLimit += 1;
    if (random() >= faultRate) {
      const answer = this.#carryOut(key, body);
      await wait(travel / 2);
      return answer;
    }
    this.faults += 1;
    switch (Math.floor(random() * 6)) {
      case 0:
        throw new Dropped();
      case 1:
        this.#carryOut(key, body);
        throw new Dropped();
      case 2:
        return this.#late(key, body, delay());
      case 3:
        return failure(503);
      case 4:
        this.#carryOut(key, body);
        return failure(500);
      default:
        return failure(429, { 'retry-after': '1' });
    }
  }

  #carryOut(key: string, body: string): Response {
    const known = this.#keys.get(key);
    if (known && known.body !== body) return failure(422);
    if (known)
      return known.post
        ? Response.json({ data: known.post, requestId: 'again' }, { status: 201 })
        : failure(409);
    return this.#create({ body }, key);
  }

  /** Carried out half-way through: another request with the key meets one in progress before that. */
  async #late(key: string, body: string, ms: number): Promise<Response> {
    const stored: Stored = { body };
    if (this.#keys.has(key)) {
      await wait(ms);
      return this.#carryOut(key, body);
    }
    this.#keys.set(key, stored);
    await wait(ms / 2);
    const answer = this.#create(stored, key);
    await wait(ms / 2);
    return answer;
  }

  #create(stored: Stored, key: string): Response {
    const params = JSON.parse(stored.body) as { text: string };
    const id = `post-${this.posts + 1}`;
    this.ledger.set(params.text, [...(this.ledger.get(params.text) ?? []), id]);
    stored.post = { ...params, id };
    this.#keys.set(key, stored);
    return Response.json({ data: stored.post, requestId: 'created' }, { status: 201 });
  }
}

function failure(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code: `fault_${status}`, message: 'a fault' } }, { status, headers });
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Random numbers that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
