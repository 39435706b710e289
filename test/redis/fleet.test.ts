import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { slidingLog } from '../pacing/server-models.ts';
import { startRedis } from './redis-server.ts';
import { scaledLimits } from './scaled-limits.ts';

const seconds = 12;

it('four processes on one key use nine tenths of the limit and never get a 429', async () => {
  const redis = await startRedis();
  const { max, windowMs } = scaledLimits.postsWritePerMinute;
  const limiter = slidingLog(max, windowMs);
  const arrivals: number[] = [];
  const server = createServer(async (_, response) => {
    await sleep(Math.random() * 15);
    const now = performance.now();
    arrivals.push(now);
    const status = limiter.admit(now) ? 201 : 429;
    await sleep(Math.random() * 15);
    response.writeHead(status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const statuses = await Promise.all(
      ['ioredis', 'redis', 'ioredis', 'redis'].map(async (kind) => {
        const args = [kind, String(redis.port), `http://127.0.0.1:${port}`, String(seconds * 1000)];
        const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts'), ...args], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        return JSON.parse(await text(child.stdout)) as number[];
      }),
    );
    expect(statuses.flat().filter((status) => status !== 201)).toEqual([]);
    for (const own of statuses) expect(own.length, 'one process got nothing').toBeGreaterThan(max);
    // The first burst is free; what counts is how soon the places are used again.
    const tookMs = Number(arrivals.at(-1)) - Number(arrivals[max - 1]);
    const used = (arrivals.length - max) / ((tookMs * max) / windowMs);
    console.log(`used ${(used * 100).toFixed(1)} % of the limit`);
    expect(used).toBeGreaterThanOrEqual(0.9);
  } finally {
    server.close();
    await redis.stop();
  }
});
