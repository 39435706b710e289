import type {
  convertIdeaParamsSchema,
  createIdeaParamsSchema,
  updateIdeaParamsSchema,
} from '../../schemas/ideas.ts';
import { maxIdeaGifs, maxIdeaImages } from '../../schemas/ideas.ts';
import { ideaView, type Owned, postView, type StoredIdea, type StoredMediaAsset } from '../records.ts';
import { invalidField } from '../refusal.ts';
import {
  type Call,
  deleted,
  findIn,
  findSocialSet,
  type Handler,
  listOf,
  ownerOf,
  requireQuota,
  withParams,
} from './handler.ts';
import { defaultPostTitle } from './post-content.ts';

const find = (call: Call): StoredIdea => findIn(call, call.state.ideas, 'idea');

/** A folder of the same Social Set. */
function requireFolder(call: Call, owner: Owned, folderId: string | null | undefined): void {
  if (folderId === undefined || folderId === null) return;
  const folder = findIn(call, call.state.folders, 'folder', folderId);
  if (folder.socialSetId !== owner.socialSetId)
    throw invalidField(['folderId'], 'must be a folder of the same Social Set');
}

/** Assets of the same Social Set, as many of each kind as an idea takes. */
function mediaOf({ state }: Call, owner: Owned, ids: readonly string[]): StoredMediaAsset[] {
  const assets = ids.map((id, index) => {
    const asset = state.mediaAssets.get(id);
    if (asset?.socialSetId !== owner.socialSetId)
      throw invalidField(['mediaAssetIds', index], 'is no media asset of the same Social Set');
    return asset;
  });
  const gifs = assets.filter(({ mediaType }) => mediaType === 'gif').length;
  if (gifs > maxIdeaGifs)
    throw invalidField(['mediaAssetIds'], `must be at most ${maxIdeaGifs} GIFs, not ${gifs}`);
  const images = assets.length - gifs;
  if (images > maxIdeaImages)
    throw invalidField(['mediaAssetIds'], `must be at most ${maxIdeaImages} images, not ${images}`);
  return assets;
}

const create = withParams<typeof createIdeaParamsSchema>((call, params) => {
  const { state, now } = call;
  const owner = ownerOf(findSocialSet(call, params.socialSetId));
  requireFolder(call, owner, params.folderId);
  const mediaAssetIds = params.mediaAssetIds ?? [];
  mediaOf(call, owner, mediaAssetIds);
  requireQuota(state, 'ideas', state.ideas.size);
  const idea = state.ideas.insert({
    ...state.identify('idea'),
    ...owner,
    folderId: params.folderId ?? null,
    title: params.title ?? null,
    content: params.content,
    isPinned: params.isPinned ?? false,
    themeColor: null,
    mediaAssetIds,
    createdAt: now,
    updatedAt: now,
  });
  return { data: ideaView(idea) };
});

const update = withParams<typeof updateIdeaParamsSchema>((call, params) => {
  const { state, now } = call;
  const idea = find(call);
  requireFolder(call, idea, params.folderId);
  if (params.mediaAssetIds) mediaOf(call, idea, params.mediaAssetIds);
  state.ideas.update(idea, {
    // Null says something here, and being absent says nothing.
    title: params.title === undefined ? idea.title : params.title,
    content: params.content ?? idea.content,
    folderId: params.folderId === undefined ? idea.folderId : params.folderId,
    isPinned: params.isPinned ?? idea.isPinned,
    themeColor: params.themeColor === undefined ? idea.themeColor : params.themeColor,
    mediaAssetIds: params.mediaAssetIds ?? idea.mediaAssetIds,
    updatedAt: now,
  });
  return { data: ideaView(idea) };
});

const convertToPost = withParams<typeof convertIdeaParamsSchema>((call, params) => {
  const { state, now } = call;
  const idea = find(call);
  // No body is none at all.
  const assets = mediaOf(call, idea, params?.mediaAssetIds ?? idea.mediaAssetIds);
  const post = state.posts.insert({
    ...state.identify('post'),
    workspaceId: idea.workspaceId,
    socialSetId: idea.socialSetId,
    status: 'draft_unscheduled',
    title: idea.title ?? defaultPostTitle,
    text: idea.content,
    scheduledAt: null,
    mediaRefs: assets.map(({ bucketId, objectPath }) => `${bucketId}/${objectPath}`),
    mediaMetadata: assets.map(({ altText }) => (altText === '' ? {} : { altText })),
    targets: [],
    sourceIdeaId: idea.id,
    createdAt: now,
    updatedAt: now,
  });
  return { data: postView(post) };
});

const remove: Handler = (call) => {
  call.state.ideas.delete(find(call));
  return deleted;
};

export const ideas: Readonly<Record<string, Handler>> = {
  'ideas.create': create,
  'ideas.list': (call) => listOf(call, call.state.ideas, ideaView),
  'ideas.get': (call) => ({ data: ideaView(find(call)) }),
  'ideas.update': update,
  'ideas.delete': remove,
  'ideas.convertToPost': convertToPost,
};
