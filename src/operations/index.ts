import { accounts, me, platforms, socialSets, usage, workspaces } from './accounts.ts';
import { folders } from './folders.ts';
import { ideas } from './ideas.ts';
import { mediaAssets } from './media-assets.ts';
import type { Operation } from './operation.ts';
import { posts } from './posts.ts';

const resources = [
  posts,
  ideas,
  folders,
  mediaAssets,
  accounts,
  platforms,
  socialSets,
  workspaces,
  me,
  usage,
];

/** Every endpoint of the service, one row each. */
export const operations: readonly Operation[] = resources.flatMap((rows): Operation[] => Object.values(rows));
