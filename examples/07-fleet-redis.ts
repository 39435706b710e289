/**
 * A fleet on one API key: three processes share one rate budget through Redis, and the service refuses nobody.
 * Run it with `npm run example -- 07`. It uses the Redis at REDIS_URL, else it starts a `redis-server` of its own.
 * On the real service it only reads.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createClient } from 'redis';
import { RateLimitError, SocialPublishing } from 'social-publishing';
import { redisPacer } from 'social-publishing/redis';
import { openService } from './service.ts';

const processes = 3;
const callsOfEach = 25;
// `me.get()` may be called 60 times a minute: for one process that is plenty, for this fleet it is not.
const allowed = 60;

interface Report {
  readonly done: number;
  /** Kept back by the pacer, without a request. */
  readonly keptBack: number;
  /** Refused by the service: what the pacer is there to prevent. */
  readonly refused: number;
}

if (process.argv[2] === 'worker') await work();
else await lead();

async function work(): Promise<void> {
  const redis = createClient({ url: process.env['REDIS_URL'] ?? '' });
  await redis.connect();
  const client = new SocialPublishing({
    // The name of the budget: the same for all processes on one API key, and never the key itself.
    pacing: redisPacer({ client: redis, key: 'example-fleet' }),
    // Yours would wait for its turn. Here nobody does, so that the example is done in a moment.
    maxPacingWait: 0,
    maxRetries: 0,
  });
  const report = { done: 0, keptBack: 0, refused: 0 };
  for (let call = 0; call < callsOfEach; call++) {
    try {
      await client.me.get();
      report.done++;
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      if (error.outcome === 'not-sent') report.keptBack++;
      else report.refused++;
    }
  }
  process.send?.(report satisfies Report);
  await redis.close();
}

async function lead(): Promise<void> {
  const redis = process.env['REDIS_URL'] ? { url: process.env['REDIS_URL'] } : await startRedis();
  if (!redis) {
    console.error('There is no Redis: set REDIS_URL, or install redis-server. Nothing was shown.');
    // Where nobody reads this it must not pass for a success.
    process.exitCode = process.env['CI'] ? 1 : 0;
    return;
  }
  const { baseUrl, sandbox, close } = await openService();
  const env = {
    ...process.env,
    REDIS_URL: redis.url,
    SOCIAL_PUBLISHING_BASE_URL: baseUrl,
    ...(sandbox ? { SOCIAL_PUBLISHING_API_KEY: sandbox.apiKey } : {}),
  };
  const reports = await Promise.all(
    Array.from({ length: processes }, async (): Promise<Report> => {
      const worker = fork(import.meta.filename, ['worker'], { env });
      const [[report]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
      return report as Report; // what work() sends
    }),
  );

  console.table(reports);
  const sum = (field: keyof Report) => reports.reduce((total, report) => total + report[field], 0);
  const calls = processes * callsOfEach;
  console.log(
    `${calls} calls: ${sum('done')} done, ${sum('keptBack')} kept back, ${sum('refused')} refused.`,
  );
  assert.equal(sum('refused'), 0, 'the service refused none');
  assert(sum('done') <= allowed);
  if (sandbox) assert.equal(sum('done'), allowed, 'and the budget is used to the full');

  await close();
  redis.server?.kill();
}

/** A Redis that keeps nothing. */
async function startRedis(): Promise<{ url: string; server?: ChildProcess } | undefined> {
  const port = await freePort();
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.once('exit', () => resolve(false));
    server.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) resolve(true);
    });
  });
  if (!(await ready)) return undefined;
  // Not to be left behind when an assertion fails.
  process.once('exit', () => server.kill());
  return { url: `redis://127.0.0.1:${port}`, server };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  assert(address !== null && typeof address === 'object');
  return address.port;
}
