import type { ListParams, Open, Platform, Timestamp } from './common.ts';

/**
 * Where a post is in its life.
 *
 * - `draft_unscheduled`: a draft without a schedule, sent to no platform
 * - `draft_scheduled`: a draft that carries schedule information
 * - `scheduled`: has a publication time, or is queued to go out at once
 * - `processing`: being published to its targets
 * - `pushed`: its targets are complete; each result is in `publishTargets`
 * - `failed`: publishing could not be completed
 * - `canceled`: the scheduled publish was canceled
 */
export type PostStatus =
  | 'draft_unscheduled'
  | 'draft_scheduled'
  | 'scheduled'
  | 'processing'
  | 'pushed'
  | 'failed'
  | 'canceled';

/** The states an update can ask for. `canceled` is reached through `posts.cancel()` alone. */
export type SettablePostStatus = 'draft_unscheduled' | 'draft_scheduled' | 'scheduled';

/** What is known about one item of `mediaRefs`, at the same position. */
export interface MediaMetadata {
  /** Alternative text: at most 1000 characters. */
  altText?: string | undefined;
  /** Whatever else the service keeps with the media. */
  [field: string]: unknown;
}

/** One social account that a post goes to, as the service reports it. */
export interface PublishTarget {
  /** The social account's id. */
  socialAccountId: string;
  /** The account's platform. */
  platform: Open<Platform>;
  /** `pending` right after creation. The document shows no other value. */
  status?: Open<'pending'>;
}

/** A social post. */
export interface Post {
  /** The post's identifier. */
  id: string;
  /** The workspace it belongs to. */
  workspaceId: string;
  /** The Social Set it belongs to. */
  socialSetId: string;
  /** Where the post is in its life. */
  status: Open<PostStatus>;
  /** The title; `API Post` when none was given. */
  title: string;
  /** The text that targets share. */
  text: string;
  /** When it goes out (ISO 8601 UTC); `null` for an unscheduled draft and after a cancellation. */
  scheduledAt: string | null;
  /** Always an empty array in the responses that carry it. */
  media?: unknown[];
  /** Storage references or public storage URLs. */
  mediaRefs: string[];
  /** In the order of `mediaRefs`. */
  mediaMetadata: MediaMetadata[];
  /** `null` in every response that carries it. */
  xPostId?: string | null;
  /** The idea it was converted from, on posts made by `ideas.convertToPost()`. */
  sourceIdeaId?: string | null;
  /** Each social account it goes to, with its own state. */
  publishTargets: PublishTarget[];
  /** ISO 8601 UTC. */
  createdAt: string;
  /** ISO 8601 UTC. */
  updatedAt: string;
}

/** One social account that a post is to go to. */
export interface PublishTargetParams {
  /** The social account's id. */
  socialAccountId: string;
  /** The account's platform. */
  platform: Platform;
  /** Text for this target alone, instead of the shared text. No URLs. */
  textOverride?: string | undefined;
  /** Media for this target alone: a subset of the post's `mediaRefs`. */
  mediaRefs?: readonly string[] | undefined;
  /** In the order of this target's `mediaRefs`. */
  mediaMetadata?: readonly MediaMetadata[] | undefined;
}

/** What every mode of `posts.create()` takes. */
export interface CreatePostBase {
  /** The Social Set to post with. */
  socialSetId: string;
  /** A guard: the request is refused when it is not the Social Set's workspace. */
  workspaceId?: string | undefined;
  /** Where the post goes: at least one target. */
  publishTargets: readonly PublishTargetParams[];
  /** The text that targets share. No URLs (`https://…`, `www.…`). Each platform has a limit of its own. */
  text: string;
  /** A title, for your own eyes. Default `API Post`. */
  title?: string | undefined;
  /** Storage references, or public URLs in the service's storage. */
  mediaRefs?: readonly string[] | undefined;
  /** In the order of `mediaRefs`, and no longer. */
  mediaMetadata?: readonly MediaMetadata[] | undefined;
}

/** A draft: sent to no platform until it is scheduled or published. */
export interface CreateDraftPostParams extends CreatePostBase {
  mode: 'draft';
  /** Schedule information that the draft carries; it goes out only once it is `scheduled`. */
  scheduledAt?: Timestamp | undefined;
}

/** A post that goes out at a time in the future. */
export interface CreateScheduledPostParams extends CreatePostBase {
  mode: 'scheduled';
  /** When it goes out: in the future. */
  scheduledAt: Timestamp;
}

/** A post that goes out at once. Needs the scope `posts:publish` too. */
export interface CreatePublishNowPostParams extends CreatePostBase {
  mode: 'publish_now';
  /** The service assigns it. */
  scheduledAt?: never;
}

/** What `posts.create()` takes: a union on `mode`. */
export type CreatePostParams = CreateDraftPostParams | CreateScheduledPostParams | CreatePublishNowPostParams;

/** What `posts.update()` takes: at least one field. An absent field stays as it is. */
export interface UpdatePostParams {
  /** The text that targets share. No URLs. */
  text?: string | undefined;
  /** A title, for your own eyes. */
  title?: string | undefined;
  /** When it goes out; `null` removes the schedule. */
  scheduledAt?: Timestamp | null | undefined;
  /** The state to move to. */
  status?: SettablePostStatus | undefined;
  /** Replaces the media: storage references, or public URLs in the service's storage. */
  mediaRefs?: readonly string[] | undefined;
  /** In the order of `mediaRefs`, and no longer. */
  mediaMetadata?: readonly MediaMetadata[] | undefined;
  /** Replaces the targets. */
  publishTargets?: readonly PublishTargetParams[] | undefined;
}

/** Which posts `posts.list()` returns. */
export interface ListPostsParams extends ListParams {
  /** Only posts in this state. */
  status?: PostStatus | undefined;
  /** A guard that narrows to one workspace. */
  workspaceId?: string | undefined;
  /** Only posts of this Social Set. */
  socialSetId?: string | undefined;
  /** Only posts generated from this idea. */
  sourceIdeaId?: string | undefined;
}
