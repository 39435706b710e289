import { limits } from '../../src/pacing/limits.ts';
import type { Limits } from '../../src/pacing/local-pacer.ts';

/** The limits with windows of seconds, so that a test takes seconds. */
export const scaledLimits: Limits = {
  ...limits,
  mutatingPerMinute: { max: 40, windowMs: 1_000, per: 'key' },
  postsWritePerMinute: { max: 20, windowMs: 2_000, per: 'key' },
  postsWritePerHour: { max: 1_000, windowMs: 60_000, per: 'key' },
  postsPublishPerMinute: { max: 3, windowMs: 500, per: 'key' },
  postsPublishPerSocialSet: { max: 2, windowMs: 500, per: 'socialSet' },
};
