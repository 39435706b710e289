/** A moment, however it was written. */
export type Moment = Date | string | number;

/** Milliseconds since the epoch. */
export function epochOf(moment: Moment, name: string): number {
  const time = moment instanceof Date ? moment.getTime() : new Date(moment).getTime();
  if (Number.isNaN(time)) throw new TypeError(`${name} is no valid time: ${String(moment)}`);
  return time;
}

/** A clock that runs along with real time from wherever it was set, and can be moved on. It never goes back. */
export class Clock {
  #time: number;
  #seen: number;

  constructor(start: Moment | undefined) {
    // Looked up late, here and below, so that a test's fake timers move this clock too.
    this.#seen = Date.now();
    this.#time = start === undefined ? this.#seen : epochOf(start, 'now');
  }

  now(): number {
    const real = Date.now();
    // Real time jumps back when fake timers end, or when someone sets the machine's clock.
    this.#time += Math.max(0, real - this.#seen);
    this.#seen = real;
    return this.#time;
  }

  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0)
      throw new RangeError(`advance() takes milliseconds from 0, not ${ms}`);
    this.#time = this.now() + ms;
  }
}

export const iso = (time: number): string => new Date(time).toISOString();
