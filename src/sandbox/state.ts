import type { Platform } from '../types/common.ts';
import { type Key, keysFrom } from './access.ts';
import { BoundedLog } from './bounded-log.ts';
import { Clock } from './clock.ts';
import { Collection, Room } from './collection.ts';
import { Faults } from './faults.ts';
import { defaultSecret, fixed, platformRecords, socialSetsFrom, workspacesOf } from './fixtures.ts';
import { IdempotencyStore } from './idempotency.ts';
import { Publisher } from './publisher.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { StoredFolder, StoredIdea, StoredMediaAsset, StoredPost } from './records.ts';
import { Storage } from './storage.ts';
import type {
  PublishedPost,
  RecordedRequest,
  RecordedUpload,
  SandboxOptions,
  SandboxQuotas,
} from './types.ts';

const maxRecordCharacters = 256 * 1024 * 1024;
const maxLogEntries = 10_000;
const maxLogCharacters = 64 * 1024 * 1024;
const maxPublished = 100_000;
const defaultPublishDuration = 1000;

/** Everything that a sandbox knows and `reset()` forgets. */
export type State = ReturnType<typeof createState>;

export function createState(options: SandboxOptions) {
  const { publishDuration = defaultPublishDuration, quotas = {} } = options;
  if (!(Number.isFinite(publishDuration) && publishDuration >= 0))
    throw new TypeError('publishDuration must be a number of milliseconds from 0');
  const clock = new Clock(options.now);
  const room = new Room(maxRecordCharacters);
  const keys = keysFrom(options.apiKeys ?? [{ secret: defaultSecret }]);
  const socialSets = socialSetsFrom(options.socialSets);
  const published = new BoundedLog<PublishedPost>(maxPublished, maxLogCharacters);
  const counters = new Map<string, number>();

  const state = {
    clock,
    startedAt: clock.now(),
    keys,
    /** When each key was last used. */
    lastUsed: new Map<Key, number>(),
    quotas: quotas as Readonly<SandboxQuotas>,
    rateLimits: options.rateLimits ?? true,
    limiter: new RateLimiter(),
    idempotency: new IdempotencyStore(),
    faults: new Faults(),
    storage: new Storage(),
    requests: new BoundedLog<RecordedRequest>(maxLogEntries, maxLogCharacters),
    uploads: new BoundedLog<RecordedUpload>(maxLogEntries, maxLogCharacters),
    published,
    posts: new Collection<StoredPost>(room),
    ideas: new Collection<StoredIdea>(room),
    folders: new Collection<StoredFolder>(room),
    mediaAssets: new Collection<StoredMediaAsset>(room),
    socialSets: fixed(room, socialSets),
    accounts: fixed(
      room,
      socialSets.flatMap(({ accounts }) => accounts),
    ),
    workspaces: fixed(room, workspacesOf(socialSets)),
    platforms: fixed(room, platformRecords),
    publisher: new Publisher({
      duration: publishDuration,
      publish: (post) => published.add(post, post.text.length),
      allows: (platform, postId, at) => monthlyAllows(platform, postId, at),
    }),
    /** Counts up, for ids and for the order of records. */
    next(kind: string): number {
      const count = (counters.get(kind) ?? 0) + 1;
      counters.set(kind, count);
      return count;
    },
    /** What goes before a record of this kind: `post_1`. */
    identify(kind: string): { readonly id: string; readonly seq: number } {
      const seq = state.next(kind);
      return { id: `${kind}_${seq}`, seq };
    },
    /** The posts that went out to x in the billing period of that time. */
    sentToX(at: number): Set<string> {
      const { start, end } = billingPeriod(at);
      return new Set(
        published.entries
          .filter((post) => post.platform === 'x' && isWithin(Date.parse(post.at), start, end))
          .map((post) => post.postId),
      );
    },
  };

  function monthlyAllows(platform: Platform, postId: string, at: number): boolean {
    const limit = quotas.monthlyPosts ?? null;
    if (platform !== 'x' || limit === null) return true;
    const sent = state.sentToX(at);
    return sent.has(postId) || sent.size < limit;
  }

  return state;
}

const isWithin = (time: number, start: number, end: number): boolean => time >= start && time < end;

/** A calendar month in UTC. */
export function billingPeriod(at: number): { readonly start: number; readonly end: number } {
  const date = new Date(at);
  const month = (offset: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset);
  return { start: month(0), end: month(1) };
}
