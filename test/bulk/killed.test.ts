import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Dropped, FaultyService, seeded } from './faulty-service.ts';

const items = 500;
const random = seeded(11);

let folder: string;
let server: Server;
let service: FaultyService;
let child: ChildProcess | undefined;
let arrived = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
  service = new FaultyService({
    random,
    faultRate: 0.03,
    latency: () => 4 + random() * 20,
    delay: () => random() * 200,
  });
  arrived = 0;
  server = createServer(async (request, response) => {
    arrived += 1;
    try {
      const answer = await service.answer(String(request.headers['idempotency-key']), await text(request));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    } catch (error) {
      if (!(error instanceof Dropped)) throw error;
      request.socket.destroy();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  child?.kill('SIGKILL');
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

function start(): ChildProcess & { output: () => string } {
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const script = join(import.meta.dirname, 'child.ts');
  const started = spawn(
    process.execPath,
    [script, `http://127.0.0.1:${port}/v1`, join(folder, 'journal.ndjson'), String(items)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  child = started;
  let output = '';
  started.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return Object.assign(started, { output: () => output });
}

const createdTwice = (): string[] =>
  [...service.ledger].filter(([, ids]) => ids.length > 1).map(([post]) => post);

it('finishes with each post created once after being killed at ten random moments', async () => {
  for (let kill = 0; kill < 10; kill += 1) {
    const running = start();
    await once(running.stdout ?? running, 'data');
    // In requests, not in time: a busy machine may take long to send the first. Then at any point of the next.
    const enough = arrived + random() * 30;
    while (arrived < enough && running.exitCode === null) await sleep(1);
    await sleep(random() * 10);
    running.kill('SIGKILL');
    await once(running, 'close');
    expect(running.output(), 'it was to be killed before it was done').toBe('running\n');
    expect(createdTwice()).toEqual([]);
  }
  expect(service.posts).toBeGreaterThan(0);
  expect(service.posts, 'nothing is left to do for the last run').toBeLessThan(items);

  // A call that failed four times in a row is left for the next run.
  for (let round = 0, left = true; left; round += 1) {
    expect(round).toBeLessThan(5);
    const last = start();
    await once(last, 'close');
    left = (JSON.parse(last.output().split('\n')[1] ?? '') as string[]).some(
      (status) => status !== 'created',
    );
  }
  expect(createdTwice()).toEqual([]);
  expect(service.posts).toBe(items);
}, 60_000);
