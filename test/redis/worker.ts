// One process of a fleet: sends as much as the pacer lets it, and says what the server answered.
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import type { PacedCall } from '../../src/pacing/pacer.ts';
import { redisPacer } from '../../src/pacing/redis.ts';
import { scaledLimits } from './scaled-limits.ts';

const [kind = '', redisPort = '', server = '', duration = ''] = process.argv.slice(2);

async function connect() {
  if (kind === 'ioredis') {
    const client = new Redis(Number(redisPort));
    return { client, close: () => client.disconnect() };
  }
  const client = createClient({ url: `redis://127.0.0.1:${redisPort}` });
  await client.connect();
  return { client, close: () => client.destroy() };
}

const { client, close } = await connect();
const pacer = redisPacer({ client, key: 'fleet', limits: scaledLimits });
const end = performance.now() + Number(duration);
const statuses: number[] = [];

async function work(): Promise<void> {
  while (performance.now() < end) {
    const call: PacedCall = {
      operation: 'posts.create',
      limits: ['mutatingPerMinute', 'postsWritePerMinute', 'postsWritePerHour'],
    };
    await pacer.acquire(call, { maxWait: Number.POSITIVE_INFINITY, settles: true });
    const answer = await fetch(server, { method: 'POST' });
    await answer.body?.cancel();
    pacer.settled?.(call);
    statuses.push(answer.status);
  }
}

await Promise.all(Array.from({ length: 8 }, work));
console.log(JSON.stringify(statuses));
close();
