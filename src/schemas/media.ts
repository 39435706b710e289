import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { maxAltText } from './posts.ts';
import { integerFrom, openEnum, textUpTo } from './primitives.ts';

export const mediaTypes = ['image', 'gif'] as const;

export const mediaAssetSchema = lazy(() =>
  z.looseObject({
    id: z.string(),
    workspaceId: z.string(),
    socialSetId: z.string(),
    bucketId: z.string(),
    objectPath: z.string(),
    mediaType: openEnum(mediaTypes),
    mimeType: z.optional(z.nullable(z.string())),
    sizeBytes: z.optional(z.nullable(z.number())),
    altText: z.optional(z.nullable(z.string())),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
);

export const uploadUrlSchema = lazy(() =>
  z.looseObject({
    uploadUrl: z.string(),
    bucketId: z.string(),
    objectPath: z.string(),
    token: z.string(),
  }),
);

export const createUploadUrlParamsSchema = lazy(() =>
  z.looseObject({ socialSetId: z.string(), fileName: z.string(), mimeType: z.string() }),
);

export const registerMediaAssetParamsSchema = lazy(() =>
  z.looseObject({
    socialSetId: z.string(),
    bucketId: z.string(),
    objectPath: z.string(),
    mediaType: z.enum(mediaTypes),
    altText: z.optional(textUpTo(maxAltText)),
    mimeType: z.optional(z.string()),
    sizeBytes: z.optional(integerFrom(0)),
  }),
);
