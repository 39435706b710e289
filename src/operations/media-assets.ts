import { deletedSchema } from '../schemas/envelope.ts';
import { listParamsSchema } from '../schemas/lists.ts';
import {
  createUploadUrlParamsSchema,
  mediaAssetSchema,
  registerMediaAssetParamsSchema,
  uploadUrlSchema,
} from '../schemas/media.ts';
import type { Deleted, ListParams } from '../types/common.ts';
import type {
  CreateUploadUrlParams,
  MediaAsset,
  RegisterMediaAssetParams,
  UploadUrl,
} from '../types/media.ts';
import { operation } from './operation.ts';

export const mediaAssets = {
  createUploadUrl: operation<CreateUploadUrlParams, UploadUrl>({
    id: 'mediaAssets.createUploadUrl',
    method: 'POST',
    path: '/media-assets/upload-url',
    summary: 'Get a signed URL to upload a file to',
    scopes: ['media:write'],
    limits: [],
    params: createUploadUrlParamsSchema,
    response: uploadUrlSchema,
    success: 'record',
    status: [201],
  }),
  register: operation<RegisterMediaAssetParams, MediaAsset>({
    id: 'mediaAssets.register',
    method: 'POST',
    path: '/media-assets',
    summary: 'Register an uploaded file as a media asset',
    scopes: ['media:write'],
    limits: [],
    params: registerMediaAssetParamsSchema,
    response: mediaAssetSchema,
    success: 'record',
    status: [201],
  }),
  list: operation<ListParams, MediaAsset>({
    id: 'mediaAssets.list',
    method: 'GET',
    path: '/media-assets',
    summary: 'List media assets',
    scopes: [],
    limits: [],
    params: listParamsSchema,
    response: mediaAssetSchema,
    success: 'list',
    status: [200],
  }),
  delete: operation<never, Deleted>({
    id: 'mediaAssets.delete',
    method: 'DELETE',
    path: '/media-assets/{id}',
    summary: 'Delete a media asset',
    scopes: ['media:delete'],
    limits: [],
    response: deletedSchema,
    success: 'deleted',
    status: [200],
  }),
};
