/** What callers may write, and what is a compile error. Compiled, never run: here, and in users' own settings. */
import type {
  ApiResponse,
  CreatePostParams,
  Deleted,
  Idea,
  Page,
  Post,
  SocialPublishing,
  Timestamp,
  Usage,
} from 'social-publishing';
import { holds, type IsAny, type Same } from './holds.ts';

declare const client: SocialPublishing;
const base = {
  socialSetId: 'set_1',
  publishTargets: [{ socialAccountId: 'acc_1', platform: 'x' }],
  text: 'Hello',
} as const;
const soon = new Date();

/** Types alone are looked at: nothing of this is ever called. */
export async function modes(): Promise<void> {
  client.posts.create({ ...base, mode: 'draft' });
  client.posts.create({ ...base, mode: 'draft', scheduledAt: soon });
  client.posts.create({ ...base, mode: 'scheduled', scheduledAt: soon });
  client.posts.create({ ...base, mode: 'scheduled', scheduledAt: '2099-12-01T09:00:00+01:00' });
  client.posts.create({ ...base, mode: 'scheduled', scheduledAt: { epochMilliseconds: 1 } });
  client.posts.create({ ...base, mode: 'publish_now' });

  // @ts-expect-error a scheduled post has a time
  client.posts.create({ ...base, mode: 'scheduled' });
  // @ts-expect-error of which the type knows that it may be missing
  client.posts.create({ ...base, mode: 'scheduled', scheduledAt: undefined });
  // @ts-expect-error a number may be seconds or milliseconds
  client.posts.create({ ...base, mode: 'scheduled', scheduledAt: 1_796_115_600 });
  // @ts-expect-error the service assigns it
  client.posts.create({ ...base, mode: 'publish_now', scheduledAt: soon });
  // @ts-expect-error not even as null
  client.posts.create({ ...base, mode: 'draft', scheduledAt: null });
  // @ts-expect-error the mode is closed
  client.posts.create({ ...base, mode: 'later' });
  // @ts-expect-error and required
  client.posts.create(base);

  const narrow = (params: CreatePostParams): Timestamp | undefined => {
    if (params.mode === 'scheduled') holds<Same<typeof params.scheduledAt, Timestamp>>();
    return params.scheduledAt;
  };
  narrow({ ...base, mode: 'draft' });
}

export async function misspelt(): Promise<void> {
  // @ts-expect-error workspaceID
  client.posts.create({ ...base, mode: 'draft', workspaceID: 'ws_1' });
  client.posts.create({
    socialSetId: 'set_1',
    text: 'Hello',
    mode: 'draft',
    // @ts-expect-error textOveride
    publishTargets: [{ socialAccountId: 'acc_1', platform: 'x', textOveride: 'Hi' }],
  });
  // @ts-expect-error scheduleAt
  client.posts.update('post_1', { scheduleAt: null });
  // @ts-expect-error page
  client.posts.list({ page: 1 });
  // @ts-expect-error body
  client.ideas.create({ socialSetId: 'set_1', content: 'A cat', body: 'A cat' });
  // @ts-expect-error pinned
  client.ideas.update('idea_1', { pinned: true });
  // @ts-expect-error mediaIds
  client.ideas.convertToPost('idea_1', { mediaIds: [] });
  // @ts-expect-error colour
  client.folders.create({ socialSetId: 'set_1', name: 'Spring', colour: 'blue' });
  // @ts-expect-error position
  client.folders.update('folder_1', { position: 1 });
  // @ts-expect-error filename
  client.mediaAssets.createUploadUrl({ socialSetId: 's', filename: 'a', mimeType: 'image/png' });
  // @ts-expect-error idempotency_key
  client.posts.cancel('post_1', { idempotency_key: 'k' });
}

