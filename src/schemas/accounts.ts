import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import { openEnum } from './primitives.ts';

/** A record of which the document shows nothing, or only the id. */
export const openRecordSchema = lazy(() => z.looseObject({ id: z.string() }));

const workspaceAccess = () => openEnum(['all', 'selected']);

const apiKeySchema = lazy(() =>
  z.looseObject({
    id: z.string(),
    name: z.string(),
    publicId: z.string(),
    lastFour: z.string(),
    scopes: z.array(z.string()),
    workspaceAccess: workspaceAccess(),
    socialSetAccess: openEnum(['all', 'selected', 'none']),
    workspaceId: z.string(),
    workspaceIds: z.array(z.string()),
    socialSetIds: z.array(z.string()),
    allowedIps: z.array(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
    lastUsedAt: z.string(),
    expiresAt: z.nullable(z.string()),
    revokedAt: z.nullable(z.string()),
    rotatedAt: z.nullable(z.string()),
  }),
);

export const meSchema = lazy(() =>
  z.looseObject({
    apiKey: apiKeySchema(),
    workspaceAccess: workspaceAccess(),
    workspaceId: z.string(),
    workspaceIds: z.array(z.string()),
    rateLimit: z.looseObject({ limit: z.number(), remaining: z.number(), reset: z.number() }),
  }),
);

const quota = () =>
  z.looseObject({ used: z.number(), limit: z.nullable(z.number()), remaining: z.nullable(z.number()) });

export const usageSchema = lazy(() =>
  z.looseObject({
    billing: z.looseObject({
      accessStatus: z.string(),
      currentPeriodStart: z.string(),
      currentPeriodEnd: z.string(),
      plan: z.looseObject({ id: z.string(), key: z.string(), displayName: z.string() }),
    }),
    usage: z.looseObject({
      accounts: quota(),
      folders: quota(),
      ideas: quota(),
      monthlyPosts: quota(),
      scheduledPosts: quota(),
      workspaces: quota(),
    }),
    rateLimit: z.looseObject({
      defaultPerMinute: z.optional(z.unknown()),
      mutatingPerMinute: z.optional(z.unknown()),
      endpointLimits: z.optional(z.record(z.string(), z.unknown())),
    }),
    workspaceAccess: workspaceAccess(),
    workspaceId: z.string(),
    workspaceIds: z.array(z.string()),
  }),
);
