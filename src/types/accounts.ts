import type { Open, OpenRecord } from './common.ts';

/** A social account. The document shows none of its fields. */
export interface Account extends OpenRecord {}

/** A platform. The document shows none of its fields. */
export interface PlatformRecord extends OpenRecord {}

/** The connected accounts of a workspace that post together. The document shows only its `id`. */
export interface SocialSet extends OpenRecord {}

/** A workspace. The document shows none of its fields. */
export interface Workspace extends OpenRecord {}

/** The most restrictive rate limit that applies to a request. */
export interface RateLimitStatus {
  /** How many calls the window allows. */
  limit: number;
  /** How many of them are left. */
  remaining: number;
  /** When the window starts anew. The document does not show its unit. */
  reset: number;
}

/** An API key, without its secret. */
export interface ApiKeyRecord {
  id: string;
  name: string;
  /** The part of the key that is no secret. */
  publicId: string;
  /** The last four characters of the secret. */
  lastFour: string;
  /** What the key may do. */
  scopes: string[];
  /** `selected` restricts the key to `workspaceIds`. */
  workspaceAccess: Open<'all' | 'selected'>;
  /** `selected` opens only `socialSetIds`; `none` only what belongs to the workspace as a whole. */
  socialSetAccess: Open<'all' | 'selected' | 'none'>;
  workspaceId: string;
  workspaceIds: string[];
  socialSetIds: string[];
  /** The document shows neither their format nor how they are enforced. */
  allowedIps: string[];
  /** ISO 8601 UTC, like all the times below. */
  createdAt: string;
  updatedAt: string;
  lastUsedAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  rotatedAt: string | null;
}

/** Who the key is and what it may do. */
export interface Me {
  apiKey: ApiKeyRecord;
  workspaceAccess: Open<'all' | 'selected'>;
  workspaceId: string;
  workspaceIds: string[];
  /** The most restrictive limit that applies to this request. */
  rateLimit: RateLimitStatus;
}

/** One quota of the plan. */
export interface Quota {
  /** How much is used. */
  used: number;
  /** How much the plan allows; `null` when unlimited. */
  limit: number | null;
  /** How much is left; `null` when unlimited. */
  remaining: number | null;
}

/** What the plan allows and what is used of it. */
export interface Usage {
  billing: {
    accessStatus: string;
    /** ISO 8601 UTC. */
    currentPeriodStart: string;
    /** ISO 8601 UTC. */
    currentPeriodEnd: string;
    plan: { id: string; key: string; displayName: string };
  };
  usage: {
    /** Active `x` accounts within the key's access. `linkedin` and `threads` are not counted. */
    accounts: Quota;
    folders: Quota;
    ideas: Quota;
    /** Posts successfully sent to `x` in the current billing period. */
    monthlyPosts: Quota;
    /** Posts that are `scheduled` or `draft_scheduled`. */
    scheduledPosts: Quota;
    /** Workspaces within the key's access. */
    workspaces: Quota;
  };
  /** The limits in force. The document does not show the shape of each. */
  rateLimit: {
    /** All reads together. */
    defaultPerMinute?: unknown;
    /** All writes together. */
    mutatingPerMinute?: unknown;
    /** By name, for example `postsWritePerMinute`. */
    endpointLimits?: { [name: string]: unknown };
    [field: string]: unknown;
  };
  workspaceAccess: Open<'all' | 'selected'>;
  workspaceId: string;
  workspaceIds: string[];
}
