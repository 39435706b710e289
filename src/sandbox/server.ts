import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listener, type ServedRequest } from './node-listener.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import type { SandboxOptions } from './types.ts';

export type { ServedRequest } from './node-listener.ts';

/** How a sandbox server is set up. */
export interface SandboxServerOptions extends Omit<SandboxOptions, 'baseUrl'> {
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Default `127.0.0.1`: nobody but this machine. Another one opens the sandbox to whoever can reach it. */
  host?: string | undefined;
  /** Told of each request once it is answered, or cut off. */
  onRequest?: ((request: ServedRequest) => void) | undefined;
}

/** The sandbox over HTTP. */
export interface SandboxServer {
  /** Ready for the client. */
  readonly baseUrl: string;
  /** The secret of the sandbox's first key. */
  readonly apiKey: string;
  /** The sandbox itself: its clock, its faults, its records. */
  readonly sandbox: Sandbox;
  /** Stops listening and cuts what is still open. Can be called twice. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox as an HTTP server on loopback, for any client in any language.
 * Rejects with the system's error when the port is taken, and with a `TypeError` for options that make no sense.
 *
 * @example
 * const server = await startSandboxServer();
 * const client = new SocialPublishing({ apiKey: server.apiKey, baseUrl: server.baseUrl });
 * // …
 * await server.close();
 */
export async function startSandboxServer(options: SandboxServerOptions = {}): Promise<SandboxServer> {
  const { port = 0, host = '127.0.0.1', onRequest, ...sandboxOptions } = options;
  const server = createServer();
  await listen(server, port, host);
  try {
    const origin = originOf(server, host);
    const sandbox = createSandbox({ ...sandboxOptions, baseUrl: `${origin}/v1` });
    server.on('request', listener(sandbox.fetch, origin, onRequest));
    return { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, sandbox, close: () => close(server) };
  } catch (error) {
    await close(server);
    throw error;
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  // Nobody can connect to "any address"; loopback reaches it.
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
