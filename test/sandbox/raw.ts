import type { Sandbox } from '../../src/sandbox/index.ts';

/** An answer as it came over the wire. Tests look into it by name, so its body is not typed. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: the wire has no types, and these tests read what is there
  body: any;
}

export interface RawOptions {
  /** `null` sends no Authorization. */
  key?: string | null;
  /** `null` sends no Idempotency-Key. */
  idempotencyKey?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  fetch?: (input: string, init: RequestInit) => Promise<Response>;
  baseUrl?: string;
}

let keys = 0;

/** Sends one request to the sandbox with no client in between. A string body is sent as it is. */
export async function raw(
  sandbox: Pick<Sandbox, 'fetch' | 'baseUrl' | 'apiKey'>,
  method: string,
  path: string,
  body?: unknown,
  options: RawOptions = {},
): Promise<RawAnswer> {
  const { key = sandbox.apiKey, idempotencyKey = `raw-${++keys}` } = options;
  const headers = new Headers();
  if (key !== null) headers.set('authorization', `Bearer ${key}`);
  if (method !== 'GET' && idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey);
  if (body !== undefined) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const response = await (options.fetch ?? sandbox.fetch)((options.baseUrl ?? sandbox.baseUrl) + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: json ? JSON.parse(text) : text,
  };
}

export const onX = [{ socialAccountId: 'acc_x_1', platform: 'x' }];
export const onAll = [
  { socialAccountId: 'acc_x_1', platform: 'x' },
  { socialAccountId: 'acc_linkedin_1', platform: 'linkedin' },
  { socialAccountId: 'acc_threads_1', platform: 'threads' },
];

export const start = '2026-12-01T09:00:00.000Z';
export const minute = 60_000;
export const hour = 60 * minute;

/** A time so many milliseconds after the start. */
export const later = (ms: number): string => new Date(Date.parse(start) + ms).toISOString();

export const draft = (fields: object = {}): object => ({
  socialSetId: 'set_1',
  publishTargets: onX,
  text: 'Hello',
  mode: 'draft',
  ...fields,
});

export const scheduled = (ms: number, fields: object = {}): object =>
  draft({ mode: 'scheduled', scheduledAt: later(ms), ...fields });

export const publishNow = (fields: object = {}): object => draft({ mode: 'publish_now', ...fields });

/** Uploads a file and registers it; returns the media asset. */
export async function upload(
  sandbox: Sandbox,
  mimeType = 'image/png',
  fields: { socialSetId?: string; fileName?: string; altText?: string } = {},
): Promise<{ id: string; ref: string }> {
  const { socialSetId = 'set_1', fileName = 'photo', altText } = fields;
  const signed = await raw(sandbox, 'POST', '/media-assets/upload-url', { socialSetId, fileName, mimeType });
  const { uploadUrl, bucketId, objectPath } = signed.body.data;
  await sandbox.fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': mimeType }, body: 'bytes' });
  const asset = await raw(sandbox, 'POST', '/media-assets', {
    socialSetId,
    bucketId,
    objectPath,
    mediaType: mimeType === 'image/gif' ? 'gif' : 'image',
    altText,
  });
  if (asset.status !== 201) throw new Error(`the upload failed: ${JSON.stringify(asset.body)}`);
  return { id: asset.body.data.id, ref: `${bucketId}/${objectPath}` };
}
