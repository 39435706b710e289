import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { openEnum, textUpTo } from './primitives.ts';

export const ideaThemeColors = ['blue', 'green', 'amber', 'orange', 'red', 'purple'] as const;

export const maxIdeaTitle = 160;
export const maxIdeaContent = 5000;
export const maxIdeaImages = 10;
export const maxIdeaGifs = 4;

export const ideaSchema = lazy(() =>
  z.looseObject({
    id: z.string(),
    workspaceId: z.string(),
    socialSetId: z.string(),
    folderId: z.nullable(z.string()),
    title: z.nullable(z.string()),
    content: z.string(),
    isPinned: z.boolean(),
    themeColor: z.nullable(openEnum(ideaThemeColors)),
    archivedAt: z.nullable(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
);

// Ids do not say which are images and which are GIFs; both limits together bound their number.
const mediaAssetIds = () => z.array(z.string()).check(z.maxLength(maxIdeaImages + maxIdeaGifs));

export const createIdeaParamsSchema = lazy(() =>
  z.looseObject({
    socialSetId: z.string(),
    content: textUpTo(maxIdeaContent),
    title: z.optional(textUpTo(maxIdeaTitle)),
    folderId: z.optional(z.string()),
    isPinned: z.optional(z.boolean()),
    mediaAssetIds: z.optional(mediaAssetIds()),
  }),
);

export const updateIdeaParamsSchema = lazy(() =>
  z.looseObject({
    title: z.optional(z.nullable(textUpTo(maxIdeaTitle))),
    content: z.optional(textUpTo(maxIdeaContent)),
    folderId: z.optional(z.nullable(z.string())),
    isPinned: z.optional(z.boolean()),
    themeColor: z.optional(z.nullable(z.enum(ideaThemeColors))),
    mediaAssetIds: z.optional(mediaAssetIds()),
  }),
);

export const convertIdeaParamsSchema = lazy(() =>
  z.looseObject({ mediaAssetIds: z.optional(z.array(z.string())) }),
);
