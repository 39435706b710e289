import type { CreateUploadUrlParams, MediaAsset, RegisterMediaAssetParams } from '../../src/types/index.ts';
import type { Fetch, RequestOptions } from '../../src/types/options.ts';
import type { UploadApi } from '../../src/uploads/index.ts';

/** A PUT as a fetch of the client's gets it. */
export interface RecordedPut {
  readonly url: string;
  readonly method: string;
  readonly redirect: string;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export interface RecordingApi extends UploadApi {
  readonly fetch: Fetch;
  /** In order. */
  readonly calls: readonly string[];
  readonly signed: readonly CreateUploadUrlParams[];
  readonly registered: readonly RegisterMediaAssetParams[];
  readonly puts: readonly RecordedPut[];
  /** Of both API calls. */
  readonly options: readonly RequestOptions[];
}

/** The service and the storage in memory: says yes to everything, remembers what it was told. */
export function recordingApi(settings: Partial<UploadApi> = {}): RecordingApi {
  const calls: string[] = [];
  const signed: CreateUploadUrlParams[] = [];
  const registered: RegisterMediaAssetParams[] = [];
  const puts: RecordedPut[] = [];
  const options: RequestOptions[] = [];
  return {
    calls,
    signed,
    registered,
    puts,
    options,
    async createUploadUrl(params: CreateUploadUrlParams, given: RequestOptions) {
      calls.push('upload-url');
      signed.push(params);
      options.push(given);
      const objectPath = `object-${signed.length}`;
      const token = `token-${signed.length}`;
      return {
        uploadUrl: `https://storage.test/${objectPath}?token=${token}`,
        bucketId: 'b',
        objectPath,
        token,
      };
    },
    async register(params: RegisterMediaAssetParams, given: RequestOptions): Promise<MediaAsset> {
      calls.push('register');
      registered.push(params);
      options.push(given);
      const { altText = null, mimeType = '', sizeBytes = 0, ...rest } = params;
      return {
        id: 'asset',
        workspaceId: 'w',
        createdAt: '',
        updatedAt: '',
        ...rest,
        altText,
        mimeType,
        sizeBytes,
      };
    },
    async fetch(request: Request): Promise<Response> {
      calls.push('put');
      const { url, method, redirect } = request;
      const headers = Object.fromEntries(request.headers);
      const bytes = new Uint8Array(await request.arrayBuffer());
      puts.push({ url, method, redirect, headers, contentType: request.headers.get('content-type'), bytes });
      return new Response(null, { status: 200 });
    },
    timeout: 30_000,
    totalTimeout: Number.POSITIVE_INFINITY,
    maxRetries: 3,
    maxPacingWait: 120_000,
    ...(settings as Partial<RecordingApi>), // a test that takes the fetch away does not call it
  };
}
