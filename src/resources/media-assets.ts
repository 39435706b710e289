import { mediaAssets } from '../operations/calls.generated.ts';
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
import type { UploadApi } from '../uploads/api.ts';
import type { UploadManyOptions, UploadParams, UploadResult } from '../uploads/index.ts';

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
   *
   * @throws {PermissionDeniedError} when the key lacks the scope.
   * @example
   * const { uploadUrl, bucketId, objectPath } = await client.mediaAssets.createUploadUrl({
   *   socialSetId,
   *   fileName: 'cat.png',
   *   mimeType: 'image/png',
   * });
   */
  createUploadUrl(params: CreateUploadUrlParams, options?: RequestOptions): ApiPromise<UploadUrl> {
    return this.#transport.call(mediaAssets.createUploadUrl, { params }, options);
  }

  /**
   * Registers an uploaded file. `POST /media-assets`, scope `media:write`.
   *
   * @throws {InvalidRequestError} before anything is sent, when the alternative text is longer than 1000 characters.
   * @example
   * const asset = await client.mediaAssets.register({ socialSetId, bucketId, objectPath, mediaType: 'image' });
   */
  register(params: RegisterMediaAssetParams, options?: RequestOptions): ApiPromise<MediaAsset> {
    return this.#transport.call(mediaAssets.register, { params }, options);
  }

  /**
   * Lists media assets. `GET /media-assets`. Parameters that the document does not show go into
   * `options.query`.
   *
   * @example
   * const assets = await client.mediaAssets.list().toArray({ max: 100 });
   */
  list(query?: ListParams, options?: RequestOptions): PagePromise<MediaAsset> {
    return this.#transport.list(mediaAssets.list, { params: query }, options);
  }

  /**
   * Deletes a media asset. `DELETE /media-assets/{id}`, only with the explicit scope `media:delete`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @throws {PermissionDeniedError} when the key lacks the scope.
   * @example
   * await client.mediaAssets.delete(id);
   */
  delete(id: string, options?: RequestOptions): ApiPromise<Deleted> {
    return this.#transport.call(mediaAssets.delete, { id }, options);
  }

  /**
   * Uploads a file in one call: asks for a signed URL, sends the bytes to the storage, registers the object.
   * `POST /media-assets/upload-url`, a `PUT` to the storage, `POST /media-assets`; scope `media:write`.
   *
   * The API key goes to the service alone, never to the storage. A failed or doubtful `PUT` is sent again to a
   * fresh URL when the file can be read again. `timeout` bounds the silence of the `PUT`, not its length;
   * `totalTimeout` bounds the whole.
   *
   * @throws {InvalidRequestError} before anything is sent, when the file is no image or contradicts its type.
   * @throws {UploadError} with the `stage` that failed, and `uploaded` once the bytes are stored: pass
   * `{ socialSetId, ...error.uploaded }` to `register()` to finish.
   * @throws {APIUserAbortError} when the signal is aborted.
   * @example
   * const asset = await client.mediaAssets.upload({ socialSetId, file: image, altText: 'A cat on a roof' });
   */
  async upload(params: UploadParams, options?: RequestOptions): Promise<MediaAsset> {
    const { upload } = await import('../uploads/index.ts');
    return upload(this.#uploadApi(), params, options);
  }

  /**
   * Uploads many files, a few at a time, and gives one settled result for each, in order.
   *
   * @throws {InvalidRequestError} when `concurrency` is wrong. A file that cannot be sent settles as `failed`.
   * @example
   * const results = await client.mediaAssets.uploadMany(
   *   images.map((file) => ({ socialSetId, file })),
   *   { onProgress: ({ fraction }) => console.log(fraction) },
   * );
   */
  async uploadMany(items: Iterable<UploadParams>, options?: UploadManyOptions): Promise<UploadResult[]> {
    const { uploadMany } = await import('../uploads/index.ts');
    return uploadMany(this.#uploadApi(), items, options);
  }

  #uploadApi(): UploadApi {
    return {
      ...this.#transport.defaults,
      createUploadUrl: (...call) => this.createUploadUrl(...call),
      register: (...call) => this.register(...call),
    };
  }
}
