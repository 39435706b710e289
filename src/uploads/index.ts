export type { UploadApi } from './api.ts';
export type {
  UploadManyOptions,
  UploadManyProgress,
  UploadParams,
  UploadProgress,
  UploadResult,
  UploadSource,
} from './types.ts';
export { upload } from './upload.ts';
export { uploadMany } from './upload-many.ts';
