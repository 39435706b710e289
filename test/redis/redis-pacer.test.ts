import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LimitName } from '../../src/pacing/limits.ts';
import type { PacedCall, Pacer } from '../../src/pacing/pacer.ts';
import { type RedisClient, redisPacer } from '../../src/pacing/redis.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { scaledLimits } from './scaled-limits.ts';

const call = (...limits: LimitName[]): PacedCall => ({ operation: 'posts.publish', limits });
const patient = { maxWait: Number.POSITIVE_INFINITY, settles: true };
const hasty = { maxWait: 0, settles: true };

let redis: RedisServer;
let io: Redis;
let node: ReturnType<typeof createClient>;
beforeAll(async () => {
  redis = await startRedis();
  io = new Redis(redis.port, '127.0.0.1');
  node = createClient({ url: `redis://127.0.0.1:${redis.port}` });
  await node.connect();
});
afterEach(() => io.flushall());
afterAll(async () => {
  io.disconnect();
  node.destroy();
  await redis.stop();
});

const pacerOn = (client: RedisClient = io, more: object = {}): Pacer =>
  redisPacer({ client, key: 'test', limits: scaledLimits, ...more });

/** Makes calls that end at once. */
async function fill(pacer: Pacer, target: PacedCall, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await pacer.acquire(target, patient);
    pacer.settled?.(target);
  }
}

async function freePlaces(pacer: Pacer, target: PacedCall): Promise<number> {
  for (let free = 0; ; free += 1) {
    try {
      await pacer.acquire(target, { maxWait: 0 });
    } catch {
      return free;
    }
  }
}

describe.each([
  ['ioredis', () => io],
  ['redis', () => node],
] as const)('on a client of %s', (_, client) => {
  it('shares one budget with every other process', async () => {
    const [a, b] = [pacerOn(client()), pacerOn(client())];
    await fill(a, call('postsPublishPerMinute'), 2);
    await fill(b, call('postsPublishPerMinute'), 1);
    await expect(a.acquire(call('postsPublishPerMinute'), hasty)).rejects.toMatchObject({
      name: 'TurnTooLateError',
      bucket: 'postsPublishPerMinute',
    });
  });

  it('waits for the place that comes free first', async () => {
    const pacer = pacerOn(client());
    await fill(pacer, call('postsPublishPerMinute'), 3);
    const waits: unknown[] = [];
    const start = performance.now();
    await pacer.acquire(call('postsPublishPerMinute'), { ...patient, onWait: (wait) => waits.push(wait) });
    const waited = performance.now() - start;
    expect(waited).toBeGreaterThan(470);
    expect(waited).toBeLessThan(800);
    expect(waits).toEqual([{ waitMs: expect.any(Number), bucket: 'postsPublishPerMinute' }]);
  });

  it('goes on when the server has forgotten the scripts', async () => {
    const pacer = pacerOn(client());
    await fill(pacer, call('postsPublishPerMinute'), 1);
    await io.script('FLUSH');
    await fill(pacer, call('postsPublishPerMinute'), 2);
    expect(await freePlaces(pacer, call('postsPublishPerMinute'))).toBe(0);
  });
});

it('counts a place from the end of its call', async () => {
  const pacer = pacerOn();
  const target = call('postsPublishPerMinute');
  for (let n = 0; n < 3; n += 1) await pacer.acquire(target, patient);
  const start = performance.now();
  const fourth = pacer.acquire(target, patient).then(() => performance.now() - start);
  await sleep(300);
  for (let n = 0; n < 3; n += 1) pacer.settled?.(target);
  expect(await fourth).toBeGreaterThan(790);
});

it('lets those who wait go in the order they came, whatever process they are in', async () => {
  const [a, b] = [pacerOn(), pacerOn(node)];
  const target = call('postsPublishPerMinute');
  await fill(a, target, 3);
  const order: number[] = [];
  const waiting: Promise<void>[] = [];
  for (let n = 0; n < 9; n += 1) {
    waiting.push((n % 2 ? a : b).acquire(target, { maxWait: 60_000 }).then(() => void order.push(n)));
    await sleep(20);
  }
  await Promise.all(waiting);
  // Those of one burst go within a millisecond of each other.
  expect(order.map((n) => Math.floor(n / 3))).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
});

