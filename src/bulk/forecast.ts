import { Bucket } from '../pacing/bucket.ts';
import { limits } from '../pacing/limits.ts';
import type { PacedCall } from '../pacing/pacer.ts';

/** How long a run still takes, from the documented limits and from how long its calls took so far. */
export class Forecast {
  readonly #buckets = new Map<string, { readonly bucket: Bucket; left: number }>();
  readonly #concurrency: number;
  #left = 0;
  #sent = 0;
  #tookMs = 0;

  /** @param calls What is left to do. */
  constructor(calls: Iterable<PacedCall>, concurrency: number) {
    this.#concurrency = concurrency;
    for (const call of calls) {
      this.#left += 1;
      for (const { entry } of this.#entriesOf(call)) entry.left += 1;
    }
  }

  /** One is done; `tookMs` when it was sent. */
  done(call: PacedCall, now: number, tookMs?: number): void {
    this.#left -= 1;
    for (const { entry } of this.#entriesOf(call)) {
      entry.left -= 1;
      if (tookMs === undefined) continue;
      entry.bucket.take(now, true);
      entry.bucket.end(now);
    }
    if (tookMs === undefined) return;
    this.#sent += 1;
    this.#tookMs += tookMs;
  }

  /** Milliseconds until the last one is done, as far as one can tell. */
  etaMs(now: number): number {
    if (this.#left === 0) return 0;
    const each = this.#sent === 0 ? 0 : this.#tookMs / this.#sent;
    let lastTurn = 0;
    for (const { bucket, left } of this.#buckets.values()) {
      if (left > 0) lastTurn = Math.max(lastTurn, bucket.turnAt(left - 1, now) - now);
    }
    return Math.round(Math.max(lastTurn, (each * this.#left) / this.#concurrency));
  }

  #entriesOf({ limits: names, socialSetId }: PacedCall) {
    return names.flatMap((name) => {
      const limit = limits[name];
      if (limit.per === 'socialSet' && socialSetId === undefined) return [];
      const id = limit.per === 'socialSet' ? `${name} ${socialSetId}` : name;
      let entry = this.#buckets.get(id);
      if (!entry) {
        entry = { bucket: new Bucket(name, limit), left: 0 };
        this.#buckets.set(id, entry);
      }
      return [{ entry }];
    });
  }
}
