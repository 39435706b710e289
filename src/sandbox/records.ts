import type { Platform } from '../types/common.ts';
import type { Folder, FolderColor } from '../types/folders.ts';
import type { Idea, IdeaThemeColor } from '../types/ideas.ts';
import type { MediaAsset, MediaType } from '../types/media.ts';
import type { MediaMetadata, Post, PostStatus } from '../types/posts.ts';
import { iso } from './clock.ts';
import type { Stored } from './collection.ts';

/** Every record but a Social Set belongs to one. */
export interface Owned {
  readonly workspaceId: string;
  readonly socialSetId: string;
}

interface Dated {
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type TargetStatus = 'pending' | 'processing' | 'pushed' | 'failed';

export interface StoredTarget {
  readonly socialAccountId: string;
  readonly platform: Platform;
  readonly textOverride: string | undefined;
  readonly mediaRefs: readonly string[] | undefined;
  readonly mediaMetadata: readonly MediaMetadata[] | undefined;
  status: TargetStatus;
}

export interface StoredPost extends Stored, Owned, Dated {
  readonly status: PostStatus;
  readonly title: string;
  readonly text: string;
  readonly scheduledAt: number | null;
  readonly mediaRefs: readonly string[];
  readonly mediaMetadata: readonly MediaMetadata[];
  readonly targets: readonly StoredTarget[];
  readonly sourceIdeaId: string | undefined;
}

export interface StoredIdea extends Stored, Owned, Dated {
  readonly folderId: string | null;
  readonly title: string | null;
  readonly content: string;
  readonly isPinned: boolean;
  readonly themeColor: IdeaThemeColor | null;
  readonly mediaAssetIds: readonly string[];
}

export interface StoredFolder extends Stored, Owned, Dated {
  readonly name: string;
  readonly color: FolderColor;
  readonly isPinned: boolean;
  readonly order: number;
}

export interface StoredMediaAsset extends Stored, Owned, Dated {
  readonly bucketId: string;
  readonly objectPath: string;
  readonly mediaType: MediaType;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly altText: string;
}

// What goes out is listed field by field: nothing of ours may slip into an answer.

export const postView = (post: StoredPost): Post => ({
  id: post.id,
  workspaceId: post.workspaceId,
  socialSetId: post.socialSetId,
  status: post.status,
  title: post.title,
  text: post.text,
  scheduledAt: post.scheduledAt === null ? null : iso(post.scheduledAt),
  media: [],
  mediaRefs: [...post.mediaRefs],
  mediaMetadata: [...post.mediaMetadata],
  xPostId: null,
  ...(post.sourceIdeaId === undefined ? {} : { sourceIdeaId: post.sourceIdeaId }),
  publishTargets: post.targets.map(({ socialAccountId, platform, status }) => ({
    socialAccountId,
    platform,
    status,
  })),
  createdAt: iso(post.createdAt),
  updatedAt: iso(post.updatedAt),
});

export const ideaView = (idea: StoredIdea): Idea => ({
  id: idea.id,
  workspaceId: idea.workspaceId,
  socialSetId: idea.socialSetId,
  folderId: idea.folderId,
  title: idea.title,
  content: idea.content,
  isPinned: idea.isPinned,
  themeColor: idea.themeColor,
  archivedAt: null,
  createdAt: iso(idea.createdAt),
  updatedAt: iso(idea.updatedAt),
});

export const folderView = (folder: StoredFolder): Folder => ({
  id: folder.id,
  workspaceId: folder.workspaceId,
  socialSetId: folder.socialSetId,
  name: folder.name,
  color: folder.color,
  isPinned: folder.isPinned,
  order: folder.order,
  createdAt: iso(folder.createdAt),
  updatedAt: iso(folder.updatedAt),
});

export const mediaAssetView = (asset: StoredMediaAsset): MediaAsset => ({
  id: asset.id,
  workspaceId: asset.workspaceId,
  socialSetId: asset.socialSetId,
  bucketId: asset.bucketId,
  objectPath: asset.objectPath,
  mediaType: asset.mediaType,
  mimeType: asset.mimeType,
  sizeBytes: asset.sizeBytes,
  altText: asset.altText,
  createdAt: iso(asset.createdAt),
  updatedAt: iso(asset.updatedAt),
});