it('holds up no call that does not need the full limit', async () => {
  const pacer = pacerOn();
  await fill(pacer, call('mutatingPerMinute', 'postsPublishPerMinute'), 3);
  const stop = new AbortController();
  const waiting = pacer.acquire(call('mutatingPerMinute', 'postsPublishPerMinute'), {
    ...patient,
    signal: stop.signal,
  });
  waiting.catch(() => undefined);
  await pacer.acquire(call('mutatingPerMinute'), hasty);
  stop.abort();
});

it('counts each Social Set apart', async () => {
  const pacer = pacerOn();
  const forSet = (socialSetId: string): PacedCall => ({ ...call('postsPublishPerSocialSet'), socialSetId });
  await fill(pacer, forSet('a'), 2);
  await expect(pacer.acquire(forSet('a'), hasty)).rejects.toThrow('postsPublishPerSocialSet');
  await pacer.acquire(forSet('b'), hasty);
  await pacer.acquire(call('postsPublishPerSocialSet'), hasty);
});

it('gives back the turn of an aborted wait', async () => {
  const pacer = pacerOn();
  const target = call('postsPublishPerMinute');
  await fill(pacer, target, 3);
  const start = performance.now();
  const stop = new AbortController();
  const aborted = Array.from({ length: 6 }, () => pacer.acquire(target, { ...patient, signal: stop.signal }));
  const reasons = Promise.allSettled(aborted);
  await sleep(50);
  const last = pacer.acquire(target, patient);
  stop.abort('enough');
  expect(await reasons).toEqual(aborted.map(() => ({ status: 'rejected', reason: 'enough' })));
  await pacer.acquire(target, patient);
  expect(performance.now() - start).toBeLessThan(900);
  await last;
});

it('gives back a turn that came to a caller who has left meanwhile', async () => {
  const pacer = pacerOn();
  const target = call('postsPublishPerMinute');
  const stop = new AbortController();
  const turn = pacer.acquire(target, { ...patient, signal: stop.signal });
  stop.abort('enough');
  await expect(turn).rejects.toBe('enough');
  await sleep(20);
  expect(await freePlaces(pacer, target)).toBe(3);
});

it('takes a Retry-After beyond reason for a long closure, not for a Redis that is down', async () => {
  const errors: Error[] = [];
  const pacer = pacerOn(io, { onError: (error: Error) => errors.push(error) });
  const target = call('postsPublishPerMinute');
  pacer.observe({ type: 'rate-limited', call: target, retryAfter: 1e23 });
  await sleep(30);
  await expect(pacer.acquire(target, hasty)).rejects.toMatchObject({ name: 'TurnTooLateError' });
  expect(errors).toEqual([]);
});

it('closes a limit for all processes on a 429', async () => {
  const [a, b] = [pacerOn(), pacerOn(node)];
  a.observe({
    type: 'rate-limited',
    call: call('mutatingPerMinute', 'postsPublishPerMinute'),
    retryAfter: 300,
  });
  await sleep(30);
  const start = performance.now();
  await b.acquire(call('postsPublishPerMinute'), patient);
  expect(performance.now() - start).toBeGreaterThan(200);
});

it('tells all processes what the service reports of its limits', async () => {
  const [a, b] = [pacerOn(), pacerOn(node)];
  await fill(b, call('postsWritePerMinute'), 1);
  a.observe({
    type: 'usage',
    rateLimit: { endpointLimits: { postsWritePerMinute: { limit: 9, remaining: 4 } } },
  });
  await sleep(30);
  expect(await freePlaces(b, call('postsWritePerMinute'))).toBe(4);
});

