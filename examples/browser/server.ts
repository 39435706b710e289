/** The server's part of the example: the proxy that keeps the key, and a sandbox to talk to. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Sandbox } from 'social-publishing/sandbox';
import { startSandboxServer } from 'social-publishing/sandbox/server';
import { keyProxy } from '../key-proxy.ts';

export interface Api {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Where signed uploads go: the page must be allowed to connect to it. */
  readonly storageOrigin: string;
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

/** What this page does, and nothing else. */
const allow = [
  /^GET \/(social-sets|accounts|posts)$/,
  /^GET \/posts\/[\w-]+$/,
  /^POST \/posts$/,
  /^POST \/posts\/[\w-]+\/cancel$/,
  /^POST \/media-assets(\/upload-url)?$/,
];

const hour = 3_600_000;

export async function startApi(): Promise<Api> {
  // Slow enough to see a post being processed.
  const server = await startSandboxServer({ publishDuration: 2_500 });
  const { sandbox, baseUrl, apiKey } = server;

  const app = new Hono();
  // A real application asks its session here; this one is for whoever sits at this machine.
  const proxy = keyProxy({ baseUrl, apiKey, mount: '/api/v1', allow, signedIn: () => true });
  app.all('/api/v1/*', (context) => proxy(context.req.raw));
  // Only the sandbox has a clock that can be moved.
  app.get('/sandbox/clock', (context) => context.json({ now: sandbox.now }));
  app.post('/sandbox/skip-an-hour', async (context) => {
    await sandbox.advance(hour);
    return context.json({ now: sandbox.now });
  });

  const listener = getRequestListener(app.fetch);
  return {
    handle: (request, response) => void listener(request, response),
    storageOrigin: new URL(baseUrl).origin,
    sandbox,
    close: () => server.close(),
  };
}
