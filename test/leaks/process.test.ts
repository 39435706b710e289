import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../packaging/run.ts';

let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? '';
    if (url.includes('cursor=')) response.writeHead(404).end('{}');
    else if (/posts$/.test(url)) response.end('{"data":[{"id":"1"}],"pagination":{"nextCursor":"next"}}');
    else if (url.endsWith('good')) response.end('{"data":{"id":"good"}}');
    else if (url.endsWith('missing')) response.writeHead(404).end();
    else if (url.endsWith('cut')) request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`; // it listens on a port
});

afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const program = (env: Readonly<Record<string, string>>) =>
  run(process.execPath, ['--unhandled-rejections=strict', 'test/leaks/process.ts'], {
    env: { BASE_URL: baseUrl, ...env },
    timeout: 8_000,
  });

it('ends by itself, without an unhandled rejection', async () => {
  const { stdout, stderr } = await program({});
  expect(stdout).toBe('nothing left to do\n');
  expect(stderr).toBe('');
});

it('does not hide a failure that nobody waits for', async () => {
  await expect(program({ CARELESS: '1' })).rejects.toThrow(/nothing left to do[\s\S]*NotFoundError/);
});
