import { deletedSchema } from '../schemas/envelope.ts';
import {
  createFolderParamsSchema,
  deleteFolderParamsSchema,
  folderSchema,
  updateFolderParamsSchema,
} from '../schemas/folders.ts';
import { listParamsSchema } from '../schemas/lists.ts';
import { atLeastOneField } from '../schemas/rules.ts';
import type { Deleted, ListParams } from '../types/common.ts';
import type { CreateFolderParams, DeleteFolderParams, Folder, UpdateFolderParams } from '../types/folders.ts';
import { operation } from './operation.ts';

export const folders = {
  create: operation<CreateFolderParams, Folder>({
    id: 'folders.create',
    method: 'POST',
    path: '/folders',
    summary: 'Create a folder',
    scopes: ['folders:create'],
    limits: ['foldersWritePerMinute'],
    params: createFolderParamsSchema,
    response: folderSchema,
    success: 'record',
    status: [201],
  }),
  list: operation<ListParams, Folder>({
    id: 'folders.list',
    method: 'GET',
    path: '/folders',
    summary: 'List folders',
    scopes: [],
    limits: ['foldersReadPerMinute'],
    params: listParamsSchema,
    response: folderSchema,
    success: 'list',
    status: [200],
  }),
  get: operation<never, Folder>({
    id: 'folders.get',
    method: 'GET',
    path: '/folders/{id}',
    summary: 'Get one folder',
    scopes: [],
    limits: ['foldersReadPerMinute'],
    response: folderSchema,
    success: 'record',
    status: [200],
  }),
  update: operation<UpdateFolderParams, Folder>({
    id: 'folders.update',
    method: 'PATCH',
    path: '/folders/{id}',
    summary: 'Change a folder',
    scopes: ['folders:update'],
    limits: ['foldersWritePerMinute'],
    params: updateFolderParamsSchema,
    rules: [atLeastOneField],
    response: folderSchema,
    success: 'record',
    status: [200],
  }),
  delete: operation<DeleteFolderParams | undefined, Deleted>({
    id: 'folders.delete',
    method: 'DELETE',
    path: '/folders/{id}',
    summary: 'Delete a folder, with or without its ideas',
    scopes: ['folders:delete'],
    limits: ['foldersWritePerMinute'],
    params: deleteFolderParamsSchema,
    optionalBody: true,
    response: deletedSchema,
    success: 'deleted',
    status: [200],
  }),
};
