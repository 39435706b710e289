import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it came over the wire. */
export interface Received {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer as data. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: unknown;
}

/** An answer, or a function that answers however it likes: slowly, in part, not at all. */
export type Scripted =
  | ScriptedAnswer
  | ((response: ServerResponse, received: Received, request: IncomingMessage) => void);

export interface ScriptedServer {
  readonly origin: string;
  readonly baseUrl: string;
  readonly received: readonly Received[];
  /** How many answers the client did not wait for. */
  readonly hungUp: () => number;
}

/** A real server on loopback. It gives the scripted answers in turn, and the last one from then on. */
export async function serve(...script: readonly Scripted[]): Promise<ScriptedServer> {
  const received: Received[] = [];
  let hungUp = 0;
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) hungUp++;
    });
    const seen = await read(request);
    received.push(seen);
    const answer = script[Math.min(received.length, script.length) - 1];
    if (typeof answer === 'function') answer(response, seen, request);
    else send(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  const origin = `http://127.0.0.1:${port}`;
  return { origin, baseUrl: `${origin}/v1`, received, hungUp: () => hungUp };
}

export function send(response: ServerResponse, answer: ScriptedAnswer = {}): void {
  const { status = 200, headers = {}, body } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks).toString(),
  };
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // as above
  await new Promise((resolve) => server.close(resolve));
  return port;
}
