import type { UploadStage } from '../errors/upload.ts';
import type { MediaAsset } from '../types/media.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Where a file's bytes come from.
 *
 * A `Blob`, a `File` and bytes can be read again, so a failed upload is repeated. A stream, an async iterable
 * and a `Response` can be read once. A path goes through `fileFromPath()` of `social-publishing/node`.
 */
export type UploadSource =
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Response;

/** How an upload stands. No number ever goes back, not even when the bytes are sent a second time. */
export interface UploadProgress {
  /** The step that is under way. */
  readonly stage: UploadStage;
  readonly sentBytes: number;
  /** Not known for a stream without `sizeBytes`, until it has ended. */
  readonly totalBytes: number | undefined;
  /** From 0 to 1: `sentBytes` of `totalBytes`, and 0 while that is not known. 1 at the end. */
  readonly fraction: number;
}

/** What `mediaAssets.upload()` takes. */
export interface UploadParams {
  /** The Social Set that will own the asset. */
  socialSetId: string;
  /** The file. */
  file: UploadSource;
  /** Default: the file's own name, else one made of its type, such as `upload.png`. */
  fileName?: string | undefined;
  /** An image type. Default: what the file says, else its first bytes, else its name. */
  mimeType?: string | undefined;
  /** Alternative text: at most 1000 characters. */
  altText?: string | undefined;
  /** The size of a stream, where you know it: storage providers tend to refuse uploads of unknown length. */
  sizeBytes?: number | undefined;
  /** Called as the upload goes on. What it throws is ignored. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** How all uploads of an `uploadMany()` stand together. No number ever goes back. */
export interface UploadManyProgress {
  /** Files that have settled, however they did. */
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly sentBytes: number;
  /** Not known while there is a stream without `sizeBytes` among the files. */
  readonly totalBytes: number | undefined;
  /** From 0 to 1, the share of the work that has settled: 1 once every file has, however it did. */
  readonly fraction: number;
}

/** How `mediaAssets.uploadMany()` is run. The request options hold for each upload. */
export interface UploadManyOptions extends RequestOptions {
  /** How many uploads may be under way at once: an integer from 1. Default 4. */
  concurrency?: number | undefined;
  /** Called as the uploads go on. What it throws is ignored. */
  onProgress?: ((progress: UploadManyProgress) => void) | undefined;
}

/** What became of one file. */
export type UploadResult =
  | {
      readonly status: 'uploaded';
      /** Its position in the items. */
      readonly index: number;
      readonly asset: MediaAsset;
    }
  | { readonly status: 'failed'; readonly index: number; readonly error: Error };
