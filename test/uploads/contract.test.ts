import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SocialPublishing } from '../../src/client.ts';
import { APIError, type UploadError } from '../../src/errors/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { type SandboxServer, startSandboxServer } from '../../src/sandbox/server.ts';
import { pngBytes, streamOf } from './world.ts';

const bytes = pngBytes(200_000);
const file = new File([bytes], 'photo.png');
const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

describe.each(['in process', 'over HTTP'])('client.mediaAssets.upload against the sandbox, %s', (how) => {
  let server: SandboxServer | undefined;
  let sandbox: ReturnType<typeof createSandbox>;
  let client: SocialPublishing;
  let socialSetId: string;

  beforeAll(async () => {
    server = how === 'over HTTP' ? await startSandboxServer({ rateLimits: false }) : undefined;
    sandbox = server?.sandbox ?? createSandbox({ rateLimits: false });
    const { apiKey, baseUrl } = server ?? sandbox;
    client = new SocialPublishing({
      apiKey,
      baseUrl,
      pacing: false,
      ...(server ? {} : { fetch: sandbox.fetch }),
    });
    socialSetId = sandbox.socialSets[0]?.id ?? '';
  });
  afterAll(() => server?.close());

  const stored = async (asset: { bucketId: string; objectPath: string }) => {
    const url = new URL(`/storage/v1/object/public/${asset.bucketId}/${asset.objectPath}`, client.baseUrl);
    const response = await (server ? fetch(url) : sandbox.fetch(new Request(url)));
    return {
      type: response.headers.get('content-type'),
      hash: hash(new Uint8Array(await response.arrayBuffer())),
    };
  };

  it('stores the bytes and gives the asset, which an idea takes', async () => {
    const asset = await client.mediaAssets.upload({ socialSetId, file, altText: 'Noise' });
    expect(asset).toMatchObject({
      mediaType: 'image',
      mimeType: 'image/png',
      sizeBytes: bytes.length,
      altText: 'Noise',
    });
    expect(await stored(asset)).toEqual({ type: 'image/png', hash: hash(bytes) });
    await expect(
      client.ideas.create({ socialSetId, content: 'See', mediaAssetIds: [asset.id] }),
    ).resolves.toMatchObject({ content: 'See' });
  });

  it('sends the storage neither the key nor a header of the client', async () => {
    const strange = client.withOptions({ headers: { 'x-client': '1' } });
    await strange.mediaAssets.upload(
      { socialSetId, file },
      { headers: { 'x-call': '1' }, idempotencyKey: 'k-1' },
    );
    const { headers } = sandbox.uploads.at(-1) ?? {};
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(bytes.length) });
    for (const name of ['authorization', 'idempotency-key', 'x-client', 'x-call'])
      expect(headers).not.toHaveProperty(name);
  });

  it('takes a stream of unknown size', async () => {
    const asset = await client.mediaAssets.upload({ socialSetId, file: streamOf(bytes) });
    expect(asset.sizeBytes).toBe(bytes.length);
    expect((await stored(asset)).hash).toBe(hash(bytes));
  });

  it('finishes a failed registration by registering alone', async () => {
    sandbox.inject({ method: 'POST', path: '/media-assets', fault: { type: 'status', status: 422 } });
    const error = await client.mediaAssets.upload({ socialSetId, file }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ stage: 'register', outcome: 'rejected' });
    const { uploaded, cause } = error as UploadError; // checked above
    expect(cause).toBeInstanceOf(APIError);
    const uploads = sandbox.uploads.length;
    if (!uploaded) throw new Error('nothing kept');
    const asset = await client.mediaAssets.register({ socialSetId, ...uploaded });
    expect((await stored(asset)).hash).toBe(hash(bytes));
    expect(sandbox.uploads).toHaveLength(uploads);
  });

  it('finishes a registration whose answer was lost under its own key, alt text and all', async () => {
    sandbox.inject({ method: 'POST', path: '/media-assets', fault: { type: 'drop-after-commit' } });
    const error = await client
      .withOptions({ maxRetries: 0 })
      .mediaAssets.upload({ socialSetId, file, altText: 'A cat' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ stage: 'register', outcome: 'unknown', uploaded: { altText: 'A cat' } });
    const { uploaded, idempotencyKey } = error as UploadError; // checked above
    if (!uploaded) throw new Error('nothing kept');
    const asset = await client.mediaAssets.register({ socialSetId, ...uploaded }, { idempotencyKey });
    expect(asset.altText).toBe('A cat');
  });

  it('survives lost answers of both calls without a second asset', async () => {
    const count = async () => (await client.mediaAssets.list().toArray({ max: 1000 })).length;
    const before = await count();
    for (const path of ['/media-assets/upload-url', '/media-assets']) {
      sandbox.inject({ method: 'POST', path, fault: { type: 'drop-after-commit' } });
    }
    await client.mediaAssets.upload({ socialSetId, file });
    expect(await count()).toBe(before + 1);
  });

  it('uploads again under the same key', async () => {
    const once = await client.mediaAssets.upload({ socialSetId, file }, { idempotencyKey: 'k-2' });
    const again = await client.mediaAssets.upload({ socialSetId, file }, { idempotencyKey: 'k-2' });
    // The used URL is refused, so the bytes lie elsewhere the second time.
    expect(again.objectPath).not.toBe(once.objectPath);
  });

  it('settles many', async () => {
    const results = await client.mediaAssets.uploadMany([
      { socialSetId, file },
      { socialSetId: 'nobody', file },
      { socialSetId, file: new Blob(['GIF89a and so on']) },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['uploaded', 'failed', 'uploaded']);
    expect(results[1]).toMatchObject({
      error: { name: 'UploadError', stage: 'upload-url', outcome: 'rejected' },
    });
    expect(results[2]).toMatchObject({ asset: { mediaType: 'gif', mimeType: 'image/gif' } });
  });
});
