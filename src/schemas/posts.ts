import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { listFields } from './lists.ts';
import { openEnum, textUpTo, timestamp } from './primitives.ts';

export const platformNames = ['x', 'linkedin', 'threads'] as const;

export const postStatuses = [
  'draft_unscheduled',
  'draft_scheduled',
  'scheduled',
  'processing',
  'pushed',
  'failed',
  'canceled',
] as const;

export const settablePostStatuses = ['draft_unscheduled', 'draft_scheduled', 'scheduled'] as const;

export const postModes = ['draft', 'scheduled', 'publish_now'] as const;

export const maxAltText = 1000;

const mediaMetadata = () => z.array(z.looseObject({ altText: z.optional(textUpTo(maxAltText)) }));

const publishTarget = lazy(() =>
  z.looseObject({
    socialAccountId: z.string(),
    platform: openEnum(platformNames),
    status: z.optional(z.string()),
  }),
);

export const postSchema = lazy(() =>
  z.looseObject({
    id: z.string(),
    workspaceId: z.string(),
    socialSetId: z.string(),
    status: openEnum(postStatuses),
    title: z.string(),
    text: z.string(),
    scheduledAt: z.nullable(z.string()),
    media: z.optional(z.array(z.unknown())),
    mediaRefs: z.array(z.string()),
    // What comes back is not ours to measure.
    mediaMetadata: z.array(z.looseObject({ altText: z.optional(z.string()) })),
    xPostId: z.optional(z.nullable(z.string())),
    sourceIdeaId: z.optional(z.nullable(z.string())),
    publishTargets: z.array(publishTarget()),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
);

const publishTargetParams = lazy(() =>
  z.looseObject({
    socialAccountId: z.string(),
    platform: z.enum(platformNames),
    textOverride: z.optional(z.string()),
    mediaRefs: z.optional(z.array(z.string())),
    mediaMetadata: z.optional(mediaMetadata()),
  }),
);

export const createPostParamsSchema = lazy(() =>
  z.looseObject({
    socialSetId: z.string(),
    workspaceId: z.optional(z.string()),
    publishTargets: z.array(publishTargetParams()).check(z.minLength(1)),
    text: z.string(),
    mode: z.enum(postModes),
    scheduledAt: z.optional(timestamp()),
    title: z.optional(z.string()),
    mediaRefs: z.optional(z.array(z.string())),
    mediaMetadata: z.optional(mediaMetadata()),
  }),
);

export const updatePostParamsSchema = lazy(() =>
  z.looseObject({
    text: z.optional(z.string()),
    title: z.optional(z.string()),
    scheduledAt: z.optional(z.nullable(timestamp())),
    status: z.optional(z.enum(settablePostStatuses)),
    mediaRefs: z.optional(z.array(z.string())),
    mediaMetadata: z.optional(mediaMetadata()),
    publishTargets: z.optional(z.array(publishTargetParams()).check(z.minLength(1))),
  }),
);

export const listPostsParamsSchema = lazy(() =>
  z.looseObject({
    ...listFields(),
    status: z.optional(z.enum(postStatuses)),
    workspaceId: z.optional(z.string()),
    socialSetId: z.optional(z.string()),
    sourceIdeaId: z.optional(z.string()),
  }),
);
