import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LimitName } from '../../src/pacing/limits.ts';
import { createPacer } from '../../src/pacing/local-pacer.ts';
import { type AcquireOptions, type PacedCall, type Pacer, TurnTooLateError } from '../../src/pacing/pacer.ts';
import { settle, VirtualClock } from './virtual-clock.ts';

const minute = 60_000;
const window = 60_060;

let clock: VirtualClock;
let pacer: Pacer;
beforeEach(() => {
  clock = new VirtualClock();
  pacer = createPacer({ clock });
});

const call = (...limits: LimitName[]): PacedCall => ({ operation: 'some.call', limits });
const publish = (socialSetId?: string): PacedCall => ({
  operation: 'posts.create',
  limits: ['postsPublishPerSocialSet'],
  ...(socialSetId === undefined ? {} : { socialSetId }),
});

/** Asks for a turn and tells what came of it. */
function ask(target: PacedCall, options: Partial<AcquireOptions> = {}) {
  const seen: { at?: number; error?: unknown } = {};
  pacer.acquire(target, { maxWait: Number.POSITIVE_INFINITY, settles: true, ...options }).then(
    () => {
      seen.at = clock.now();
    },
    (error) => {
      seen.error = error;
    },
  );
  return seen;
}

/** Calls that are answered the moment they are sent. */
function fill(target: PacedCall, count: number): void {
  for (let n = 0; n < count; n += 1) {
    ask(target);
    pacer.settled?.(target);
  }
}

describe('free places', () => {
  it('are taken at once, all of them, without a timer', async () => {
    const asked = Array.from({ length: 10 }, () => ask(call('postsWritePerMinute')));
    await settle();
    expect(asked.map(({ at }) => at)).toEqual(Array(10).fill(0));
    expect(clock.pending).toBe(0);
  });

  it('come back one window after a call has ended, not after it began', async () => {
    for (let n = 0; n < 3; n += 1) ask(call('postsPublishPerMinute'));
    const fourth = ask(call('postsPublishPerMinute'));
    await clock.runTo(5 * minute);
    expect(fourth.at).toBeUndefined();
    expect(clock.pending, 'nothing is known to wait for').toBe(0);
    pacer.settled?.(call('postsPublishPerMinute'));
    await clock.runTo(10 * minute);
    expect(fourth.at).toBe(5 * minute + window);
  });

  it('are counted from a second after the start where nobody says that the call ended', async () => {
    for (let n = 0; n < 3; n += 1) ask(call('postsPublishPerMinute'), { settles: false });
    const fourth = ask(call('postsPublishPerMinute'), { settles: false });
    await clock.runTo(10 * minute);
    expect(fourth.at).toBe(1000 + window);
  });
});

