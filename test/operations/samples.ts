/** One record of each kind, and params with every field that the document shows. */

const times = { createdAt: '2026-11-21T09:00:00Z', updatedAt: '2026-11-21T09:00:00Z' };
const owner = { workspaceId: 'ws_1', socialSetId: 'set_1' };
export const deleted = { deleted: true };

export const idea = {
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

export const folder = {
  id: 'f_1',
  ...owner,
  name: 'Spring',
  color: 'blue',
  isPinned: false,
  order: 0,
  ...times,
};

export const asset = {
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

export const me = {
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

export const usage = {
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

export const newPost = {
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

export const postChange = {
  text: 'Hello',
  title: 'Mine',
  scheduledAt: null,
  status: 'draft_unscheduled' as const,
  mediaRefs: ['b/1.png'],
  mediaMetadata: [{ altText: 'A cat' }],
  publishTargets: targets,
};

export const newIdea = {
  socialSetId: 'set_1',
  content: 'A cat',
  title: 'Cat',
  folderId: 'f_1',
  isPinned: true,
  mediaAssetIds: ['asset_1'],
};

export const ideaChange = {
  title: null,
  content: 'A dog',
  folderId: null,
  isPinned: false,
  themeColor: null,
  mediaAssetIds: [],
};

export const newFolder = {
  socialSetId: 'set_1',
  name: 'Spring',
  color: 'lime' as const,
  order: 0,
  isPinned: true,
};

export const folderChange = { name: 'Summer', color: 'gray' as const, order: 2, isPinned: false };

export const file = { socialSetId: 'set_1', fileName: 'a cat.png', mimeType: 'image/png' };

export const registration = {
  socialSetId: 'set_1',
  bucketId: 'b',
  objectPath: 'o/1.png',
  mediaType: 'image' as const,
  altText: 'A cat',
  mimeType: 'image/png',
  sizeBytes: 3,
};
