import type { PacerClock } from '../../src/pacing/local-pacer.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Time that only moves when a test moves it, to the next timer each time. */
export class VirtualClock implements PacerClock {
  #now = 0;
  readonly #timers = new Set<Timer>();
  /** How often a timer went off. */
  fired = 0;

  now = (): number => this.#now;

  after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  get pending(): number {
    return this.#timers.size;
  }

  /** How far ahead the last timer is. */
  get longest(): number {
    return Math.max(...[...this.#timers].map(({ at }) => at - this.#now));
  }

  /** Lets everything happen up to a moment, and then stands there. */
  async runTo(end: number): Promise<void> {
    await settle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      this.fired += 1;
      next.callback();
      await settle();
    }
    this.#now = end;
  }

  /** Time passes, and no timer goes off. */
  jumpTo(end: number): void {
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (timer.at <= end && (!next || timer.at < next.at)) next = timer;
    return next;
  }
}

/** Lets every promise run that can. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
