import type { Open } from './common.ts';

/** The colors a folder can carry. */
export type FolderColor =
  | 'blue'
  | 'green'
  | 'lime'
  | 'yellow'
  | 'orange'
  | 'red'
  | 'purple'
  | 'black'
  | 'gray';

/** A folder that ideas are filed in. */
export interface Folder {
  /** The folder's identifier. */
  id: string;
  /** The workspace it belongs to. */
  workspaceId: string;
  /** The Social Set it belongs to. */
  socialSetId: string;
  /** Its name. */
  name: string;
  /** Its color; `blue` when none was given. */
  color: Open<FolderColor>;
  /** Whether it is pinned. */
  isPinned: boolean;
  /** Its place among the folders of its Social Set: an integer from 0. */
  order: number;
  /** ISO 8601 UTC. */
  createdAt: string;
  /** ISO 8601 UTC. */
  updatedAt: string;
}

/** What `folders.create()` takes. */
export interface CreateFolderParams {
  /** The Social Set that owns it. */
  socialSetId: string;
  /** At most 120 characters. */
  name: string;
  /** Default `blue`. */
  color?: FolderColor | undefined;
  /** An integer from 0; when left out the folder comes after the existing ones. */
  order?: number | undefined;
  /** Creates it pinned when `true`. */
  isPinned?: boolean | undefined;
}

/** What `folders.update()` takes: at least one field. An absent field stays as it is. */
export interface UpdateFolderParams {
  /** At most 120 characters. */
  name?: string | undefined;
  /** Its color. */
  color?: FolderColor | undefined;
  /** An integer from 0. */
  order?: number | undefined;
  /** Whether it is pinned. */
  isPinned?: boolean | undefined;
}

/** What `folders.delete()` takes. */
export interface DeleteFolderParams {
  /**
   * `folder-only` leaves the folder's ideas, unfiled; `with-ideas` deletes them too.
   * The document shows no default, so say which.
   */
  mode?: 'folder-only' | 'with-ideas' | undefined;
}
