import type { Open } from './common.ts';

/** The colors an idea can carry. */
export type IdeaThemeColor = 'blue' | 'green' | 'amber' | 'orange' | 'red' | 'purple';

/** A stored note, optionally filed in a folder, that can become a draft post. */
export interface Idea {
  /** The idea's identifier. */
  id: string;
  /** The workspace it belongs to. */
  workspaceId: string;
  /** The Social Set it belongs to. */
  socialSetId: string;
  /** The folder it is filed in; `null` when unfiled. */
  folderId: string | null;
  /** The title, or `null`. */
  title: string | null;
  /** The note itself. */
  content: string;
  /** Whether it is pinned. */
  isPinned: boolean;
  /** Its color, or `null`. */
  themeColor: Open<IdeaThemeColor> | null;
  /** When it was archived (ISO 8601 UTC), or `null`. */
  archivedAt: string | null;
  /** ISO 8601 UTC. */
  createdAt: string;
  /** ISO 8601 UTC. */
  updatedAt: string;
}

/** What `ideas.create()` takes. */
export interface CreateIdeaParams {
  /** The Social Set that owns it. */
  socialSetId: string;
  /** The note itself: at most 5000 characters. */
  content: string;
  /** At most 160 characters. */
  title?: string | undefined;
  /** A folder of the same Social Set; without one the idea is unfiled. */
  folderId?: string | undefined;
  /** Default `false`. */
  isPinned?: boolean | undefined;
  /** Media assets of the same Social Set and workspace: at most 10 images and 4 GIFs. */
  mediaAssetIds?: readonly string[] | undefined;
}

/** What `ideas.update()` takes: at least one field. An absent field stays as it is. */
export interface UpdateIdeaParams {
  /** At most 160 characters; `null` removes it. */
  title?: string | null | undefined;
  /** At most 5000 characters. */
  content?: string | undefined;
  /** A folder of the same Social Set; `null` takes the idea out of its folder. */
  folderId?: string | null | undefined;
  /** Whether it is pinned. */
  isPinned?: boolean | undefined;
  /** A color; `null` removes it. */
  themeColor?: IdeaThemeColor | null | undefined;
  /** Replaces the media: at most 10 images and 4 GIFs. */
  mediaAssetIds?: readonly string[] | undefined;
}

/** What `ideas.convertToPost()` takes. */
export interface ConvertIdeaParams {
  /** The media the post gets; when left out it keeps the idea's own. */
  mediaAssetIds?: readonly string[] | undefined;
}
