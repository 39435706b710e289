import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import { limitsOf, type Operation } from '../../src/operations/operation.ts';
import { limits } from '../../src/pacing/limits.ts';
import { createPacer } from '../../src/pacing/local-pacer.ts';
import type { PacedCall } from '../../src/pacing/pacer.ts';
import { type Counter, counterOf, type Model } from './server-models.ts';
import { VirtualClock } from './virtual-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const models: Model[] = ['fixed', 'sliding', 'token'];

function callOf(id: string, params: object = {}, socialSetId = 'set-1'): PacedCall {
  const row = operations.find((operation: Operation) => operation.id === id);
  if (!row) throw new Error(`no operation ${id}`);
  return { operation: id, limits: limitsOf(row, params), socialSetId };
}

/** One server that counts every documented limit in one way, by a clock that runs a little wrong. */
class Server {
  readonly #counters = new Map<string, Counter>();
  readonly #model: Model;
  readonly #phase: number;
  readonly #drift: number;
  refused: string[] = [];
  admitted = 0;

  constructor(model: Model, phase: number, drift: number) {
    this.#model = model;
    this.#phase = phase;
    this.#drift = drift;
  }

  arrive(call: PacedCall, at: number): void {
    const refusals = call.limits.filter((name) => {
      const { max, windowMs, per } = limits[name];
      const id = per === 'socialSet' ? `${name} ${call.socialSetId}` : name;
      let counter = this.#counters.get(id);
      if (!counter) {
        counter = counterOf(this.#model, max, windowMs, this.#phase * windowMs);
        this.#counters.set(id, counter);
      }
      return !counter.admit(at * (1 + this.#drift));
    });
    if (refusals.length > 0) this.refused.push(`${call.operation} at ${at}: ${refusals}`);
    else this.admitted += 1;
  }
}

interface Plan {
  readonly call: PacedCall;
  readonly at: number;
  /** On the way to the server, and back. */
  readonly up: number;
  readonly down: number;
}

/** Sends every planned call when the pacer lets it go, and gives the moments when each left. */
async function run(plans: readonly Plan[], server: Server, until: number): Promise<(number | undefined)[]> {
  const clock = new VirtualClock();
  const pacer = createPacer({ clock });
  const left: (number | undefined)[] = plans.map(() => undefined);
  plans.forEach(({ call, at, up, down }, index) => {
    const send = (): void => {
      void pacer.acquire(call, { maxWait: Number.POSITIVE_INFINITY, settles: true }).then(() => {
        left[index] = clock.now();
        clock.after(up, () => server.arrive(call, clock.now()));
        clock.after(up + down, () => pacer.settled?.(call));
      });
    };
    if (at === 0) send();
    else clock.after(at, send);
  });
  await clock.runTo(until);
  expect(clock.pending, 'a timer is left behind').toBe(0);
  return left;
}

const anyCall = fc.oneof(
  fc
    .constantFrom('posts.list', 'ideas.create', 'me.get', 'posts.publish', 'folders.update')
    .map((id) => callOf(id)),
  fc.constant(callOf('posts.create', { mode: 'draft' })),
  fc.constantFrom('set-1', 'set-2').map((set) => callOf('posts.create', { mode: 'publish_now' }, set)),
);

describe('any load on any server', () => {
  it('never exceeds a limit, however the server counts and however slow the network is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...models),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: -0.0005, max: 0.0005, noNaN: true }),
        fc.array(
          fc.record({
            call: anyCall,
            at: fc.oneof(fc.constant(0), fc.nat(3 * minute)),
            up: fc.oneof(fc.nat(50), fc.nat(20_000)),
            down: fc.oneof(fc.nat(50), fc.nat(10_000)),
          }),
          { minLength: 1, maxLength: 150 },
        ),
        async (model, phase, drift, plans) => {
          const server = new Server(model, phase, drift);
          const left = await run(plans, server, 48 * hour);
          expect(server.refused).toEqual([]);
          expect(server.admitted).toBe(plans.length);
          expect(left).not.toContain(undefined);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('lets equal calls go in the order they came', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2 * minute), { minLength: 2, maxLength: 60 }), async (arrivals) => {
        const plans = arrivals
          .sort((a, b) => a - b)
          .map((at) => ({ call: callOf('posts.create'), at, up: 20, down: 20 }));
        const left = await run(plans, new Server('sliding', 0, 0), 48 * hour);
        expect(left).toEqual([...left].sort((a, b) => Number(a) - Number(b)));
      }),
      { numRuns: 20 },
    );
  });
});

describe.each(models)('a %s server kept busy', (model) => {
  it.each([
    ['posts.list', 'postsReadPerMinute', 100 * minute],
    ['workspaces.list', 'defaultPerMinute', 100 * minute],
    ['ideas.create', 'ideasWritePerMinute', 100 * minute],
    ['posts.create', 'postsWritePerHour', 50 * hour],
    ['posts.publish', 'postsPublishPerHour', 50 * hour],
  ] as const)('lets %s use at least 98 of 100 places of %s', async (id, name, duration) => {
    const { max, windowMs } = limits[name];
    const possible = (max * duration) / windowMs;
    const call = callOf(id);
    const random = mulberry(possible);
    const plans = Array.from({ length: possible }, () => ({
      call,
      at: 0,
      up: random() * 500,
      down: random() * 500,
    }));
    const server = new Server(model, 0.3, 0.0004);
    const left = await run(plans, server, duration + 4 * windowMs);
    expect(server.refused).toEqual([]);
    expect(left.filter((at) => at !== undefined && at < duration).length / possible).toBeGreaterThanOrEqual(
      0.98,
    );
  });
});

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
