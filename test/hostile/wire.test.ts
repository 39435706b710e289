import { createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SocialPublishing } from '../../src/index.ts';
import { methods } from './methods.ts';
import { options, settles } from './settles.ts';

/** What the next connections are answered with, as it goes on the wire. */
let wire: Uint8Array = new Uint8Array();
let server: Server;
let client: SocialPublishing;

beforeAll(async () => {
  const answer = (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(wire));
  };
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('it listens on no port');
  client = new SocialPublishing({
    ...options,
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    timeout: 2_000,
  });
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const create = () => methods['posts.create']?.(client) ?? Promise.reject(new Error('there is no create'));

const body = JSON.stringify({ data: { id: 'post_1', text: 'Grüße 🎉' }, requestId: 'r' });
const bytes = (text: string) => new TextEncoder().encode(text);
const whole = bytes(
  `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${bytes(body).length}\r\nconnection: close\r\n\r\n${body}`,
);
const chunked = bytes(
  `HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n5\r\n{"dat\r\n${(bytes(body).length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`,
);

it.each([
  ['of a known length', whole],
  ['in chunks', chunked],
])('settles wherever an answer %s is cut, and never calls a part the whole', async (_kind, answer) => {
  wire = answer;
  await expect(create()).resolves.toMatchObject({ id: 'post_1' });
  for (let cut = 0; cut < answer.length; cut++) {
    wire = answer.subarray(0, cut);
    // A write of which no whole answer came may have happened.
    await expect(create(), `cut at ${cut}`).rejects.toMatchObject({ outcome: 'unknown', attempts: 1 });
    await settles(create);
  }
});

it('settles whatever bytes come instead of an answer', async () => {
  const head = fc.constantFrom(
    '',
    'HTTP/1.1 ',
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 999 What\r\nconnection: close\r\n\r\n',
  );
  await fc.assert(
    fc.asyncProperty(head, fc.uint8Array({ maxLength: 100 }), async (start, rest) => {
      wire = new Uint8Array([...bytes(start), ...rest]);
      await settles(create);
    }),
    { numRuns: 150 },
  );
});
