/** The public interfaces are what the schemas describe, field by field, each way. Compiled, never run. */
import type {
  Account,
  ConvertIdeaParams,
  CreateFolderParams,
  CreateIdeaParams,
  CreateUploadUrlParams,
  Deleted,
  DeleteFolderParams,
  Folder,
  Idea,
  ListParams,
  ListPostsParams,
  Me,
  MediaAsset,
  PlatformRecord,
  Post,
  RegisterMediaAssetParams,
  SocialSet,
  UpdateFolderParams,
  UpdateIdeaParams,
  UpdatePostParams,
  UploadUrl,
  Usage,
  Workspace,
} from '../../src/index.ts';
import type { meSchema, openRecordSchema, usageSchema } from '../../src/schemas/accounts.ts';
import type { deletedSchema } from '../../src/schemas/envelope.ts';
import type * as folders from '../../src/schemas/folders.ts';
import type * as ideas from '../../src/schemas/ideas.ts';
import type { listParamsSchema } from '../../src/schemas/lists.ts';
import type * as media from '../../src/schemas/media.ts';
import type * as posts from '../../src/schemas/posts.ts';
import type {
  CreateDraftPostParams,
  CreatePostParams,
  CreatePublishNowPostParams,
  CreateScheduledPostParams,
} from '../../src/types/posts.ts';
import type { Fits, Plain } from './fits.ts';
import { holds, type Same } from './holds.ts';

// Records.
holds<Fits<Post, typeof posts.postSchema>>();
holds<Fits<Idea, typeof ideas.ideaSchema>>();
holds<Fits<Folder, typeof folders.folderSchema>>();
holds<Fits<MediaAsset, typeof media.mediaAssetSchema>>();
holds<Fits<UploadUrl, typeof media.uploadUrlSchema>>();
holds<Fits<Me, typeof meSchema>>();
holds<Fits<Usage, typeof usageSchema>>();
holds<Fits<Deleted, typeof deletedSchema>>();
holds<Fits<Account, typeof openRecordSchema>>();
holds<Fits<PlatformRecord, typeof openRecordSchema>>();
holds<Fits<SocialSet, typeof openRecordSchema>>();
holds<Fits<Workspace, typeof openRecordSchema>>();

// Params.
holds<Fits<UpdatePostParams, typeof posts.updatePostParamsSchema>>();
holds<Fits<ListPostsParams, typeof posts.listPostsParamsSchema>>();
holds<Fits<CreateIdeaParams, typeof ideas.createIdeaParamsSchema>>();
holds<Fits<UpdateIdeaParams, typeof ideas.updateIdeaParamsSchema>>();
holds<Fits<ConvertIdeaParams, typeof ideas.convertIdeaParamsSchema>>();
holds<Fits<CreateFolderParams, typeof folders.createFolderParamsSchema>>();
holds<Fits<UpdateFolderParams, typeof folders.updateFolderParamsSchema>>();
holds<Fits<DeleteFolderParams, typeof folders.deleteFolderParamsSchema>>();
holds<Fits<CreateUploadUrlParams, typeof media.createUploadUrlParamsSchema>>();
holds<Fits<RegisterMediaAssetParams, typeof media.registerMediaAssetParamsSchema>>();
holds<Fits<ListParams, typeof listParamsSchema>>();

// The union on `mode`: the schema has its loosest member, with every mode; the rule on `scheduledAt` does the rest.
type Loosest = Omit<CreateDraftPostParams, 'mode'> & Pick<CreatePostParams, 'mode'>;
holds<Fits<Loosest, typeof posts.createPostParamsSchema>>();
holds<
  Same<CreatePostParams, CreateDraftPostParams | CreateScheduledPostParams | CreatePublishNowPostParams>
>();
holds<Same<keyof CreateDraftPostParams, keyof CreateScheduledPostParams>>();
holds<Same<keyof CreateDraftPostParams, keyof CreatePublishNowPostParams>>();

// The comparison sees what it is for: a missing field, an optional one, another type, a closed enumeration.
holds<Same<Same<Plain<Post>, Plain<Omit<Post, 'title'>>>, false>>();
holds<Same<Same<Plain<Post>, Plain<Post & { more?: string }>>, false>>();
holds<Same<Same<Plain<Post>, Plain<Omit<Post, 'title'> & { title?: string }>>, false>>();
holds<Same<Same<Plain<Post>, Plain<Omit<Post, 'text'> & { text: string | null }>>, false>>();
holds<Same<Same<Plain<Post>, Plain<Omit<Post, 'status'> & { status: 'failed' }>>, false>>();
