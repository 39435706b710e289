import type * as z from 'zod/mini';
import type { updatePostParamsSchema } from '../../schemas/posts.ts';
import { iso } from '../clock.ts';
import type { StoredPost } from '../records.ts';
import { invalidField } from '../refusal.ts';

type UpdateParams = z.infer<ReturnType<typeof updatePostParamsSchema>>;
type Schedule = Pick<StoredPost, 'status' | 'scheduledAt'>;

/** The state and the time that an update leads to: they always fit each other. */
export function reschedule(post: StoredPost, params: UpdateParams, now: number): Schedule {
  const { status: wanted } = params;
  const given = typeof params.scheduledAt === 'string' ? Date.parse(params.scheduledAt) : params.scheduledAt;
  const scheduledAt = given === undefined ? post.scheduledAt : given;
  if (wanted === 'draft_unscheduled') {
    if (typeof given === 'number')
      throw invalidField(['scheduledAt'], "must be left out or null when status is 'draft_unscheduled'");
    return { status: wanted, scheduledAt: null };
  }
  const status = wanted ?? impliedStatus(post, given);
  if (status === 'draft_unscheduled') return { status, scheduledAt: null };
  if (wanted && scheduledAt === null)
    throw invalidField(['scheduledAt'], `is required when status is '${wanted}'`);
  if (wanted === 'scheduled' && scheduledAt !== null && scheduledAt <= now)
    throw invalidField(['scheduledAt'], `must be in the future, and ${iso(scheduledAt)} is past`);
  return { status, scheduledAt };
}

/** Without a word about the state, it follows the schedule. */
function impliedStatus(post: StoredPost, given: number | null | undefined): StoredPost['status'] {
  if (given === null && post.status !== 'failed') return 'draft_unscheduled';
  if (typeof given === 'number' && post.status === 'draft_unscheduled') return 'draft_scheduled';
  return post.status;
}
