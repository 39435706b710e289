import type {
  CreateUploadUrlParams,
  MediaAsset,
  RegisterMediaAssetParams,
  UploadUrl,
} from '../types/media.ts';
import type { Fetch, RequestOptions } from '../types/options.ts';

/** What an upload needs of the client. */
export interface UploadApi {
  createUploadUrl(params: CreateUploadUrlParams, options: RequestOptions): Promise<UploadUrl>;
  register(params: RegisterMediaAssetParams, options: RequestOptions): Promise<MediaAsset>;
  /** The client's own `fetch`, if it was given one: the PUT goes through it too. */
  readonly fetch: Fetch | undefined;
  /** The client's settings, for what a call leaves open. `Infinity` for no limit. */
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
  readonly maxPacingWait: number;
}
