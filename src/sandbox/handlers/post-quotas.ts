import type { PostStatus } from '../../types/posts.ts';
import type { StoredPost } from '../records.ts';
import { type Call, requireQuota } from './handler.ts';

/** Whether the quota of scheduled posts counts a post in this state. */
export function isWaiting(status: PostStatus | undefined): boolean {
  return status === 'scheduled' || status === 'draft_scheduled';
}

/** What the plan says about a post that comes into this state from another, or from nowhere. */
export function requireRoom(
  { state, now }: Call,
  { status, targets }: Pick<StoredPost, 'targets' | 'status'>,
  before?: PostStatus,
): void {
  const { scheduledPosts, monthlyPosts } = state.quotas;
  // Counted only where there is a limit: it takes a walk over all posts.
  if (typeof scheduledPosts === 'number' && isWaiting(status) && !isWaiting(before))
    requireQuota(state, 'scheduledPosts', [...state.posts].filter((post) => isWaiting(post.status)).length);
  const goesToX = targets.some((target) => target.platform === 'x' && target.status !== 'pushed');
  if (typeof monthlyPosts === 'number' && status === 'scheduled' && before !== 'scheduled' && goesToX)
    requireQuota(state, 'monthlyPosts', state.sentToX(now).size);
}
