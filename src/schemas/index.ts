/**
 * The service as data: the schemas of its records and params as Standard Schema, the table of its endpoints,
 * and an OpenAPI document made of both.
 */
import { folders } from '../operations/folders.ts';
import { ideas } from '../operations/ideas.ts';
import { operations as rows } from '../operations/index.ts';
import { mediaAssets } from '../operations/media-assets.ts';
import type { Method, Operation, Scope, SuccessKind } from '../operations/operation.ts';
import { posts } from '../operations/posts.ts';
import type { LimitName } from '../pacing/limits.ts';
import type { Account, Me, PlatformRecord, SocialSet, Usage, Workspace } from '../types/accounts.ts';
import type { Deleted, ListParams } from '../types/common.ts';
import type { DeleteFolderParams, Folder } from '../types/folders.ts';
import type { ConvertIdeaParams, Idea } from '../types/ideas.ts';
import type { MediaAsset, UploadUrl } from '../types/media.ts';
import type { CreatePostParams, ListPostsParams, Post, UpdatePostParams } from '../types/posts.ts';
import * as accountRecords from './accounts.ts';
import * as envelope from './envelope.ts';
import * as folderRecords from './folders.ts';
import * as ideaRecords from './ideas.ts';
import * as mediaRecords from './media.ts';
import * as postRecords from './posts.ts';
import { paramsSchema, recordSchema, type Sent, type StandardSchemaV1 } from './standard.ts';

export { type OpenAPIDocument, toOpenAPI } from './openapi.ts';
export type { Sent, StandardIssue, StandardResult, StandardSchemaV1 } from './standard.ts';
export type { LimitName, Method, Scope, SuccessKind };

// Records.
export const postSchema = recordSchema<Post>(postRecords.postSchema);
export const ideaSchema = recordSchema<Idea>(ideaRecords.ideaSchema);
export const folderSchema = recordSchema<Folder>(folderRecords.folderSchema);
export const mediaAssetSchema = recordSchema<MediaAsset>(mediaRecords.mediaAssetSchema);
export const uploadUrlSchema = recordSchema<UploadUrl>(mediaRecords.uploadUrlSchema);
export const accountSchema = recordSchema<Account>(accountRecords.openRecordSchema);
export const platformSchema = recordSchema<PlatformRecord>(accountRecords.openRecordSchema);
export const socialSetSchema = recordSchema<SocialSet>(accountRecords.openRecordSchema);
export const workspaceSchema = recordSchema<Workspace>(accountRecords.openRecordSchema);
export const meSchema = recordSchema<Me>(accountRecords.meSchema);
export const usageSchema = recordSchema<Usage>(accountRecords.usageSchema);
export const deletedSchema = recordSchema<Deleted>(envelope.deletedSchema);

// Params. Times may be anything that the client takes; the value holds them as they are sent.
export const createPostParamsSchema: StandardSchemaV1<unknown, Sent<CreatePostParams>> = paramsSchema(
  posts.create,
);
export const updatePostParamsSchema: StandardSchemaV1<unknown, Sent<UpdatePostParams>> = paramsSchema(
  posts.update,
);
export const listPostsParamsSchema = paramsSchema<ListPostsParams | undefined>(posts.list);
export const createIdeaParamsSchema = paramsSchema(ideas.create);
export const updateIdeaParamsSchema = paramsSchema(ideas.update);
export const convertIdeaParamsSchema = paramsSchema<ConvertIdeaParams | undefined>(ideas.convertToPost);
export const createFolderParamsSchema = paramsSchema(folders.create);
export const updateFolderParamsSchema = paramsSchema(folders.update);
export const deleteFolderParamsSchema = paramsSchema<DeleteFolderParams | undefined>(folders.delete);
export const createUploadUrlParamsSchema = paramsSchema(mediaAssets.createUploadUrl);
export const registerMediaAssetParamsSchema = paramsSchema(mediaAssets.register);
export const listParamsSchema = paramsSchema<ListParams | undefined>(ideas.list);

// Not picked from `Operation`: that would bring Zod into the declarations.
/** One endpoint of the service. */
export interface OperationRow {
  /** The client's method, for example `posts.create`. */
  readonly id: string;
  readonly method: Method;
  /** Below the base URL; `{id}` stands for the record's id. */
  readonly path: string;
  readonly summary: string;
  /** The scopes that the document names. Where it is silent this is empty. */
  readonly scopes: readonly Scope[];
  /** Its own rate limits, on top of the general one for its method. */
  readonly limits: readonly LimitName[];
  /** What one value of a field of the params needs and counts in addition. */
  readonly when?: {
    readonly field: string;
    readonly is: string;
    readonly scopes: readonly Scope[];
    readonly limits: readonly LimitName[];
  };
  /** The query of a GET, the body of anything else. */
  readonly params?: StandardSchemaV1;
  /** Whether the params may be left out altogether. */
  readonly optionalParams: boolean;
  /** One record of the answer. */
  readonly response: StandardSchemaV1;
  readonly success: SuccessKind;
  /** The status codes of a success; the usual one where the document shows none. */
  readonly status: readonly number[];
}

function publicRow(row: Operation): OperationRow {
  const { id, method, path, summary, scopes, limits, when, success, status } = row;
  return {
    ...{ id, method, path, summary, scopes, limits, success, status },
    ...(when ? { when } : {}),
    ...(row.params ? { params: paramsSchema(row) } : {}),
    optionalParams: !row.params || method === 'GET' || row.optionalBody === true,
    response: recordSchema(row.response),
  };
}

/** Every endpoint of the service, one row each. */
export const operations: readonly OperationRow[] = rows.map(publicRow);
