import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { integerFrom, openEnum, textUpTo } from './primitives.ts';

export const folderColors = [
  'blue',
  'green',
  'lime',
  'yellow',
  'orange',
  'red',
  'purple',
  'black',
  'gray',
] as const;

export const folderDeleteModes = ['folder-only', 'with-ideas'] as const;

export const maxFolderName = 120;

export const folderSchema = lazy(() =>
  z.looseObject({
    id: z.string(),
    workspaceId: z.string(),
    socialSetId: z.string(),
    name: z.string(),
    color: openEnum(folderColors),
    isPinned: z.boolean(),
    order: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
);

export const createFolderParamsSchema = lazy(() =>
  z.looseObject({
    socialSetId: z.string(),
    name: textUpTo(maxFolderName),
    color: z.optional(z.enum(folderColors)),
    order: z.optional(integerFrom(0)),
    isPinned: z.optional(z.boolean()),
  }),
);

export const updateFolderParamsSchema = lazy(() =>
  z.looseObject({
    name: z.optional(textUpTo(maxFolderName)),
    color: z.optional(z.enum(folderColors)),
    order: z.optional(integerFrom(0)),
    isPinned: z.optional(z.boolean()),
  }),
);

export const deleteFolderParamsSchema = lazy(() =>
  z.looseObject({ mode: z.optional(z.enum(folderDeleteModes)) }),
);