export async function closedInRequests(): Promise<void> {
  const mastodon = [{ socialAccountId: 'a', platform: 'mastodon' }] as const;
  // @ts-expect-error
  client.posts.create({ ...base, mode: 'draft', publishTargets: mastodon });
  // @ts-expect-error canceled is reached through cancel() alone
  client.posts.update('post_1', { status: 'canceled' });
  client.posts.list({ status: 'canceled' });
  // @ts-expect-error
  client.posts.list({ status: 'lost' });
  // @ts-expect-error a folder can be lime, an idea cannot
  client.ideas.update('idea_1', { themeColor: 'lime' });
  client.folders.update('folder_1', { color: 'lime' });
  // @ts-expect-error
  client.folders.delete('folder_1', { mode: 'all' });
  // @ts-expect-error
  client.mediaAssets.register({ socialSetId: 's', bucketId: 'b', objectPath: 'o', mediaType: 'video' });
}

export function nullOnlyWhereItIsShown(): void {
  client.posts.update('post_1', { scheduledAt: null });
  client.ideas.update('idea_1', { title: null, folderId: null, themeColor: null });
  // @ts-expect-error
  client.posts.update('post_1', { text: null });
  // @ts-expect-error
  client.ideas.update('idea_1', { content: null });
  // @ts-expect-error
  client.ideas.create({ socialSetId: 's', content: 'c', title: null });
  // @ts-expect-error
  client.folders.update('folder_1', { color: null });
  // @ts-expect-error an id is no number
  client.posts.get(1);
  // @ts-expect-error an id is needed
  client.posts.delete();
}

export async function openInResponses(): Promise<void> {
  const post = await client.posts.get('post_1');
  post.status = 'a status of tomorrow';
  for (const target of post.publishTargets) {
    target.platform = 'mastodon';
    target.status = 'delivered';
  }
  const idea = await client.ideas.get('idea_1');
  idea.themeColor = 'mauve';
  idea.themeColor = null;
  const { apiKey } = await client.me.get();
  apiKey.socialSetAccess = 'some';
  const [account] = (await client.accounts.list()).data;
  account?.['handle'] satisfies unknown;
  const { usage, rateLimit } = await client.usage.get();
  holds<Same<typeof usage.ideas.limit, number | null>>();
  holds<Same<typeof usage.ideas.remaining, number | null>>();
  rateLimit.endpointLimits?.['ofTomorrowPerMinute'] satisfies unknown;
  // @ts-expect-error known ones stay known: a misspelt field of a record is an error
  post.stauts;
}

type Resolved<Method extends (...args: never[]) => unknown> = Awaited<ReturnType<Method>>;
holds<Same<Resolved<SocialPublishing['posts']['create']>, Post>>();
holds<Same<Resolved<SocialPublishing['posts']['list']>, Page<Post>>>();
holds<Same<Resolved<SocialPublishing['ideas']['convertToPost']>, Post>>();
holds<Same<Resolved<SocialPublishing['ideas']['update']>, Idea>>();
holds<Same<Resolved<SocialPublishing['folders']['delete']>, Deleted>>();
holds<Same<Resolved<SocialPublishing['usage']['get']>, Usage>>();
holds<Same<Resolved<ReturnType<SocialPublishing['posts']['get']>['withResponse']>, ApiResponse<Post>>>();

/** The names of the methods that take or give `any`. */
type Untyped<Resource> = {
  [Name in keyof Resource]: Resource[Name] extends (...args: infer Args) => infer Result
    ? true extends IsAny<Awaited<Result>> | { [At in keyof Args]: IsAny<Args[At]> }[number]
      ? Name
      : never
    : never;
}[keyof Resource];

/** Of every resource at once: no method is typed `any`. */
type UntypedMethods = { [Name in keyof SocialPublishing]: Untyped<SocialPublishing[Name]> }[Exclude<
  keyof SocialPublishing,
  'baseUrl' | 'withOptions'
>];
holds<Same<UntypedMethods, never>>();
// biome-ignore lint/suspicious/noExplicitAny: it is what is looked for
holds<Same<Untyped<{ get(id: string): Promise<any> }>, 'get'>>();
