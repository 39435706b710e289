import { limitsOf } from '../../operations/operation.ts';
import { type LimitName, limits } from '../../pacing/limits.ts';
import type { ApiKeyRecord, Me, Quota, Usage } from '../../types/accounts.ts';
import { type Key, opensSocialSet, opensWorkspace } from '../access.ts';
import { iso } from '../clock.ts';
import { billingPeriod, type State } from '../state.ts';
import type { SandboxQuotas } from '../types.ts';
import type { Call, Handler } from './handler.ts';
import { isWaiting } from './post-quotas.ts';

/** The workspaces that the key opens. */
function workspaceIdsOf({ state, key }: Call): string[] {
  return [...state.workspaces.newest()].map(({ id }) => id).filter((id) => opensWorkspace(key, id));
}

function accessOf(call: Call): Pick<Me, 'workspaceAccess' | 'workspaceId' | 'workspaceIds'> {
  const { workspaceAccess, workspaceIds } = call.key;
  return {
    workspaceAccess,
    workspaceId: workspaceIdsOf(call)[0] ?? '',
    workspaceIds: [...workspaceIds],
  };
}

function keyRecord(call: Call): ApiKeyRecord {
  const { state, key, now } = call;
  const time = (at: number | null): string | null => (at === null ? null : iso(at));
  const { socialSetAccess, socialSetIds } = key;
  return {
    id: key.id,
    name: key.name,
    publicId: `pub_${key.id}`,
    lastFour: key.secret.slice(-4),
    scopes: [...key.scopes],
    ...accessOf(call),
    socialSetAccess,
    socialSetIds: [...socialSetIds],
    allowedIps: [],
    createdAt: iso(state.startedAt),
    updatedAt: iso(state.startedAt),
    lastUsedAt: iso(state.lastUsed.get(key) ?? now),
    expiresAt: time(key.expiresAt),
    revokedAt: time(key.revokedAt),
    rotatedAt: null,
  };
}

const me: Handler = (call) => {
  const { state, key, now } = call;
  const { limit, remaining, resetMs } = state.limiter.tightest(key.id, limitsOf(call.row, undefined), now);
  const rateLimit = { limit, remaining, reset: Math.ceil(resetMs / 1000) };
  return { data: { apiKey: keyRecord(call), ...accessOf(call), rateLimit } satisfies Me };
};

function quota(state: State, name: keyof SandboxQuotas, used: number): Quota {
  const limit = state.quotas[name] ?? null;
  return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used) };
}

function accountsOf(key: Key, state: State): number {
  return [...state.accounts].filter(
    ({ fields }) => fields.platform === 'x' && fields.status === 'active' && opensSocialSet(key, fields),
  ).length;
}

const general: readonly LimitName[] = ['defaultPerMinute', 'mutatingPerMinute'];
/** The document gives it no name, so no name is shown. */
const unnamed: LimitName = 'postsPublishPerSocialSet';

const endpointLimits = Object.fromEntries(
  Object.entries(limits)
    .filter(([name]) => ![...general, unnamed].includes(name as LimitName)) // the keys are the names
    .map(([name, { max }]) => [name, max]),
);

const usage: Handler = (call) => {
  const { state, key, now } = call;
  const period = billingPeriod(now);
  const waiting = [...state.posts].filter(({ status }) => isWaiting(status)).length;
  const data: Usage = {
    billing: {
      accessStatus: 'active',
      currentPeriodStart: iso(period.start),
      currentPeriodEnd: iso(period.end),
      plan: { id: 'plan_sandbox', key: 'sandbox', displayName: 'Sandbox' },
    },
    usage: {
      accounts: quota(state, 'accounts', accountsOf(key, state)),
      folders: quota(state, 'folders', state.folders.size),
      ideas: quota(state, 'ideas', state.ideas.size),
      monthlyPosts: quota(state, 'monthlyPosts', state.sentToX(now).size),
      scheduledPosts: quota(state, 'scheduledPosts', waiting),
      workspaces: quota(state, 'workspaces', workspaceIdsOf(call).length),
    },
    rateLimit: {
      defaultPerMinute: limits.defaultPerMinute.max,
      mutatingPerMinute: limits.mutatingPerMinute.max,
      endpointLimits,
    },
    ...accessOf(call),
  };
  return { data };
};

/** What a key can learn of itself. */
export const key: Readonly<Record<string, Handler>> = { 'me.get': me, 'usage.get': usage };
