import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APITimeoutError, SocialPublishing } from '../../src/index.ts';

/** What happens to a request, by the id in its path. */
const manners: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  good: (_request, response) => response.end('{"data":{"id":"good"}}'),
  missing: (_request, response) => response.writeHead(404).end('{"error":{"message":"nothing here"}}'),
  html: (_request, response) => response.writeHead(502).end('<html>'.repeat(1000)),
  redirect: (_request, response) =>
    response.writeHead(302, { location: '/elsewhere' }).end('x'.repeat(10_000)),
  cut: (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setImmediate(() => request.socket.destroy());
  },
  silent: () => undefined,
  stalled: (_request, response) => response.writeHead(200).write('{"data":'),
};

let server: Server;
let client: SocialPublishing;
/** How many connections there have been. */
let connections = 0;
/** The requests that the server has not answered in full. */
let hanging = 0;

async function start(): Promise<void> {
  server = createServer((request, response) => {
    hanging++;
    response.on('close', () => hanging--);
    const id = request.url?.split('/').at(-1)?.replace(/\?.*/, '') ?? '';
    if (id === 'posts') response.end('{"data":[{"id":"1"}],"pagination":{"nextCursor":null}}');
    else manners[id]?.(request, response);
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new SocialPublishing({
    apiKey: 'key_of_the_test',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, // it listens on a port
    maxRetries: 0,
    pacing: false,
    responseValidation: 'off',
    logLevel: 'off',
  });
}

function stop(): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

// A server for each test: Node opens connections anew for aborted calls, without a use for them.
beforeEach(async () => {
  connections = 0;
  hanging = 0;
  await start();
});
afterEach(stop);

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('500 calls on one AbortSignal', () => {
  let controller: AbortController;
  let warnings: Error[];
  const warn = (warning: Error) => void warnings.push(warning);

  beforeEach(() => {
    controller = new AbortController();
    warnings = [];
    process.on('warning', warn);
    return () => void process.off('warning', warn);
  });

  const listeners = () => getEventListeners(controller.signal, 'abort').length;

  it.each([
    ['one after the other', 1],
    ['fifty at a time', 50],
  ])('leave no listener and no timer behind, %s', async (_how, atOnce) => {
    const { signal } = controller;
    const idle = timers();
    const ids = ['good', 'missing', 'html', 'redirect', 'cut'];
    for (let done = 0; done < 500; done += atOnce) {
      await Promise.all(
        Array.from({ length: atOnce }, (_, index) =>
          client.posts.get(ids[(done + index) % ids.length] ?? '', { signal }).catch(() => undefined),
        ),
      );
      expect(listeners()).toBe(0);
    }
    expect(timers()).toBeLessThanOrEqual(idle);
    expect(warnings).toEqual([]);
  });

  it('leave none behind when they time out, stall or are aborted', async () => {
    const { signal } = controller;
    const idle = timers();
    const calls = Array.from({ length: 500 }, (_, index) =>
      client.posts
        .get(index % 2 ? 'silent' : 'stalled', { signal, timeout: index < 250 ? 200 : 60_000 })
        .catch((error: Error) => error.name),
    );
    const inTime = await Promise.all(calls.slice(0, 250));
    expect(new Set(inTime)).toEqual(new Set(['APITimeoutError']));
    controller.abort();
    expect(new Set(await Promise.all(calls.slice(250)))).toEqual(new Set(['APIUserAbortError']));
    expect(listeners()).toBe(0);
    expect(timers()).toBeLessThanOrEqual(idle);
    expect(warnings).toEqual([]);
  });

  it('leave none behind when they are lists, walked to their end, left early, or never used', async () => {
    const { signal } = controller;
    for (let done = 0; done < 500; done++) {
      const list = client.posts.list({}, { signal });
      if (done % 3 === 0) for await (const _ of list);
      else if (done % 3 === 1) for await (const _ of list) break;
    }
    expect(listeners()).toBe(0);
    expect(warnings).toEqual([]);
  });
});

it('reads or cancels every body, so that connections are used again', async () => {
  for (const id of ['good', 'missing', 'html', 'redirect']) {
    for (let call = 0; call < 25; call++) await client.posts.get(id).catch(() => undefined);
  }
  expect(connections).toBeLessThan(5);
});

it('closes the connection of a call that was given up', async () => {
  for (const id of ['silent', 'stalled'])
    await expect(client.posts.get(id, { timeout: 50 })).rejects.toBeInstanceOf(APITimeoutError);
  await expect.poll(() => hanging).toBe(0);
});
