import type { SocialPublishing } from '../../src/index.ts';
import { postRecord } from '../support/fixtures.ts';

/**
 * The service's endpoints as its document lists them, written by hand and from nothing in `src`:
 * what the operations table is held against.
 */
export interface Endpoint {
  /** The method that people call. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** What the document names. */
  readonly scopes: readonly string[];
  /** The names of its parameters; those that it cannot go without end in `!`. */
  readonly params?: readonly string[];
  /** The status codes of a success, where the document shows them. */
  readonly status?: readonly number[];
  readonly success: 'record' | 'list' | 'deleted';
  /** A call with every parameter, and what it sends. */
  readonly call: (client: SocialPublishing) => PromiseLike<unknown>;
  readonly url: string;
  readonly body?: unknown;
  /** One record of its answer. */
  readonly record: object;
}

const times = { createdAt: '2026-11-21T09:00:00Z', updatedAt: '2026-11-21T09:00:00Z' };
const owner = { workspaceId: 'ws_1', socialSetId: 'set_1' };
const deleted = { deleted: true };

const idea = {
  id: 'idea_1',
  ...owner,
  folderId: null,
  title: null,
  content: 'A cat',
  isPinned: false,
  themeColor: null,
  archivedAt: null,
  ...times,
};

const folder = { id: 'f_1', ...owner, name: 'Spring', color: 'blue', isPinned: false, order: 0, ...times };

const asset = {
  id: 'asset_1',
  ...owner,
  bucketId: 'b',
  objectPath: 'o/1.png',
  mediaType: 'image',
  mimeType: 'image/png',
  sizeBytes: 3,
  altText: 'A cat',
  ...times,
};

const access = { workspaceAccess: 'selected', workspaceId: 'ws_1', workspaceIds: ['ws_1'] };

const me = {
  apiKey: {
    id: 'key_1',
    name: 'CI',
    publicId: 'pk_1',
    lastFour: 'cdef',
    scopes: ['posts:read'],
    ...access,
    socialSetAccess: 'none',
    socialSetIds: [],
    allowedIps: [],
    ...times,
    lastUsedAt: times.updatedAt,
    expiresAt: null,
    revokedAt: null,
    rotatedAt: null,
  },
  ...access,
  rateLimit: { limit: 60, remaining: 59, reset: 12 },
};

const limited = { used: 1, limit: 10, remaining: 9 };

const usage = {
  billing: {
    accessStatus: 'active',
    currentPeriodStart: times.createdAt,
    currentPeriodEnd: times.createdAt,
    plan: { id: 'plan_1', key: 'pro', displayName: 'Pro' },
  },
  usage: {
    accounts: limited,
    folders: limited,
    ideas: { used: 7, limit: null, remaining: null },
    monthlyPosts: limited,
    scheduledPosts: limited,
    workspaces: limited,
  },
  rateLimit: {
    defaultPerMinute: 120,
    mutatingPerMinute: { limit: 20 },
    endpointLimits: { ofTomorrowPerMinute: { limit: 1 } },
  },
  ...access,
};

const targets = [
  { socialAccountId: 'acc_1', platform: 'x' as const, textOverride: 'Hi', mediaRefs: ['b/1.png'] },
  { socialAccountId: 'acc_2', platform: 'threads' as const, mediaMetadata: [{ altText: 'A cat' }] },
];

const newPost = {
  workspaceId: 'ws_1',
  socialSetId: 'set_1',
  publishTargets: targets,
  text: 'Hello',
  mode: 'scheduled' as const,
  scheduledAt: '2099-12-01T09:00:00.000Z',
  title: 'Mine',
  mediaRefs: ['b/1.png'],
  mediaMetadata: [{ altText: 'A cat' }],
};

const postChange = {
  text: 'Hello',
  title: 'Mine',
  scheduledAt: null,
  status: 'draft_unscheduled' as const,
  mediaRefs: ['b/1.png'],
  mediaMetadata: [{ altText: 'A cat' }],
  publishTargets: targets,
};

const newIdea = {
  socialSetId: 'set_1',
  content: 'A cat',
  title: 'Cat',
  folderId: 'f_1',
  isPinned: true,
  mediaAssetIds: ['asset_1'],
};

const ideaChange = {
  title: null,
  content: 'A dog',
  folderId: null,
  isPinned: false,
  themeColor: null,
  mediaAssetIds: [],
};

const newFolder = {
  socialSetId: 'set_1',
  name: 'Spring',
  color: 'lime' as const,
  order: 0,
  isPinned: true,
};

const folderChange = { name: 'Summer', color: 'gray' as const, order: 2, isPinned: false };

const file = { socialSetId: 'set_1', fileName: 'a cat.png', mimeType: 'image/png' };

const registration = {
  socialSetId: 'set_1',
  bucketId: 'b',
  objectPath: 'o/1.png',
  mediaType: 'image' as const,
  altText: 'A cat',
  mimeType: 'image/png',
  sizeBytes: 3,
};

