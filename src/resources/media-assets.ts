import { mediaAssets } from '../operations/media-assets.ts';
import type { PagePromise } from '../pagination/page-promise.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { Transport } from '../transport/transport.ts';
import type { Deleted, ListParams } from '../types/common.ts';
import type {
  CreateUploadUrlParams,
  MediaAsset,
  RegisterMediaAssetParams,
  UploadUrl,
} from '../types/media.ts';
import type { RequestOptions } from '../types/options.ts';

/** Uploaded and registered files. */
export class MediaAssets {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Gets a single-use, short-lived URL to upload a file to: step one of three that `upload()` takes for you.
   * `POST /media-assets/upload-url`, scope `media:write`.
   */
  createUploadUrl(params: CreateUploadUrlParams, options?: RequestOptions): ApiPromise<UploadUrl> {
    return this.#transport.call(mediaAssets.createUploadUrl, { params }, options);
  }

  /** Registers an uploaded file. `POST /media-assets`, scope `media:write`. */
  register(params: RegisterMediaAssetParams, options?: RequestOptions): ApiPromise<MediaAsset> {
    return this.#transport.call(mediaAssets.register, { params }, options);
  }

  /** Lists media assets. `GET /media-assets`. Parameters that the document does not show go into `options.query`. */
  list(query?: ListParams, options?: RequestOptions): PagePromise<MediaAsset> {
    return this.#transport.list(mediaAssets.list, { params: query }, options);
  }

  /** Deletes a media asset. `DELETE /media-assets/{id}`, only with the explicit scope `media:delete`. */
  delete(id: string, options?: RequestOptions): ApiPromise<Deleted> {
    return this.#transport.call(mediaAssets.delete, { id }, options);
  }
}