describe('a call that has to wait', () => {
  it('says how long and for which limit', () => {
    fill(call('postsPublishPerMinute'), 3);
    const waits: unknown[] = [];
    for (let n = 0; n < 4; n += 1)
      ask(call('postsPublishPerMinute', 'mutatingPerMinute'), { onWait: (wait) => waits.push(wait) });
    expect(waits).toEqual([
      { waitMs: window, bucket: 'postsPublishPerMinute' },
      { waitMs: window, bucket: 'postsPublishPerMinute' },
      { waitMs: window, bucket: 'postsPublishPerMinute' },
      { waitMs: 2 * window, bucket: 'postsPublishPerMinute' },
    ]);
  });

  it('is turned away at once when its turn comes too late, and takes no place', async () => {
    fill(call('postsPublishPerMinute'), 3);
    const late = ask(call('postsPublishPerMinute'), { maxWait: minute });
    await settle();
    expect(late.error).toBeInstanceOf(TurnTooLateError);
    expect(late.error).toMatchObject({ waitMs: window, bucket: 'postsPublishPerMinute' });
    expect(clock.pending).toBe(0);
  });

  it('waits in one timer with all others, no longer than to the next free place', async () => {
    fill(call('postsPublishPerMinute'), 1);
    await clock.runTo(30_000);
    fill(call('postsPublishPerMinute'), 2);
    const waiting = Array.from({ length: 50 }, () => ask(call('postsPublishPerMinute')));
    expect(clock.pending).toBe(1);
    expect(clock.longest).toBe(window - 30_000);
    await clock.runTo(20 * minute);
    expect(waiting.filter(({ at }) => at !== undefined).length, 'nobody told that a call ended').toBe(3);
    expect(clock.fired).toBe(2);
  });

  it('holds up no call that does not need the full limit', async () => {
    fill(call('postsPublishPerMinute'), 3);
    const publishing = ask(call('mutatingPerMinute', 'postsPublishPerMinute'));
    const writing = ask(call('mutatingPerMinute'));
    await settle();
    expect([publishing.at, writing.at]).toEqual([undefined, 0]);
  });

  it('goes before a younger one when places in several limits come free together', async () => {
    fill(call('mutatingPerMinute'), 10);
    fill(call('mutatingPerMinute', 'postsWritePerMinute'), 10);
    const eldest = ask(call('mutatingPerMinute'));
    const older = Array.from({ length: 11 }, () => ask(call('mutatingPerMinute', 'postsWritePerMinute')));
    const younger = Array.from({ length: 20 }, () => ask(call('mutatingPerMinute')));
    await clock.runTo(window);
    const gone = (asked: { at?: number }[]): number => asked.filter(({ at }) => at === window).length;
    expect([gone([eldest]), gone(older), gone(younger)]).toEqual([1, 10, 9]);
  });

  it('goes before a new call when its timer is late, or was dropped by the runtime', async () => {
    fill(call('postsPublishPerMinute'), 3);
    const waiting = Array.from({ length: 3 }, () => ask(call('postsPublishPerMinute')));
    clock.jumpTo(2 * minute);
    const late = ask(call('postsPublishPerMinute'));
    await settle();
    expect(waiting.map(({ at }) => at)).toEqual(Array(3).fill(2 * minute));
    expect(late.at).toBeUndefined();
  });

  it('is overtaken by the retry of a call that came before it', async () => {
    fill(call('postsPublishPerMinute'), 3);
    const first = ask(call('postsPublishPerMinute'));
    for (let n = 0; n < 5; n += 1) ask(call('postsPublishPerMinute'));
    const retries = [2, 3].map((attempt) => ask(call('postsPublishPerMinute'), { attempt }));
    await clock.runTo(window);
    expect([retries[0]?.at, retries[1]?.at, first.at]).toEqual([window, window, window]);
  });
});

describe('an aborted wait', () => {
  it('rejects with the reason, gives its turn to the next and leaves no timer', async () => {
    fill(call('postsPublishPerMinute'), 2);
    await clock.runTo(10_000);
    fill(call('postsPublishPerMinute'), 1);
    const controllers = [new AbortController(), new AbortController()];
    const [a, b] = controllers.map(({ signal }) => ask(call('postsPublishPerMinute'), { signal }));
    const c = ask(call('postsPublishPerMinute'));
    const reason = new Error('enough');
    controllers[0]?.abort(reason);
    controllers[1]?.abort(reason);
    await clock.runTo(window);
    expect([a?.error, b?.error, c.at]).toEqual([reason, reason, window]);
    expect(clock.pending).toBe(0);
  });

  it('leaves no timer when it was the only one', () => {
    fill(call('postsPublishPerMinute'), 3);
    const controller = new AbortController();
    ask(call('postsPublishPerMinute'), { signal: controller.signal });
    expect(clock.pending).toBe(1);
    controller.abort();
    expect(clock.pending).toBe(0);
  });

  it('never began when the signal was aborted before', async () => {
    const asked = ask(call('postsPublishPerMinute'), { signal: AbortSignal.abort('no') });
    await settle();
    expect(asked.error).toBe('no');
    const rest = Array.from({ length: 3 }, () => ask(call('postsPublishPerMinute')));
    await settle();
    expect(rest.map(({ at }) => at)).toEqual([0, 0, 0]);
  });

  it('takes its listener off the signal once the turn has come', async () => {
    fill(call('postsPublishPerMinute'), 3);
    const { signal } = new AbortController();
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    const asked = ask(call('postsPublishPerMinute'), { signal });
    await clock.runTo(window);
    expect(asked.at).toBe(window);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
    expect(added).toHaveBeenCalledOnce();
  });
});

