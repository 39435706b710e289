// Made by `npm run generate` from the operations table and its schemas: change those.
import {
  array,
  boolean,
  integer,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  string,
  textUpTo,
  timestamp,
  unknown,
} from '../schemas/checks.ts';
import {
  atLeastOneField,
  metadataFitsMedia,
  notInThePast,
  platformMedia,
  scheduleFitsMode,
  targetMediaIsShared,
  withoutUrls,
} from '../schemas/rules.ts';
import type { Calls } from './call.ts';

const createPostParamsCheck = object({
  socialSetId: string,
  workspaceId: optional(string),
  publishTargets: array(
    object({
      socialAccountId: string,
      platform: oneOf('x', 'linkedin', 'threads'),
      textOverride: optional(string),
      mediaRefs: optional(array(string)),
      mediaMetadata: optional(array(object({ altText: optional(textUpTo(1000)) }))),
    }),
    1,
  ),
  text: string,
  mode: oneOf('draft', 'scheduled', 'publish_now'),
  scheduledAt: optional(timestamp),
  title: optional(string),
  mediaRefs: optional(array(string)),
  mediaMetadata: optional(array(object({ altText: optional(textUpTo(1000)) }))),
});

const postCheck = object({
  id: string,
  workspaceId: string,
  socialSetId: string,
  status: string,
  title: string,
  text: string,
  scheduledAt: nullable(string),
  media: optional(array(unknown)),
  mediaRefs: array(string),
  mediaMetadata: array(object({ altText: optional(string) })),
  xPostId: optional(nullable(string)),
  sourceIdeaId: optional(nullable(string)),
  publishTargets: array(object({ socialAccountId: string, platform: string, status: optional(string) })),
  createdAt: string,
  updatedAt: string,
});

const listPostsParamsCheck = object({
  limit: optional(integer(1, 100)),
  cursor: optional(string),
  status: optional(
    oneOf('draft_unscheduled', 'draft_scheduled', 'scheduled', 'processing', 'pushed', 'failed', 'canceled'),
  ),
  workspaceId: optional(string),
  socialSetId: optional(string),
  sourceIdeaId: optional(string),
});

const updatePostParamsCheck = object({
  text: optional(string),
  title: optional(string),
  scheduledAt: optional(nullable(timestamp)),
  status: optional(oneOf('draft_unscheduled', 'draft_scheduled', 'scheduled')),
  mediaRefs: optional(array(string)),
  mediaMetadata: optional(array(object({ altText: optional(textUpTo(1000)) }))),
  publishTargets: optional(
    array(
      object({
        socialAccountId: string,
        platform: oneOf('x', 'linkedin', 'threads'),
        textOverride: optional(string),
        mediaRefs: optional(array(string)),
        mediaMetadata: optional(array(object({ altText: optional(textUpTo(1000)) }))),
      }),
      1,
    ),
  ),
});

const deletedCheck = object({ deleted: oneOf(true) });

const createIdeaParamsCheck = object({
  socialSetId: string,
  content: textUpTo(5000),
  title: optional(textUpTo(160)),
  folderId: optional(string),
  isPinned: optional(boolean),
  mediaAssetIds: optional(array(string, 0, 14)),
});

const ideaCheck = object({
  id: string,
  workspaceId: string,
  socialSetId: string,
  folderId: nullable(string),
  title: nullable(string),
  content: string,
  isPinned: boolean,
  themeColor: nullable(string),
  archivedAt: nullable(string),
  createdAt: string,
  updatedAt: string,
});

const listParamsCheck = object({ limit: optional(integer(1, 100)), cursor: optional(string) });

const updateIdeaParamsCheck = object({
  title: optional(nullable(textUpTo(160))),
  content: optional(textUpTo(5000)),
  folderId: optional(nullable(string)),
  isPinned: optional(boolean),
  themeColor: optional(nullable(oneOf('blue', 'green', 'amber', 'orange', 'red', 'purple'))),
  mediaAssetIds: optional(array(string, 0, 14)),
});

const convertIdeaParamsCheck = object({ mediaAssetIds: optional(array(string)) });

