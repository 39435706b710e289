import type {
  createFolderParamsSchema,
  deleteFolderParamsSchema,
  updateFolderParamsSchema,
} from '../../schemas/folders.ts';
import { folderView, type StoredFolder } from '../records.ts';
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

const find = (call: Call): StoredFolder => findIn(call, call.state.folders, 'folder');

/** After all the folders of the Social Set. */
function nextOrder({ state }: Call, socialSetId: string): number {
  let order = 0;
  for (const folder of state.folders)
    if (folder.socialSetId === socialSetId) order = Math.max(order, folder.order + 1);
  return order;
}

const create = withParams<typeof createFolderParamsSchema>((call, params) => {
  const { state, now } = call;
  const owner = ownerOf(findSocialSet(call, params.socialSetId));
  requireQuota(state, 'folders', state.folders.size);
  const folder = state.folders.insert({
    ...state.identify('folder'),
    ...owner,
    name: params.name,
    color: params.color ?? 'blue',
    isPinned: params.isPinned ?? false,
    order: params.order ?? nextOrder(call, owner.socialSetId),
    createdAt: now,
    updatedAt: now,
  });
  return { data: folderView(folder) };
});

const update = withParams<typeof updateFolderParamsSchema>((call, params) => {
  const folder = find(call);
  call.state.folders.update(folder, {
    name: params.name ?? folder.name,
    color: params.color ?? folder.color,
    isPinned: params.isPinned ?? folder.isPinned,
    order: params.order ?? folder.order,
    updatedAt: call.now,
  });
  return { data: folderView(folder) };
});

const remove = withParams<typeof deleteFolderParamsSchema>((call, params) => {
  const { state, now } = call;
  const folder = find(call);
  // A copy: the collection changes on the way.
  const filed = [...state.ideas].filter(({ folderId }) => folderId === folder.id);
  for (const idea of filed) {
    // No body is none at all; the milder mode is the default.
    if (params?.mode === 'with-ideas') state.ideas.delete(idea);
    else state.ideas.update(idea, { folderId: null, updatedAt: now });
  }
  state.folders.delete(folder);
  return deleted;
});

export const folders: Readonly<Record<string, Handler>> = {
  'folders.create': create,
  'folders.list': (call) => listOf(call, call.state.folders, folderView),
  'folders.get': (call) => ({ data: folderView(find(call)) }),
  'folders.update': update,
  'folders.delete': remove,
};
