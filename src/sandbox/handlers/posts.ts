import type {
  createPostParamsSchema,
  listPostsParamsSchema,
  updatePostParamsSchema,
} from '../../schemas/posts.ts';
import { postView, type StoredPost, type StoredTarget } from '../records.ts';
import { wrongState } from '../refusal.ts';
import {
  type Call,
  deleted,
  findIn,
  findSocialSet,
  guardWorkspace,
  type Handler,
  listOf,
  ownerOf,
  withParams,
} from './handler.ts';
import { checkMedia, checkReady, checkTargets, defaultPostTitle, targetsFrom } from './post-content.ts';
import { requireRoom } from './post-quotas.ts';
import { reschedule } from './post-schedule.ts';

const find = (call: Call): StoredPost => findIn(call, call.state.posts, 'post');

function requireState(post: StoredPost, allowed: readonly StoredPost['status'][], action: string): void {
  if (!allowed.includes(post.status))
    throw wrongState(`a post that is ${post.status} cannot be ${action}; it must be ${allowed.join(' or ')}`);
}

const create = withParams<typeof createPostParamsSchema>((call, params) => {
  const { state, now } = call;
  const socialSet = findSocialSet(call, params.socialSetId);
  guardWorkspace(params.workspaceId, socialSet);
  const mediaRefs = params.mediaRefs ?? [];
  const targets = targetsFrom(params.publishTargets, []);
  const owner = ownerOf(socialSet);
  const content = { text: params.text, mediaRefs, mediaMetadata: params.mediaMetadata ?? [], targets };
  checkTargets(targets, socialSet);
  checkMedia(call, owner, content);
  const publishNow = params.mode === 'publish_now';
  const scheduledAt = publishNow
    ? now
    : params.scheduledAt === undefined
      ? null
      : Date.parse(params.scheduledAt);
  const status =
    params.mode === 'draft' ? (scheduledAt === null ? 'draft_unscheduled' : 'draft_scheduled') : 'scheduled';
  requireRoom(call, { status, targets });
  const post = state.posts.insert({
    ...state.identify('post'),
    ...owner,
    ...content,
    status,
    scheduledAt,
    title: params.title ?? defaultPostTitle,
    sourceIdeaId: undefined,
    createdAt: now,
    updatedAt: now,
  });
  if (status === 'scheduled') state.publisher.enqueue(post);
  return { data: postView(post), status: publishNow ? 202 : 201 };
});

const list = withParams<typeof listPostsParamsSchema>((call, params) => {
  const { status, workspaceId, socialSetId, sourceIdeaId } = params ?? {};
  return listOf(
    call,
    call.state.posts,
    postView,
    (post) =>
      (status === undefined || post.status === status) &&
      (workspaceId === undefined || post.workspaceId === workspaceId) &&
      (socialSetId === undefined || post.socialSetId === socialSetId) &&
      (sourceIdeaId === undefined || post.sourceIdeaId === sourceIdeaId),
  );
});

const update = withParams<typeof updatePostParamsSchema>((call, params) => {
  const { state, now } = call;
  const post = find(call);
  requireState(post, ['draft_unscheduled', 'draft_scheduled', 'scheduled', 'failed'], 'changed');
  const targets = params.publishTargets ? targetsFrom(params.publishTargets, post.targets) : post.targets;
  const content = {
    text: params.text ?? post.text,
    mediaRefs: params.mediaRefs ?? post.mediaRefs,
    // It goes by position, so the old one says nothing of new media.
    mediaMetadata: params.mediaMetadata ?? (params.mediaRefs ? [] : post.mediaMetadata),
    targets,
  };
  if (params.publishTargets) checkTargets(targets, findSocialSet(call, post.socialSetId));
  const schedule = reschedule(post, params, now);
  // A draft from an idea may have no target, or a URL in its text, until someone wants it to go out.
  if (schedule.status === 'scheduled') checkReady(content);
  checkMedia(call, post, content);
  requireRoom(call, { status: schedule.status, targets }, post.status);
  state.posts.update(post, {
    ...content,
    ...schedule,
    targets: schedule.status === 'scheduled' ? targets.map(anew) : targets,
    title: params.title ?? post.title,
    updatedAt: now,
  });
  requeue(call, post);
  return { data: postView(post) };
});

const cancel: Handler = (call) => {
  const post = find(call);
  requireState(post, ['scheduled', 'draft_scheduled'], 'canceled');
  call.state.posts.update(post, { status: 'canceled', scheduledAt: null, updatedAt: call.now });
  requeue(call, post);
  return { data: postView(post) };
};

const publish: Handler = (call) => {
  const { state, now } = call;
  const post = find(call);
  requireState(post, ['draft_unscheduled', 'draft_scheduled', 'scheduled', 'failed'], 'published');
  checkReady(post);
  checkMedia(call, post, post);
  requireRoom(call, { status: 'scheduled', targets: post.targets }, post.status);
  state.posts.update(post, {
    status: 'scheduled',
    scheduledAt: now,
    targets: post.targets.map(anew),
    updatedAt: now,
  });
  requeue(call, post);
  return { data: postView(post) };
};

const remove: Handler = (call) => {
  const post = find(call);
  if (post.status === 'processing') throw wrongState('a post that is being published cannot be deleted');
  call.state.publisher.forget(post);
  call.state.posts.delete(post);
  return deleted;
};

/** What has gone out stays out: publishing again sends only the rest. */
function anew(target: StoredTarget): StoredTarget {
  return target.status === 'pushed' ? target : { ...target, status: 'pending' };
}

function requeue({ state }: Call, post: StoredPost): void {
  if (post.status === 'scheduled') state.publisher.enqueue(post);
  else state.publisher.forget(post);
}

export const posts: Readonly<Record<string, Handler>> = {
  'posts.create': create,
  'posts.list': list,
  'posts.get': (call) => ({ data: postView(find(call)) }),
  'posts.update': update,
  'posts.cancel': cancel,
  'posts.publish': publish,
  'posts.delete': remove,
};
