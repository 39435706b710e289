import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the storage does with a PUT, once. By default it stores it and says 200. */
export type Behaviour =
  /** Cuts the connection after this many bytes. */
  | { readonly type: 'reset'; readonly afterBytes: number }
  /** Stores everything, then cuts the connection: the answer is lost. */
  | { readonly type: 'reset-after-storing' }
  /** Stops reading after this many bytes, and stays silent. */
  | { readonly type: 'stall'; readonly afterBytes: number }
  /** Reads everything, answers `ms` later. */
  | { readonly type: 'late'; readonly ms: number }
  | { readonly type: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  /** Reads a little, rests, and so on: slow, but never still. */
  | { readonly type: 'slow'; readonly pauseMs: number }
  /** The URL was signed too long ago. */
  | { readonly type: 'expired' };

/** A PUT as it arrived. */
export interface ReceivedPut {
  readonly url: string;
  readonly method: string;
  /** Names and values as they came on the wire. */
  readonly rawHeaders: readonly string[];
  readonly bytes: number;
  readonly sha256: string;
  /** 0 when the connection ended without an answer. */
  readonly status: number;
}

/** A call of the API as it arrived. */
export interface ReceivedCall {
  readonly operation: 'upload-url' | 'register';
  readonly key: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Seen {
  readonly puts: readonly ReceivedPut[];
  readonly calls: readonly ReceivedCall[];
  readonly openConnections: number;
}

/**
 * A storage provider with single-use signed URLs, and the two endpoints of the service that lead to it,
 * on one server. Everything can be asked and set over HTTP, so that a page can do it too.
 */
export class StorageServer {
  readonly #server: Server = createServer((request, response) => this.#route(request, response));
  readonly #behaviours: Behaviour[] = [];
  readonly #apiFaults: number[] = [];
  readonly #puts: ReceivedPut[] = [];
  readonly #calls: ReceivedCall[] = [];
  readonly #replays = new Map<string, unknown>();
  readonly #used = new Set<string>();
  readonly #stored = new Map<string, { sha256: string; bytes: number; mimeType: string }>();
  #uploads = 0;
  /** Counts the scenarios: what is left over of one is not told to the next. */
  #epoch = 0;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  behave(...behaviours: Behaviour[]): void {
    this.#behaviours.push(...behaviours);
  }

  reset(): void {
    this.#epoch++;
    for (const list of [this.#behaviours, this.#apiFaults, this.#puts, this.#calls]) list.length = 0;
  }

  async seen(): Promise<Seen> {
    const openConnections = await new Promise<number>((resolve) =>
      this.#server.getConnections((_error, count) => resolve(count)),
    );
    return { puts: [...this.#puts], calls: [...this.#calls], openConnections };
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => {});
    const { pathname } = new URL(request.url ?? '/', this.origin);
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'PUT, POST');
      response.setHeader('access-control-allow-headers', 'content-type, x-key');
      response.setHeader('access-control-max-age', '600');
      response.writeHead(204).end();
    } else if (pathname.startsWith('/storage/')) await this.#put(request, response, pathname);
    else if (pathname === '/elsewhere') {
      await bodyOf(request);
      response.writeHead(200).end();
    } else await this.#answer(request, response, pathname);
  }

  async #answer(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const text = (await bodyOf(request)).toString();
    const body = text === '' ? undefined : JSON.parse(text);
    const reply = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (pathname === '/control/behave') {
      this.behave(...body);
      reply(200, {});
    } else if (pathname === '/control/fail-api') {
      this.#apiFaults.push(...body);
      reply(200, {});
    } else if (pathname === '/control/reset') {
      this.reset();
      reply(200, {});
    } else if (pathname === '/control/seen') reply(200, await this.seen());
    else if (pathname === '/api/upload-url' || pathname === '/api/register') {
      const operation = pathname === '/api/register' ? 'register' : 'upload-url';
      const key = request.headers['x-key'] as string | undefined;
      this.#calls.push({ operation, key, params: body });
      const fault = this.#apiFaults.shift();
      if (fault !== undefined && fault !== 0) return reply(fault, { error: 'told to' });
      const known = key === undefined ? undefined : this.#replays.get(`${operation} ${key}`);
      const result = known ?? (operation === 'register' ? this.#register(body) : this.#sign(body));
      if (key !== undefined) this.#replays.set(`${operation} ${key}`, result);
      reply(result === undefined ? 422 : 201, result ?? { error: 'no such object' });
    } else reply(404, {});
  }

  #sign({ fileName }: { fileName: string }): unknown {
    const objectPath = `set/${++this.#uploads}/${fileName}`;
    const token = randomUUID();
    const uploadUrl = `${this.origin}/storage/media/${encodeURI(objectPath)}?token=${token}&signature=secret-${token}`;
    return { uploadUrl, bucketId: 'media', objectPath, token };
  }

  #register(params: Record<string, unknown>): unknown {
    const object = this.#stored.get(`${params['bucketId']}/${params['objectPath']}`);
    if (!object || object.bytes !== params['sizeBytes'] || object.mimeType !== params['mimeType'])
      return undefined;
    return {
      id: randomUUID(),
      workspaceId: 'w',
      createdAt: '',
      updatedAt: '',
      ...params,
      sha256: object.sha256,
    };
  }

  async #put(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const behaviour = this.#behaviours.shift();
    const hash = createHash('sha256');
    const epoch = this.#epoch;
    let bytes = 0;
    const record = (status: number): void => {
      if (epoch !== this.#epoch) return;
      const { method = '', url = '', rawHeaders } = request;
      const sha256 = hash.copy().digest('hex');
      this.#puts.push({ url, method, rawHeaders, bytes, sha256, status });
    };
    const reply = (status: number, headers?: Record<string, string>): void => {
      record(status);
      response.writeHead(status, headers).end(`{"status":${status}}`);
    };
    const token = request.url ?? '';
    if (this.#used.has(token) || behaviour?.type === 'expired') {
      await bodyOf(request);
      return reply(403);
    }
    this.#used.add(token);
    try {
      for await (const chunk of request) {
        bytes += chunk.length;
        hash.update(chunk);
        if (behaviour?.type === 'slow') await pause(behaviour.pauseMs);
        if (behaviour?.type === 'reset' && bytes > behaviour.afterBytes) {
          record(0);
          request.socket.destroy();
          return;
        }
        if (behaviour?.type === 'stall' && bytes > behaviour.afterBytes) {
          record(0);
          await new Promise((resolve) => request.socket.once('close', resolve));
          return;
        }
      }
    } catch {
      return record(0);
    }
    if (behaviour?.type === 'status') return reply(behaviour.status, behaviour.headers);
    if (behaviour?.type === 'late') await pause(behaviour.ms);
    const object = {
      sha256: hash.copy().digest('hex'),
      bytes,
      mimeType: request.headers['content-type'] ?? '',
    };
    this.#stored.set(decodeURI(pathname.slice('/storage/'.length)), object);
    if (behaviour?.type === 'reset-after-storing') {
      record(0);
      request.socket.destroy();
      return;
    }
    reply(200);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
