/**
 * The service's `POST /posts` with its documented rate limits, on a clock whose minute is as long as we are
 * told. A share of the requests fails: half of those are stored and the connection is cut before the answer,
 * half are refused with a 503. A request that carries the idempotency key of an earlier one gets its answer.
 *
 * A refused request does not count in the windows: kind to those who ask too often. `GET /stats` says what came.
 */
import { createServer } from 'node:http';
import { limits } from '../src/pacing/limits.ts';
import { answer } from './records.ts';

const [minute = 3000, faultRate = 0] = process.argv.slice(2).map(Number);

const windows = [limits.mutatingPerMinute, limits.postsWritePerMinute, limits.postsWritePerHour].map(
  ({ max, windowMs }) => ({
    max,
    length: (windowMs / 60_000) * minute,
    times: [] as number[],
  }),
);

/** Counts a request, or says how long the client has to wait. */
function count(): number {
  const now = performance.now();
  let wait = 0;
  for (const { max, length, times } of windows) {
    while (times.length > 0 && (times[0] ?? 0) <= now - length) times.shift();
    if (times.length >= max) wait = Math.max(wait, (times[0] ?? 0) + length - now);
  }
  if (wait === 0) for (const { times } of windows) times.push(now);
  return wait;
}

/** The same faults in each run: a small generator with a fixed seed. */
let state = 42;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const stats = { requests: 0, refused: 0, faults: 0, stored: 0, duplicates: 0 };
const texts = new Set<string>();
const keys = new Set<string>();
const record = JSON.stringify(answer);

const textOf = (body: string): string => {
  try {
    return String((JSON.parse(body) as { text: unknown }).text); // what our own driver sends
  } catch {
    // Stripe posts a form.
    return String(new URLSearchParams(body).get('text'));
  }
};

function store(text: string, key: string | undefined): void {
  if (key !== undefined && keys.has(key)) return;
  if (key !== undefined) keys.add(key);
  stats.stored += 1;
  if (texts.has(text)) stats.duplicates += 1;
  texts.add(text);
}

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk;
  });
  request.on('end', (): void => {
    const json = (status: number, text: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    if (request.url === '/stats') return void json(200, JSON.stringify(stats));
    if (request.method === 'GET') return void json(200, record);
    stats.requests += 1;
    const wait = count();
    if (wait > 0) {
      stats.refused += 1;
      return void json(429, '{"error":{"message":"too many requests"}}', {
        'retry-after': Math.ceil(wait / 1000),
      });
    }
    const chance = random();
    const key = request.headers['idempotency-key'];
    if (chance < faultRate) stats.faults += 1;
    if (chance < faultRate / 2) return void json(503, '{"error":{"message":"unavailable"}}');
    store(textOf(body), typeof key === 'string' ? key : undefined);
    if (chance < faultRate) return void request.socket.destroy();
    json(201, record);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('disconnect', () => process.exit());
