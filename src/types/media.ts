import type { Open } from './common.ts';

/** The kinds of media that can be registered. */
export type MediaType = 'image' | 'gif';

/** An uploaded and registered file. */
export interface MediaAsset {
  /** The asset's identifier: an item of `mediaAssetIds`. */
  id: string;
  /** The workspace it belongs to. */
  workspaceId: string;
  /** The Social Set it belongs to. */
  socialSetId: string;
  /** The storage bucket. */
  bucketId: string;
  /** The object's path in its bucket. */
  objectPath: string;
  /** What kind of media it is. */
  mediaType: Open<MediaType>;
  /** For example `image/png`. */
  mimeType?: string | null;
  /** The file's size in bytes. */
  sizeBytes?: number | null;
  /** Alternative text. */
  altText?: string | null;
  /** ISO 8601 UTC. */
  createdAt: string;
  /** ISO 8601 UTC. */
  updatedAt: string;
}

/** Where to send a file's bytes. */
export interface UploadUrl {
  /** A single-use, short-lived signed URL. Whoever holds it can upload: keep it out of logs. */
  uploadUrl: string;
  /** The storage bucket, for `mediaAssets.register()`. */
  bucketId: string;
  /** The object's path, for `mediaAssets.register()`. */
  objectPath: string;
  /** The signed upload token. */
  token: string;
}

/** What `mediaAssets.createUploadUrl()` takes. */
export interface CreateUploadUrlParams {
  /** The Social Set that will own the asset. */
  socialSetId: string;
  /** The file's name. */
  fileName: string;
  /** The file's MIME type, for example `image/png`. */
  mimeType: string;
}

/** What `mediaAssets.register()` takes. */
export interface RegisterMediaAssetParams {
  /** The Social Set that owns the asset. */
  socialSetId: string;
  /** From the upload URL. */
  bucketId: string;
  /** From the upload URL. */
  objectPath: string;
  /** `gif` for `image/gif`, `image` for other images. */
  mediaType: MediaType;
  /** Alternative text: at most 1000 characters. */
  altText?: string | undefined;
  /** The file's MIME type. */
  mimeType?: string | undefined;
  /** The file's size in bytes. */
  sizeBytes?: number | undefined;
}
