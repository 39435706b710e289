/**
 * Uploads a file of 1 MB and one of 1 GB from the disk to a storage on loopback, through the SDK and through
 * a plain `fetch` PUT, each in a process of its own, and shows peak memory and throughput.
 *
 * Exits with 1 when the 1 GB upload needs over 64 MB more memory than the 1 MB one.
 * Run it with `node bench/upload-memory.ts [megabytes]`, Node 24 or later.
 */
import { execFile, spawn } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SocialPublishing } from '../src/index.ts';
import { fileFromPath } from '../src/node/file-from-path.ts';

const megabyte = 1024 * 1024;
const allowance = 64 * megabyte;
const self = fileURLToPath(import.meta.url);
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

interface Measured {
  readonly peakBytes: number;
  readonly seconds: number;
}

/** The service's two endpoints and its storage: takes bytes as fast as they come, keeps none. */
function serve(): void {
  const server = createServer(async (request, response) => {
    let bytes = 0;
    let body = '';
    const isPut = request.method === 'PUT';
    for await (const chunk of request) {
      bytes += chunk.length;
      if (!isPut) body += chunk;
    }
    const { host } = request.headers;
    const complete = request.headers['content-length'] === String(bytes);
    const record = request.url?.endsWith('/upload-url')
      ? {
          uploadUrl: `http://${host}/object?token=signed-for-one-use`,
          bucketId: 'b',
          objectPath: 'o',
          token: 't',
        }
      : { id: 'a', workspaceId: 'w', createdAt: '', updatedAt: '', ...(isPut ? {} : JSON.parse(body)) };
    response.writeHead(isPut ? (complete ? 200 : 400) : 201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: record, requestId: 'r' }));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') console.log(address?.port);
  });
}

/** Ways to send the file at a path. */
const ways: Readonly<Record<string, (origin: string, path: string, size: number) => Promise<void>>> = {
  'social-publishing': async (origin, path, size) => {
    const client = new SocialPublishing({ apiKey: 'k', baseUrl: `${origin}/v1` });
    let sent = 0;
    const asset = await client.mediaAssets.upload({
      socialSetId: 's',
      file: await fileFromPath(path),
      onProgress: ({ sentBytes }) => {
        sent = sentBytes;
      },
    });
    if (asset.sizeBytes !== size || sent !== size) throw new Error(`${sent} bytes were sent`);
  },
  'plain fetch': async (origin, path) => {
    const response = await fetch(`${origin}/object`, { method: 'PUT', body: await openAsBlob(path) });
    if (!response.ok) throw new Error(`the storage answered ${response.status}`);
  },
};

async function measure(way: string, origin: string, path: string, size: number): Promise<void> {
  const started = performance.now();
  await ways[way]?.(origin, path, size);
  const seconds = (performance.now() - started) / 1000;
  const measured: Measured = { peakBytes: process.resourceUsage().maxRSS * 1024, seconds };
  console.log(JSON.stringify(measured));
}

/** A PNG by its first bytes, otherwise a hole: it takes no place on the disk. */
async function sparseFile(path: string, size: number): Promise<void> {
  const file = await open(path, 'w');
  await file.write(png);
  await file.truncate(size);
  await file.close();
}

async function compare(sizes: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-memory-'));
  const storage = spawn(process.execPath, [self, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await new Promise((resolve) => storage.stdout.once('data', resolve));
    const origin = `http://127.0.0.1:${String(port).trim()}`;
    console.log('way                  file      peak memory   throughput');
    for (const way of Object.keys(ways)) {
      const peaks: number[] = [];
      for (const size of sizes) {
        const path = join(folder, `${size}.png`);
        await sparseFile(path, size);
        const { stdout } = await promisify(execFile)(process.execPath, [
          self,
          'measure',
          way,
          origin,
          path,
          `${size}`,
        ]);
        const { peakBytes, seconds } = JSON.parse(stdout) as Measured; // printed above
        peaks.push(peakBytes);
        const mb = (bytes: number) => (bytes / megabyte).toFixed(0).padStart(5);
        console.log(`${way.padEnd(18)} ${mb(size)} MB      ${mb(peakBytes)} MB   ${mb(size / seconds)} MB/s`);
      }
      const growth = Math.max(...peaks) - (peaks[0] ?? 0);
      console.log(`${way.padEnd(18)} grows by ${(growth / megabyte).toFixed(0)} MB\n`);
      if (way === 'social-publishing' && growth > allowance) process.exitCode = 1;
    }
  } finally {
    storage.kill();
    await rm(folder, { recursive: true });
  }
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'serve') serve();
else if (mode === 'measure') {
  const [way = '', origin = '', path = '', size] = rest;
  await measure(way, origin, path, Number(size));
} else await compare([megabyte, Number(mode ?? 1024) * megabyte]);