describe('a 429', () => {
  it('closes the limits of the refused call until the server lets it try again, and no others', async () => {
    pacer.observe({
      type: 'rate-limited',
      call: call('mutatingPerMinute', 'ideasWritePerMinute'),
      retryAfter: 7000,
    });
    const [refused, other, read] = [
      call('ideasWritePerMinute'),
      call('foldersWritePerMinute'),
      call('defaultPerMinute'),
    ];
    const asked = [refused, other, read].map((target) => ask(target));
    await clock.runTo(minute);
    expect(asked.map(({ at }) => at)).toEqual([7000, 0, 0]);
  });

  it('is put down to the limits whose window is that long', async () => {
    const limits = ['mutatingPerMinute', 'postsWritePerMinute', 'postsWritePerHour'] as const;
    pacer.observe({ type: 'rate-limited', call: call(...limits), retryAfter: 20 * minute });
    const [idea, post] = [ask(call('mutatingPerMinute')), ask(call(...limits))];
    await clock.runTo(30 * minute);
    expect([idea.at, post.at]).toEqual([0, 20 * minute]);
  });

  it('closes them all where no window is that long', async () => {
    pacer.observe({ type: 'rate-limited', call: call('mutatingPerMinute'), retryAfter: 20 * minute });
    const asked = ask(call('mutatingPerMinute'));
    await clock.runTo(30 * minute);
    expect(asked.at).toBe(20 * minute);
  });

  it('turns away at once who cannot wait that long any more', async () => {
    fill(call('postsPublishPerMinute'), 3);
    const patient = ask(call('postsPublishPerMinute'));
    const hasty = ask(call('postsPublishPerMinute'), { maxWait: 61_000 });
    pacer.observe({
      type: 'rate-limited',
      call: call('postsPublishPerMinute', 'postsPublishPerHour'),
      retryAfter: minute,
    });
    await clock.runTo(1);
    expect(hasty.error).toBeUndefined();
    await clock.runTo(50_000);
    pacer.observe({ type: 'rate-limited', call: call('postsPublishPerMinute'), retryAfter: 30_000 });
    await settle();
    expect(hasty.error).toMatchObject({ name: 'TurnTooLateError', waitMs: 30_000 });
    await clock.runTo(3 * minute);
    expect(patient.at).toBe(80_000);
  });
});

