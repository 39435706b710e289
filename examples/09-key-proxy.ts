/**
 * A server that keeps the API key to itself, for pages: `key-proxy.ts` in Hono. Below it a client as it runs in a page.
 * Run it with `npm run example -- 09`. For Express see docs/browser.md. On the real service it only reads.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { AuthenticationError, NotFoundError, SocialPublishing } from 'social-publishing';
import { keyProxy } from './key-proxy.ts';
import { openService } from './service.ts';

const { baseUrl, sandbox, socialSetId, publishTargets, close } = await openService();
const apiKey = sandbox?.apiKey ?? process.env['SOCIAL_PUBLISHING_API_KEY'] ?? '';

// ── The server ───────────────────────────────────────────────────────────────────────────────────────────────────

const sessions = new Set(['session-of-ada']);

const app = new Hono();
const proxy = keyProxy({
  baseUrl,
  apiKey,
  mount: '/api/v1',
  allow: [/^GET \/(posts|social-sets|accounts)$/, /^GET \/posts\/[\w-]+$/, /^POST \/posts$/],
  signedIn: (request) => sessions.has(request.headers.get('authorization')?.replace('Bearer ', '') ?? ''),
});
app.all('/api/v1/*', (context) => proxy(context.req.raw));

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
await once(server, 'listening');
const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe

// ── The page ─────────────────────────────────────────────────────────────────────────────────────────────────────

// In a page: `baseUrl: '/api/v1'`. The function gives what your server knows its users by, not the API key.
const page = new SocialPublishing({
  baseUrl: `http://127.0.0.1:${port}/api/v1`,
  apiKey: () => 'session-of-ada',
});

const { data: posts } = await page.posts.list({ limit: 5 });
console.log(`Ada sees ${posts.length} posts.`);

if (sandbox) {
  const params = { mode: 'draft', socialSetId, publishTargets, text: 'Written in a page' } as const;
  const { data: post, headers, idempotencyKey } = await page.posts.create(params).withResponse();
  console.log(`Ada wrote ${post.id}.`);
  const arrived = sandbox.requests.at(-1);
  assert.equal(arrived?.headers['authorization'], `Bearer ${apiKey}`, 'the proxy put the key in');
  assert.equal(arrived.headers['idempotency-key'], idempotencyKey, 'and kept the idempotency key');
  assert(!JSON.stringify({ post, headers }).includes(apiKey), 'nothing of the key reached the page');
}

await assert.rejects(page.usage.get(), NotFoundError);
console.log('What is not on the list is not there.');

const stranger = page.withOptions({ apiKey: () => 'nobody' });
await assert.rejects(stranger.posts.list(), AuthenticationError);
console.log('Who is not signed in is sent away.');

server.close();
await close();