const page = { limit: 2, cursor: 'c/1=' };
const pageParams = ['limit', 'cursor'];
const pageQuery = '?limit=2&cursor=c%2F1%3D';

// An id that has to be encoded.
const id = 'a/b c';
const inPath = 'a%2Fb%20c';

const list = (name: 'accounts' | 'platforms' | 'socialSets' | 'workspaces', path: string): Endpoint => ({
  id: `${name}.list`,
  method: 'GET',
  path,
  scopes: [],
  params: pageParams,
  success: 'list',
  call: (client) => client[name].list(page),
  url: path + pageQuery,
  record: { id: 'r_1', ofTomorrow: [1] },
});

export const endpoints: readonly Endpoint[] = [
  {
    id: 'posts.create',
    method: 'POST',
    path: '/posts',
    scopes: ['posts:create'],
    params: [
      'workspaceId',
      'socialSetId!',
      'publishTargets!',
      'text!',
      'mode!',
      'scheduledAt',
      'title',
      'mediaRefs',
      'mediaMetadata',
    ],
    status: [201, 202],
    success: 'record',
    call: (client) => client.posts.create(newPost),
    url: '/posts',
    body: newPost,
    record: postRecord,
  },
  {
    id: 'posts.list',
    method: 'GET',
    path: '/posts',
    scopes: ['posts:read'],
    params: ['status', 'workspaceId', 'socialSetId', 'sourceIdeaId', ...pageParams],
    success: 'list',
    call: (client) =>
      client.posts.list({
        status: 'scheduled',
        workspaceId: 'ws_1',
        socialSetId: 'set_1',
        sourceIdeaId: 'i&1',
        ...page,
      }),
    url: '/posts?status=scheduled&workspaceId=ws_1&socialSetId=set_1&sourceIdeaId=i%261&limit=2&cursor=c%2F1%3D',
    record: postRecord,
  },
  {
    id: 'posts.get',
    method: 'GET',
    path: '/posts/{id}',
    scopes: ['posts:read'],
    success: 'record',
    call: (client) => client.posts.get(id),
    url: `/posts/${inPath}`,
    record: postRecord,
  },
  {
    id: 'posts.update',
    method: 'PATCH',
    path: '/posts/{id}',
    scopes: ['posts:update'],
    params: ['text', 'title', 'scheduledAt', 'status', 'mediaRefs', 'mediaMetadata', 'publishTargets'],
    success: 'record',
    call: (client) => client.posts.update(id, postChange),
    url: `/posts/${inPath}`,
    body: postChange,
    record: postRecord,
  },
  {
    id: 'posts.cancel',
    method: 'POST',
    path: '/posts/{id}/cancel',
    scopes: ['posts:schedule'],
    status: [200],
    success: 'record',
    call: (client) => client.posts.cancel(id),
    url: `/posts/${inPath}/cancel`,
    record: { ...postRecord, status: 'canceled' },
  },
  {
    id: 'posts.publish',
    method: 'POST',
    path: '/posts/{id}/publish',
    scopes: ['posts:publish'],
    success: 'record',
    call: (client) => client.posts.publish(id),
    url: `/posts/${inPath}/publish`,
    record: postRecord,
  },
  {
    id: 'posts.delete',
    method: 'DELETE',
    path: '/posts/{id}',
    scopes: ['posts:delete'],
    status: [200],
    success: 'deleted',
    call: (client) => client.posts.delete(id),
    url: `/posts/${inPath}`,
    record: deleted,
  },
  {
    id: 'ideas.create',
    method: 'POST',
    path: '/ideas',
    scopes: ['ideas:create'],
    params: ['socialSetId!', 'content!', 'title', 'folderId', 'isPinned', 'mediaAssetIds'],
    status: [201],
    success: 'record',
    call: (client) => client.ideas.create(newIdea),
    url: '/ideas',
    body: newIdea,
    record: idea,
  },
  {
    id: 'ideas.list',
    method: 'GET',
    path: '/ideas',
    scopes: [],
    params: pageParams,
    success: 'list',
    call: (client) => client.ideas.list(page, { query: { folderId: 'f_1', archived: false } }),
    url: `/ideas${pageQuery}&folderId=f_1&archived=false`,
    record: idea,
  },
  {
    id: 'ideas.get',
    method: 'GET',
    path: '/ideas/{id}',
    scopes: [],
    success: 'record',
    call: (client) => client.ideas.get(id),
    url: `/ideas/${inPath}`,
    record: idea,
  },
  {
    id: 'ideas.update',
    method: 'PATCH',
    path: '/ideas/{id}',
    scopes: ['ideas:update'],
    params: ['title', 'content', 'folderId', 'isPinned', 'themeColor', 'mediaAssetIds'],
    status: [200],
    success: 'record',
    call: (client) => client.ideas.update(id, ideaChange),
    url: `/ideas/${inPath}`,
    body: ideaChange,
    record: idea,
  },
  {
    id: 'ideas.delete',
    method: 'DELETE',
    path: '/ideas/{id}',
    scopes: [],
    success: 'deleted',
    call: (client) => client.ideas.delete(id),
    url: `/ideas/${inPath}`,
    record: deleted,
  },
  {
    id: 'ideas.convertToPost',
    method: 'POST',
    path: '/ideas/{id}/convert-to-post',
    scopes: ['ideas:convert', 'posts:create'],
    params: ['mediaAssetIds'],
    status: [201],
    success: 'record',
    call: (client) => client.ideas.convertToPost(id, { mediaAssetIds: ['asset_1'] }),
    url: `/ideas/${inPath}/convert-to-post`,
    body: { mediaAssetIds: ['asset_1'] },
    record: { ...postRecord, sourceIdeaId: id },
  },
  {
    id: 'folders.create',
    method: 'POST',
    path: '/folders',
    scopes: ['folders:create'],
    params: ['socialSetId!', 'name!', 'color', 'order', 'isPinned'],
    success: 'record',
    call: (client) => client.folders.create(newFolder),
    url: '/folders',
    body: newFolder,
    record: folder,
  },
  {
    id: 'folders.list',
    method: 'GET',
    path: '/folders',
    scopes: [],
    params: pageParams,
    success: 'list',
    call: (client) => client.folders.list(page, { query: { socialSetId: 'set_1' } }),
    url: `/folders${pageQuery}&socialSetId=set_1`,
    record: folder,
  },
  {
    id: 'folders.get',
    method: 'GET',
    path: '/folders/{id}',
    scopes: [],
    success: 'record',
    call: (client) => client.folders.get(id),
    url: `/folders/${inPath}`,
    record: folder,
  },
  {
    id: 'folders.update',
    method: 'PATCH',
    path: '/folders/{id}',
    scopes: ['folders:update'],
    params: ['name', 'color', 'order', 'isPinned'],
    status: [200],
    success: 'record',
    call: (client) => client.folders.update(id, folderChange),
    url: `/folders/${inPath}`,
    body: folderChange,
    record: folder,
  },
  {
    id: 'folders.delete',
    method: 'DELETE',
    path: '/folders/{id}',
    scopes: ['folders:delete'],
    params: ['mode'],
    status: [200],
    success: 'deleted',
    call: (client) => client.folders.delete(id, { mode: 'with-ideas' }),
    url: `/folders/${inPath}`,
    body: { mode: 'with-ideas' },
    record: deleted,
  },
  {
    id: 'mediaAssets.createUploadUrl',
    method: 'POST',
    path: '/media-assets/upload-url',
    scopes: ['media:write'],
    params: ['socialSetId!', 'fileName!', 'mimeType!'],
    status: [201],
    success: 'record',
    call: (client) => client.mediaAssets.createUploadUrl(file),
    url: '/media-assets/upload-url',
    body: file,
    record: { uploadUrl: 'https://storage.example/o?t=1', bucketId: 'b', objectPath: 'o', token: 't' },
  },
  {
    id: 'mediaAssets.register',
    method: 'POST',
    path: '/media-assets',
    scopes: ['media:write'],
    params: ['socialSetId!', 'bucketId!', 'objectPath!', 'mediaType!', 'altText', 'mimeType', 'sizeBytes'],
    status: [201],
    success: 'record',
    call: (client) => client.mediaAssets.register(registration),
    url: '/media-assets',
    body: registration,
    record: asset,
  },
  {
    id: 'mediaAssets.list',
    method: 'GET',
    path: '/media-assets',
    scopes: [],
    params: pageParams,
    success: 'list',
    call: (client) => client.mediaAssets.list(page),
    url: `/media-assets${pageQuery}`,
    record: asset,
  },
  {
    id: 'mediaAssets.delete',
    method: 'DELETE',
    path: '/media-assets/{id}',
    scopes: ['media:delete'],
    success: 'deleted',
    call: (client) => client.mediaAssets.delete(id),
    url: `/media-assets/${inPath}`,
    record: deleted,
  },
  list('accounts', '/accounts'),
  list('platforms', '/platforms'),
  list('socialSets', '/social-sets'),
  list('workspaces', '/workspaces'),
  {
    id: 'me.get',
    method: 'GET',
    path: '/me',
    scopes: [],
    status: [200],
    success: 'record',
    call: (client) => client.me.get(),
    url: '/me',
    record: me,
  },
  {
    id: 'usage.get',
    method: 'GET',
    path: '/usage',
    scopes: ['usage:read'],
    status: [200],
    success: 'record',
    call: (client) => client.usage.get(),
    url: '/usage',
    record: usage,
  },
];
