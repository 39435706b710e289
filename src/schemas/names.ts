import { meSchema, openRecordSchema, usageSchema } from './accounts.ts';
import { deletedSchema } from './envelope.ts';
import { createFolderParamsSchema, folderSchema, updateFolderParamsSchema } from './folders.ts';
import { createIdeaParamsSchema, ideaSchema, updateIdeaParamsSchema } from './ideas.ts';
import type { LazySchema } from './lazy.ts';
import {
  createUploadUrlParamsSchema,
  mediaAssetSchema,
  registerMediaAssetParamsSchema,
  uploadUrlSchema,
} from './media.ts';
import { createPostParamsSchema, postSchema, updatePostParamsSchema } from './posts.ts';

/** The schemas that have a name of their own in documents. */
export const schemaNames: ReadonlyMap<LazySchema, string> = new Map<LazySchema, string>([
  [postSchema, 'Post'],
  [ideaSchema, 'Idea'],
  [folderSchema, 'Folder'],
  [mediaAssetSchema, 'MediaAsset'],
  [uploadUrlSchema, 'UploadUrl'],
  [openRecordSchema, 'OpenRecord'],
  [meSchema, 'Me'],
  [usageSchema, 'Usage'],
  [deletedSchema, 'Deleted'],
  [createPostParamsSchema, 'CreatePostParams'],
  [updatePostParamsSchema, 'UpdatePostParams'],
  [createIdeaParamsSchema, 'CreateIdeaParams'],
  [updateIdeaParamsSchema, 'UpdateIdeaParams'],
  [createFolderParamsSchema, 'CreateFolderParams'],
  [updateFolderParamsSchema, 'UpdateFolderParams'],
  [createUploadUrlParamsSchema, 'CreateUploadUrlParams'],
  [registerMediaAssetParamsSchema, 'RegisterMediaAssetParams'],
]);
