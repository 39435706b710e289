/** One rate limit of the service: at most `max` calls in any window of `windowMs`. */
export interface Limit {
  readonly max: number;
  /** The window's length in milliseconds. */
  readonly windowMs: number;
  /** Whose calls the window counts. */
  readonly per: 'key' | 'socialSet';
}

const minute = 60_000;
const hour = 60 * minute;

/** Every rate limit that the service documents, under the names that `GET /usage` gives them. */
export const limits = {
  defaultPerMinute: { max: 120, windowMs: minute, per: 'key' },
  mutatingPerMinute: { max: 20, windowMs: minute, per: 'key' },
  postsWritePerMinute: { max: 10, windowMs: minute, per: 'key' },
  postsWritePerHour: { max: 120, windowMs: hour, per: 'key' },
  postsPublishPerMinute: { max: 3, windowMs: minute, per: 'key' },
  postsPublishPerHour: { max: 30, windowMs: hour, per: 'key' },
  // The document gives this row no name; this one is ours.
  postsPublishPerSocialSet: { max: 5, windowMs: 10 * minute, per: 'socialSet' },
  accountsReadPerMinute: { max: 60, windowMs: minute, per: 'key' },
  foldersReadPerMinute: { max: 60, windowMs: minute, per: 'key' },
  ideasReadPerMinute: { max: 60, windowMs: minute, per: 'key' },
  meReadPerMinute: { max: 60, windowMs: minute, per: 'key' },
  postsReadPerMinute: { max: 60, windowMs: minute, per: 'key' },
  foldersWritePerMinute: { max: 20, windowMs: minute, per: 'key' },
  ideasWritePerMinute: { max: 20, windowMs: minute, per: 'key' },
  usageReadPerMinute: { max: 20, windowMs: minute, per: 'key' },
} as const satisfies Readonly<Record<string, Limit>>;

/** The name of a rate limit. */
export type LimitName = keyof typeof limits;
