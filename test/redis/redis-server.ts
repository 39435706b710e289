import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RedisServer {
  readonly port: number;
  /** Stands still, connections and all, until it is let go on. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a `redis-server` of its own on a free port of this machine, with nothing kept on disk. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const options = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const server: ChildProcess = spawn('redis-server', [...options, ...settings], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('redis-server did not start')));
    server.stdout?.on('data', (chunk) => String(chunk).includes('Ready to accept connections') && resolve());
  });
  return {
    port,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async stop() {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  server.close();
  await once(server, 'close');
  return port;
}