const createFolderParamsCheck = object({
  socialSetId: string,
  name: textUpTo(120),
  color: optional(oneOf('blue', 'green', 'lime', 'yellow', 'orange', 'red', 'purple', 'black', 'gray')),
  order: optional(integer(0)),
  isPinned: optional(boolean),
});

const folderCheck = object({
  id: string,
  workspaceId: string,
  socialSetId: string,
  name: string,
  color: string,
  isPinned: boolean,
  order: number,
  createdAt: string,
  updatedAt: string,
});

const updateFolderParamsCheck = object({
  name: optional(textUpTo(120)),
  color: optional(oneOf('blue', 'green', 'lime', 'yellow', 'orange', 'red', 'purple', 'black', 'gray')),
  order: optional(integer(0)),
  isPinned: optional(boolean),
});

const deleteFolderParamsCheck = object({ mode: optional(oneOf('folder-only', 'with-ideas')) });

const createUploadUrlParamsCheck = object({ socialSetId: string, fileName: string, mimeType: string });

const uploadUrlCheck = object({ uploadUrl: string, bucketId: string, objectPath: string, token: string });

const registerMediaAssetParamsCheck = object({
  socialSetId: string,
  bucketId: string,
  objectPath: string,
  mediaType: oneOf('image', 'gif'),
  altText: optional(textUpTo(1000)),
  mimeType: optional(string),
  sizeBytes: optional(integer(0)),
});

const mediaAssetCheck = object({
  id: string,
  workspaceId: string,
  socialSetId: string,
  bucketId: string,
  objectPath: string,
  mediaType: string,
  mimeType: optional(nullable(string)),
  sizeBytes: optional(nullable(number)),
  altText: optional(nullable(string)),
  createdAt: string,
  updatedAt: string,
});

const openRecordCheck = object({ id: string });

const meCheck = object({
  apiKey: object({
    id: string,
    name: string,
    publicId: string,
    lastFour: string,
    scopes: array(string),
    workspaceAccess: string,
    socialSetAccess: string,
    workspaceId: string,
    workspaceIds: array(string),
    socialSetIds: array(string),
    allowedIps: array(string),
    createdAt: string,
    updatedAt: string,
    lastUsedAt: string,
    expiresAt: nullable(string),
    revokedAt: nullable(string),
    rotatedAt: nullable(string),
  }),
  workspaceAccess: string,
  workspaceId: string,
  workspaceIds: array(string),
  rateLimit: object({ limit: number, remaining: number, reset: number }),
});

const usageCheck = object({
  billing: object({
    accessStatus: string,
    currentPeriodStart: string,
    currentPeriodEnd: string,
    plan: object({ id: string, key: string, displayName: string }),
  }),
  usage: object({
    accounts: object({ used: number, limit: nullable(number), remaining: nullable(number) }),
    folders: object({ used: number, limit: nullable(number), remaining: nullable(number) }),
    ideas: object({ used: number, limit: nullable(number), remaining: nullable(number) }),
    monthlyPosts: object({ used: number, limit: nullable(number), remaining: nullable(number) }),
    scheduledPosts: object({ used: number, limit: nullable(number), remaining: nullable(number) }),
    workspaces: object({ used: number, limit: nullable(number), remaining: nullable(number) }),
  }),
  rateLimit: object({
    defaultPerMinute: optional(unknown),
    mutatingPerMinute: optional(unknown),
    endpointLimits: optional(record),
  }),
  workspaceAccess: string,
  workspaceId: string,
  workspaceIds: array(string),
});

