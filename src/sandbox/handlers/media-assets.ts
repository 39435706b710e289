import type { createUploadUrlParamsSchema, registerMediaAssetParamsSchema } from '../../schemas/media.ts';
import { mediaAssetView, type StoredMediaAsset } from '../records.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { bucketId, signPath } from '../storage.ts';
import {
  type Call,
  deleted,
  findIn,
  findSocialSet,
  type Handler,
  listOf,
  ownerOf,
  withParams,
} from './handler.ts';

const find = (call: Call): StoredMediaAsset => findIn(call, call.state.mediaAssets, 'media asset');

const maxFileName = 100;

/** A name that is safe in a path; its end is kept, since that holds the extension. */
function safeName(fileName: string): string {
  return (
    fileName
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .replace(/^\.+/, '')
      .slice(-maxFileName) || 'file'
  );
}

const createUploadUrl = withParams<typeof createUploadUrlParamsSchema>((call, params) => {
  const { state, now, origin } = call;
  const owner = ownerOf(findSocialSet(call, params.socialSetId));
  if (!/^image\/[\w.+-]+$/i.test(params.mimeType))
    throw invalidField(['mimeType'], "must be an image's MIME type, such as image/png");
  const folder = `${owner.workspaceId}/${owner.socialSetId}/${state.next('object')}`;
  const objectPath = `${folder}/${safeName(params.fileName)}`;
  const token = state.storage.sign(owner, objectPath, params.mimeType, now);
  const path = objectPath.split('/').map(encodeURIComponent).join('/');
  const uploadUrl = `${origin}${signPath}${bucketId}/${path}?token=${token}`;
  return { data: { uploadUrl, bucketId, objectPath, token } };
});

const register = withParams<typeof registerMediaAssetParamsSchema>((call, params) => {
  const { state, now } = call;
  const owner = ownerOf(findSocialSet(call, params.socialSetId));
  const object = state.storage.get(`${params.bucketId}/${params.objectPath}`);
  if (object?.socialSetId !== owner.socialSetId)
    throw invalidField(['objectPath'], 'is no uploaded object of the Social Set: upload the file first');
  if (object.assetId !== undefined)
    throw new Refusal(409, 'already_registered', `the object is registered as ${object.assetId}`);
  const mediaType = object.mimeType.toLowerCase() === 'image/gif' ? 'gif' : 'image';
  if (params.mediaType !== mediaType)
    throw invalidField(['mediaType'], `must be '${mediaType}' for ${object.mimeType}`);
  if (params.mimeType !== undefined && params.mimeType.toLowerCase() !== object.mimeType.toLowerCase())
    throw invalidField(['mimeType'], `must be ${object.mimeType}, as it was uploaded`);
  if (params.sizeBytes !== undefined && params.sizeBytes !== object.bytes.size)
    throw invalidField(['sizeBytes'], `must be ${object.bytes.size}, as it was uploaded`);
  const asset = state.mediaAssets.insert({
    ...state.identify('asset'),
    ...owner,
    bucketId: params.bucketId,
    objectPath: params.objectPath,
    mediaType,
    mimeType: object.mimeType,
    sizeBytes: object.bytes.size,
    altText: params.altText ?? '',
    createdAt: now,
    updatedAt: now,
  });
  object.assetId = asset.id;
  return { data: mediaAssetView(asset) };
});

const remove: Handler = (call) => {
  const { state } = call;
  const asset = find(call);
  for (const idea of [...state.ideas].filter(({ mediaAssetIds }) => mediaAssetIds.includes(asset.id)))
    state.ideas.update(idea, { mediaAssetIds: idea.mediaAssetIds.filter((id) => id !== asset.id) });
  state.mediaAssets.delete(asset);
  state.storage.delete(`${asset.bucketId}/${asset.objectPath}`);
  return deleted;
};

export const mediaAssets: Readonly<Record<string, Handler>> = {
  'mediaAssets.createUploadUrl': createUploadUrl,
  'mediaAssets.register': register,
  'mediaAssets.list': (call) => listOf(call, call.state.mediaAssets, mediaAssetView),
  'mediaAssets.delete': remove,
};
