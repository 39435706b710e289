/**
 * What one "create post" does when things go wrong, in this SDK and in others that are installed for the benchmark.
 * Prints the table of docs/comparison.md. Run it with:
 *
 *   npm run build:js && npm --prefix bench ci && node docs/comparison.ts
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { SocialPublishing } from 'social-publishing';

const peers = createRequire(new URL('../bench/package.json', import.meta.url));

// Short, so that the hanging case is quick. Each SDK is told so in its own way.
const timeout = 400;

/** One SDK, and its way to publish a post. */
interface Contender {
  readonly name: string;
  readonly path: string;
  create(baseUrl: string): Promise<unknown>;
}

// The peers' types need not be installed to check this repository; these are the parts of their documented surface used here.
interface PostForMe {
  socialPosts: { create(body: object): Promise<unknown> };
}
interface Zernio {
  posts: { createPost(options: object): Promise<unknown> };
}

function load<T>(name: string): T {
  const loaded = peers(name) as { default?: T } & T; // CommonJS or its interop
  return loaded.default ?? loaded;
}

// Read as a file: not every package exports its own package.json.
const version = (name: string): string =>
  (
    JSON.parse(
      readFileSync(new URL(`../bench/node_modules/${name}/package.json`, import.meta.url), 'utf8'),
    ) as { version: string }
  ).version;

const PostForMe = load<new (options: object) => PostForMe>('post-for-me');
const Zernio = load<new (options: object) => Zernio>('@zernio/node');

const contenders: readonly Contender[] = [
  {
    name: 'social-publishing',
    path: '/posts',
    create: (baseUrl) =>
      new SocialPublishing({
        apiKey: 'key',
        baseUrl: `${baseUrl}/v1`,
        timeout,
        logLevel: 'off',
      }).posts.create({
        mode: 'publish_now',
        socialSetId: 'set',
        publishTargets: [{ socialAccountId: 'account', platform: 'x' }],
        text: 'Hello',
      }),
  },
  {
    name: `post-for-me ${version('post-for-me')}`,
    path: '/social-posts',
    create: (baseUrl) =>
      new PostForMe({ apiKey: 'key', baseURL: baseUrl, timeout, logLevel: 'off' }).socialPosts.create({
        caption: 'Hello',
        social_accounts: ['account'],
      }),
  },
  {
    name: `@zernio/node ${version('@zernio/node')}`,
    path: '/posts',
    create: (baseUrl) =>
      new Zernio({ apiKey: 'key', baseURL: baseUrl, timeout }).posts.createPost({
        body: {
          content: 'Hello',
          platforms: [{ platform: 'twitter', accountId: 'account' }],
          publishNow: true,
        },
      }),
  },
];

type Answer = (response: ServerResponse, attempt: number) => void;

const ok: Answer = (response) =>
  response
    .writeHead(201, { 'content-type': 'application/json' })
    .end('{"data":{"id":"post_1"},"id":"post_1","requestId":"r"}');

/** What happens to the first request; the server has made the post by then wherever `commits` says so. */
const cases: readonly { title: string; commits: boolean; answer: Answer }[] = [
  {
    title: 'the answer gets lost',
    commits: true,
    answer: (response, attempt) => (attempt === 1 ? response.destroy() : ok(response, attempt)),
  },
  {
    title: 'no answer in time',
    commits: true,
    answer: (response, attempt) => {
      if (attempt > 1) ok(response, attempt);
    },
  },
  {
    title: 'a 502 from a gateway, after the service has done it',
    commits: true,
    answer: (response, attempt) =>
      attempt === 1
        ? response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>')
        : ok(response, attempt),
  },
  {
    title: '429 with `Retry-After: 1`',
    commits: false,
    answer: (response, attempt) =>
      attempt === 1 ? response.writeHead(429, { 'retry-after': '1' }).end('{}') : ok(response, attempt),
  },
];

/** Longer than the SDK was told to wait, by far. */
const patience = 5_000;

async function run(
  { create, path }: Contender,
  { commits, answer }: (typeof cases)[number],
): Promise<string> {
  const arrivals: number[] = [];
  // As a service does that honours idempotency keys: one post for each key, one for each request without.
  const posts = new Set<string>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume().on('end', () => {
      if (request.method !== 'POST' || !request.url?.endsWith(path)) return response.writeHead(404).end();
      arrivals.push(Date.now());
      const { 'idempotency-key': key, 'x-request-id': id } = request.headers;
      if (commits || arrivals.length > 1) posts.add(String(key ?? id ?? `none ${arrivals.length}`));
      return answer(response, arrivals.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  const end = await Promise.race([
    create(`http://127.0.0.1:${port}`).then(
      () => 'succeeds',
      () => 'throws',
    ),
    new Promise<string>((resolve) =>
      setTimeout(() => resolve(`still waiting after ${patience / 1000} s`), patience).unref(),
    ),
  ]);
  server.closeAllConnections();
  server.close();
  const [first = 0, second = 0] = arrivals;
  const waited = !commits && second > 0 ? ` after ${((second - first) / 1000).toFixed(1)} s` : '';
  const made =
    posts.size > 1 ? `**${posts.size} posts**` : `${posts.size} post${posts.size === 1 ? '' : 's'}`;
  return `${end}${waited}, ${made}`;
}

console.log(`| what happens | ${contenders.map(({ name }) => name).join(' | ')} |`);
console.log(`| --- | ${contenders.map(() => '---').join(' | ')} |`);
for (const situation of cases) {
  const results: string[] = [];
  for (const contender of contenders) results.push(await run(contender, situation));
  console.log(`| ${situation.title} | ${results.join(' | ')} |`);
}
process.exit(0);