export const posts: Calls<typeof import('./posts.ts').posts> = {
  create: {
    id: 'posts.create',
    method: 'POST',
    path: '/posts',
    scopes: ['posts:create'],
    limits: ['postsWritePerMinute', 'postsWritePerHour'],
    when: {
      field: 'mode',
      is: 'publish_now',
      scopes: ['posts:publish'],
      limits: ['postsPublishPerMinute', 'postsPublishPerHour', 'postsPublishPerSocialSet'],
    },
    timestamps: ['scheduledAt'],
    success: 'record',
    rules: [
      scheduleFitsMode,
      withoutUrls,
      notInThePast,
      targetMediaIsShared,
      metadataFitsMedia,
      platformMedia,
    ],
    params: createPostParamsCheck,
    response: postCheck,
  },
  list: {
    id: 'posts.list',
    method: 'GET',
    path: '/posts',
    scopes: ['posts:read'],
    limits: ['postsReadPerMinute'],
    success: 'list',
    params: listPostsParamsCheck,
    response: postCheck,
  },
  get: {
    id: 'posts.get',
    method: 'GET',
    path: '/posts/{id}',
    scopes: ['posts:read'],
    limits: ['postsReadPerMinute'],
    success: 'record',
    response: postCheck,
  },
  update: {
    id: 'posts.update',
    method: 'PATCH',
    path: '/posts/{id}',
    scopes: ['posts:update'],
    limits: [],
    timestamps: ['scheduledAt'],
    success: 'record',
    rules: [
      atLeastOneField,
      withoutUrls,
      notInThePast,
      targetMediaIsShared,
      metadataFitsMedia,
      platformMedia,
    ],
    params: updatePostParamsCheck,
    response: postCheck,
  },
  cancel: {
    id: 'posts.cancel',
    method: 'POST',
    path: '/posts/{id}/cancel',
    scopes: ['posts:schedule'],
    limits: [],
    success: 'record',
    response: postCheck,
  },
  publish: {
    id: 'posts.publish',
    method: 'POST',
    path: '/posts/{id}/publish',
    scopes: ['posts:publish'],
    limits: ['postsPublishPerMinute', 'postsPublishPerHour'],
    success: 'record',
    response: postCheck,
  },
  delete: {
    id: 'posts.delete',
    method: 'DELETE',
    path: '/posts/{id}',
    scopes: ['posts:delete'],
    limits: [],
    success: 'deleted',
    response: deletedCheck,
  },
};

export const ideas: Calls<typeof import('./ideas.ts').ideas> = {
  create: {
    id: 'ideas.create',
    method: 'POST',
    path: '/ideas',
    scopes: ['ideas:create'],
    limits: ['ideasWritePerMinute'],
    success: 'record',
    params: createIdeaParamsCheck,
    response: ideaCheck,
  },
  list: {
    id: 'ideas.list',
    method: 'GET',
    path: '/ideas',
    scopes: [],
    limits: ['ideasReadPerMinute'],
    success: 'list',
    params: listParamsCheck,
    response: ideaCheck,
  },
  get: {
    id: 'ideas.get',
    method: 'GET',
    path: '/ideas/{id}',
    scopes: [],
    limits: ['ideasReadPerMinute'],
    success: 'record',
    response: ideaCheck,
  },
  update: {
    id: 'ideas.update',
    method: 'PATCH',
    path: '/ideas/{id}',
    scopes: ['ideas:update'],
    limits: ['ideasWritePerMinute'],
    success: 'record',
    rules: [atLeastOneField],
    params: updateIdeaParamsCheck,
    response: ideaCheck,
  },
  delete: {
    id: 'ideas.delete',
    method: 'DELETE',
    path: '/ideas/{id}',
    scopes: [],
    limits: ['ideasWritePerMinute'],
    success: 'deleted',
    response: deletedCheck,
  },
  convertToPost: {
    id: 'ideas.convertToPost',
    method: 'POST',
    path: '/ideas/{id}/convert-to-post',
    scopes: ['ideas:convert', 'posts:create'],
    limits: ['ideasWritePerMinute'],
    optionalBody: true,
    success: 'record',
    params: convertIdeaParamsCheck,
    response: postCheck,
  },
};