describe('what the service reports', () => {
  const usage = (rateLimit: unknown) => pacer.observe({ type: 'usage', rateLimit });
  const me = (rateLimit: unknown) => pacer.observe({ type: 'me', rateLimit });
  async function freePlaces(target: PacedCall): Promise<number> {
    let free = 0;
    const take = (): Promise<void> =>
      pacer.acquire(target, { maxWait: 0 }).then(() => {
        free += 1;
        return take();
      });
    await take().catch(() => undefined);
    return free;
  }

  it.each([
    ['numbers', { mutatingPerMinute: 7, endpointLimits: { ideasWritePerMinute: 3 } }],
    [
      'objects',
      {
        mutatingPerMinute: { limit: 7 },
        endpointLimits: { ideasWritePerMinute: { limit: 3, remaining: 3, reset: 0 } },
      },
    ],
  ])('sets the limits, given as %s', async (_, rateLimit) => {
    usage(rateLimit);
    expect(await freePlaces(call('ideasWritePerMinute'))).toBe(3);
    expect(await freePlaces(call('mutatingPerMinute'))).toBe(7);
  });

  it('makes room for those who wait when a limit is higher', async () => {
    fill(call('postsPublishPerMinute'), 3);
    const asked = ask(call('postsPublishPerMinute'));
    usage({ endpointLimits: { postsPublishPerMinute: 4 } });
    await settle();
    expect(asked.at).toBe(0);
  });

  it('takes places away that others have used, and gives them back after a window', async () => {
    fill(call('ideasWritePerMinute'), 2);
    usage({ endpointLimits: { ideasWritePerMinute: { limit: 20, remaining: 5, reset: 1 } } });
    expect(await freePlaces(call('ideasWritePerMinute'))).toBe(5);
    await clock.runTo(2 * minute);
    expect(await freePlaces(call('ideasWritePerMinute'))).toBe(20);
  });

  it('does not count our own calls twice', async () => {
    fill(call('ideasWritePerMinute'), 8);
    usage({ endpointLimits: { ideasWritePerMinute: { limit: 20, remaining: 15 } } });
    expect(await freePlaces(call('ideasWritePerMinute'))).toBe(12);
  });

  it('is taken from GET /me for the tightest limit that counts it', async () => {
    me({ limit: 25, remaining: 10, reset: 1 });
    expect(await freePlaces(call('meReadPerMinute'))).toBe(10);
    expect(await freePlaces(call('defaultPerMinute'))).toBe(120);
  });

  it('is taken from GET /me for the limit whose number it gives', async () => {
    me({ limit: 120, remaining: 4, reset: 1 });
    expect(await freePlaces(call('defaultPerMinute'))).toBe(4);
    expect(await freePlaces(call('meReadPerMinute'))).toBe(60);
  });

  it.each<{ rateLimit: unknown }>([
    { rateLimit: undefined },
    { rateLimit: null },
    { rateLimit: 'soon' },
    { rateLimit: 12 },
    { rateLimit: [] },
    { rateLimit: { mutatingPerMinute: null } },
    { rateLimit: { mutatingPerMinute: 0 } },
    { rateLimit: { mutatingPerMinute: -1 } },
    { rateLimit: { mutatingPerMinute: 1.5 } },
    { rateLimit: { mutatingPerMinute: '5' } },
    { rateLimit: { mutatingPerMinute: { limit: '5' } } },
    { rateLimit: { mutatingPerMinute: 1e9 } },
    { rateLimit: { endpointLimits: 5 } },
    { rateLimit: { unheardOf: 5, toString: 5, endpointLimits: { constructor: 4 } } },
  ])('says nothing as $rateLimit', async ({ rateLimit }) => {
    usage(rateLimit);
    if (typeof rateLimit !== 'number') me(rateLimit);
    expect(await freePlaces(call('mutatingPerMinute'))).toBe(20);
    expect(await freePlaces(call('meReadPerMinute'))).toBe(60);
  });
});

describe('limits for each Social Set', () => {
  it('are counted apart, and not at all without an id', async () => {
    fill(publish('a'), 5);
    const asked = [publish('a'), publish('b'), publish()].map((target) => ask(target));
    await settle();
    expect(asked.map(({ at }) => at)).toEqual([undefined, 0, 0]);
  });

  it('still hold after thousands of other Social Sets came and went', async () => {
    fill(publish('a'), 5);
    for (let n = 0; n < 5000; n += 1) fill(publish(`set ${n}`), 1);
    const asked = ask(publish('a'));
    await settle();
    expect(asked.at).toBeUndefined();
  });
});

describe('cost', () => {
  it('stays the same however many wait', async () => {
    const time = (count: number): number => {
      pacer = createPacer({ clock: new VirtualClock() });
      const start = performance.now();
      for (let n = 0; n < count; n += 1)
        ask(call('mutatingPerMinute', 'postsWritePerMinute', 'postsWritePerHour'));
      return (performance.now() - start) / count;
    };
    time(20_000);
    expect(time(20_000)).toBeLessThan(8 * time(2_000) + 0.005);
  });

  it('is next to nothing for a call that need not wait', async () => {
    pacer = createPacer();
    const target = call('defaultPerMinute', 'postsReadPerMinute');
    pacer.observe({
      type: 'usage',
      rateLimit: { defaultPerMinute: 900_000, endpointLimits: { postsReadPerMinute: 900_000 } },
    });
    const options = { maxWait: 1000, settles: true };
    const start = performance.now();
    for (let n = 0; n < 200_000; n += 1) {
      void pacer.acquire(target, options);
      pacer.settled?.(target);
    }
    // Measured at about 0.3 microseconds; a busy machine must not fail the test.
    expect(((performance.now() - start) / 200_000) * 1000).toBeLessThan(5);
  });
});