it('keeps nothing for ever, and everything under one hash tag', async () => {
  const pacer = pacerOn();
  await fill(pacer, call('mutatingPerMinute', 'postsPublishPerMinute'), 3);
  const waiting = pacer.acquire(call('mutatingPerMinute', 'postsPublishPerMinute'), patient);
  pacer.observe({ type: 'rate-limited', call: call('mutatingPerMinute'), retryAfter: 100 });
  pacer.observe({ type: 'usage', rateLimit: { mutatingPerMinute: 30 } });
  await sleep(30);
  const keys = await io.keys('*');
  expect(keys.length).toBeGreaterThan(4);
  for (const key of keys) {
    expect(key).toMatch(/^social-publishing:\{test\}:/);
    expect(await io.pttl(key), key).toBeGreaterThan(0);
  }
  await waiting;
});

it('gives the place of a process that died to another', async () => {
  const target = call('postsPublishPerMinute');
  const dead = pacerOn();
  for (let n = 0; n < 3; n += 1) await dead.acquire(target, patient);
  const start = performance.now();
  await pacerOn().acquire(target, patient);
  expect(performance.now() - start).toBeLessThan(2_500);
});

describe('while Redis is down', () => {
  it('fails at once, naming why, or paces locally: as the caller chose', async () => {
    const server = await startRedis();
    const client = new Redis(server.port, '127.0.0.1', { retryStrategy: () => 50 });
    client.on('error', () => undefined);
    const errors: Error[] = [];
    const failing = pacerOn(client, { timeout: 200 });
    const local = pacerOn(client, {
      timeout: 200,
      onUnavailable: 'local',
      onError: (error: Error) => errors.push(error),
    });
    const target = call('postsPublishPerMinute');
    await fill(local, target, 1);
    await server.stop();

    await expect(failing.acquire(target, hasty)).rejects.toThrow(/Redis is not available/);
    const start = performance.now();
    await expect(failing.acquire(target, hasty)).rejects.toThrow(/did not answer a moment ago/);
    expect(performance.now() - start).toBeLessThan(50);

    await fill(local, target, 3);
    await expect(local.acquire(target, hasty)).rejects.toMatchObject({ name: 'TurnTooLateError' });
    expect(errors[0]?.message).toMatch(/Redis is not available/);
    const broken = (): void => {
      throw new Error('a broken listener');
    };
    await pacerOn(client, { timeout: 200, onUnavailable: 'local', onError: broken }).acquire(target, hasty);
    client.disconnect();
  });

  it('waits no longer than its time-out for one that hangs, and comes back to it', async () => {
    const server = await startRedis();
    const client = new Redis(server.port, '127.0.0.1');
    const pacer = pacerOn(client, { timeout: 200 });
    const target = call('postsPublishPerMinute');
    await fill(pacer, target, 1);
    server.freeze();
    const start = performance.now();
    await expect(pacer.acquire(target, patient)).rejects.toThrow('no answer within 200 ms');
    expect(performance.now() - start).toBeLessThan(600);
    server.thaw();
    await sleep(1_100);
    await fill(pacer, target, 2);
    client.disconnect();
    await server.stop();
  });
});

it('works on a cluster, with both clients', async () => {
  const server = await startRedis('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
  const admin = new Redis(server.port, '127.0.0.1');
  const cluster = new Cluster([{ host: '127.0.0.1', port: server.port }], { lazyConnect: true });
  const nodes = createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${server.port}` }] });
  try {
    await admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    while (!String(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) await sleep(50);
    await Promise.all([cluster.connect(), nodes.connect()]);
    const target: PacedCall = {
      ...call('mutatingPerMinute', 'postsPublishPerMinute', 'postsPublishPerSocialSet'),
      socialSetId: 'a',
    };
    await fill(pacerOn(cluster), target, 1);
    await fill(pacerOn(nodes), target, 1);
    await expect(pacerOn(cluster).acquire(target, hasty)).rejects.toThrow('postsPublishPerSocialSet');
  } finally {
    cluster.disconnect();
    admin.disconnect();
    nodes.destroy();
    await server.stop();
  }
});

it('refuses what is no Redis client', () => {
  for (const client of [undefined, {}, { eval: () => undefined }]) {
    expect(() => redisPacer({ client: client as unknown as RedisClient })).toThrow('ioredis or redis');
  }
});