export const folders: Calls<typeof import('./folders.ts').folders> = {
  create: {
    id: 'folders.create',
    method: 'POST',
    path: '/folders',
    scopes: ['folders:create'],
    limits: ['foldersWritePerMinute'],
    success: 'record',
    params: createFolderParamsCheck,
    response: folderCheck,
  },
  list: {
    id: 'folders.list',
    method: 'GET',
    path: '/folders',
    scopes: [],
    limits: ['foldersReadPerMinute'],
    success: 'list',
    params: listParamsCheck,
    response: folderCheck,
  },
  get: {
    id: 'folders.get',
    method: 'GET',
    path: '/folders/{id}',
    scopes: [],
    limits: ['foldersReadPerMinute'],
    success: 'record',
    response: folderCheck,
  },
  update: {
    id: 'folders.update',
    method: 'PATCH',
    path: '/folders/{id}',
    scopes: ['folders:update'],
    limits: ['foldersWritePerMinute'],
    success: 'record',
    rules: [atLeastOneField],
    params: updateFolderParamsCheck,
    response: folderCheck,
  },
  delete: {
    id: 'folders.delete',
    method: 'DELETE',
    path: '/folders/{id}',
    scopes: ['folders:delete'],
    limits: ['foldersWritePerMinute'],
    optionalBody: true,
    success: 'deleted',
    params: deleteFolderParamsCheck,
    response: deletedCheck,
  },
};

export const mediaAssets: Calls<typeof import('./media-assets.ts').mediaAssets> = {
  createUploadUrl: {
    id: 'mediaAssets.createUploadUrl',
    method: 'POST',
    path: '/media-assets/upload-url',
    scopes: ['media:write'],
    limits: [],
    success: 'record',
    params: createUploadUrlParamsCheck,
    response: uploadUrlCheck,
  },
  register: {
    id: 'mediaAssets.register',
    method: 'POST',
    path: '/media-assets',
    scopes: ['media:write'],
    limits: [],
    success: 'record',
    params: registerMediaAssetParamsCheck,
    response: mediaAssetCheck,
  },
  list: {
    id: 'mediaAssets.list',
    method: 'GET',
    path: '/media-assets',
    scopes: [],
    limits: [],
    success: 'list',
    params: listParamsCheck,
    response: mediaAssetCheck,
  },
  delete: {
    id: 'mediaAssets.delete',
    method: 'DELETE',
    path: '/media-assets/{id}',
    scopes: ['media:delete'],
    limits: [],
    success: 'deleted',
    response: deletedCheck,
  },
};

export const accounts: Calls<typeof import('./accounts.ts').accounts> = {
  list: {
    id: 'accounts.list',
    method: 'GET',
    path: '/accounts',
    scopes: [],
    limits: ['accountsReadPerMinute'],
    success: 'list',
    params: listParamsCheck,
    response: openRecordCheck,
  },
};

export const me: Calls<typeof import('./accounts.ts').me> = {
  get: {
    id: 'me.get',
    method: 'GET',
    path: '/me',
    scopes: [],
    limits: ['meReadPerMinute'],
    success: 'record',
    reports: 'me',
    response: meCheck,
  },
};

export const platforms: Calls<typeof import('./accounts.ts').platforms> = {
  list: {
    id: 'platforms.list',
    method: 'GET',
    path: '/platforms',
    scopes: [],
    limits: [],
    success: 'list',
    params: listParamsCheck,
    response: openRecordCheck,
  },
};

export const socialSets: Calls<typeof import('./accounts.ts').socialSets> = {
  list: {
    id: 'socialSets.list',
    method: 'GET',
    path: '/social-sets',
    scopes: [],
    limits: [],
    success: 'list',
    params: listParamsCheck,
    response: openRecordCheck,
  },
};

export const usage: Calls<typeof import('./accounts.ts').usage> = {
  get: {
    id: 'usage.get',
    method: 'GET',
    path: '/usage',
    scopes: ['usage:read'],
    limits: ['usageReadPerMinute'],
    success: 'record',
    reports: 'usage',
    response: usageCheck,
  },
};

export const workspaces: Calls<typeof import('./accounts.ts').workspaces> = {
  list: {
    id: 'workspaces.list',
    method: 'GET',
    path: '/workspaces',
    scopes: [],
    limits: [],
    success: 'list',
    params: listParamsCheck,
    response: openRecordCheck,
  },
};
