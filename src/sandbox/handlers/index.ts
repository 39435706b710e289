import { directory } from './directory.ts';
import { folders } from './folders.ts';
import type { Handler } from './handler.ts';
import { ideas } from './ideas.ts';
import { key } from './key.ts';
import { mediaAssets } from './media-assets.ts';
import { posts } from './posts.ts';

/** What the service does for each row of the operations table, by its id. */
export const handlers: Readonly<Record<string, Handler>> = {
  ...posts,
  ...ideas,
  ...folders,
  ...mediaAssets,
  ...directory,
  ...key,
};

export type { Handler };
