import { InternalServerError } from '../../src/errors/index.ts';
import type { UploadApi } from '../../src/uploads/index.ts';
import type { Behaviour, Seen } from './storage-server.ts';

/** Where a scenario plays: a storage server somewhere, told and asked over HTTP. Runs in Node and in a page. */
export class World {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get origin(): string {
    return this.#origin;
  }

  async #post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const init = { method: 'POST', headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return fetch(this.#origin + path, init);
  }

  async behave(...behaviours: Behaviour[]): Promise<void> {
    await this.#post('/control/behave', behaviours);
  }

  /** Lets the next calls of the API fail with these statuses; 0 lets one pass. */
  async failApi(...statuses: number[]): Promise<void> {
    await this.#post('/control/fail-api', statuses);
  }

  async reset(): Promise<void> {
    await this.#post('/control/reset');
  }

  async seen(): Promise<Seen> {
    return (await this.#post('/control/seen')).json();
  }

  /** The two calls as the client makes them, less its retries. */
  api(settings: Partial<UploadApi> = {}): UploadApi {
    const call =
      (operation: 'upload-url' | 'register') =>
      async (params: unknown, options: { idempotencyKey?: string | undefined }): Promise<never> => {
        const { idempotencyKey } = options;
        const headers: Record<string, string> =
          idempotencyKey === undefined ? {} : { 'x-key': idempotencyKey };
        const response = await this.#post(`/api/${operation}`, params, headers);
        if (response.ok) return (await response.json()) as never; // the fake answers as the service does
        throw new InternalServerError(
          `${operation} ${response.status}`,
          { operation, method: 'POST', path: operation, idempotencyKey, attempts: 1 },
          'unknown',
          {
            status: response.status,
            code: undefined,
            requestId: undefined,
            headers: {},
            body: undefined,
            requiredScopes: [],
            retryAfter: undefined,
          },
        );
      };
    return {
      createUploadUrl: call('upload-url'),
      register: call('register'),
      fetch: undefined,
      timeout: 30_000,
      totalTimeout: Number.POSITIVE_INFINITY,
      maxRetries: 3,
      maxPacingWait: 120_000,
      ...settings,
    };
  }
}

/** A PNG by its signature, otherwise noise that never repeats: a lost or doubled piece changes its hash. */
export function pngBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = length | 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].slice(0, length));
  return bytes;
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function streamOf(bytes: Uint8Array<ArrayBuffer>, chunk = 50_000): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + chunk));
      offset += chunk;
    },
  });
}
