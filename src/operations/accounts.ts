import type { LimitName } from '../pacing/limits.ts';
import { meSchema, openRecordSchema, usageSchema } from '../schemas/accounts.ts';
import { listParamsSchema } from '../schemas/lists.ts';
import type { Account, Me, PlatformRecord, SocialSet, Usage, Workspace } from '../types/accounts.ts';
import type { ListParams } from '../types/common.ts';
import { operation } from './operation.ts';

/** A list whose parameters, records and scopes the document does not show. */
function openList<Item>(resource: string, path: string, what: string, limits: readonly LimitName[] = []) {
  return operation<ListParams, Item>({
    id: `${resource}.list`,
    method: 'GET',
    path,
    summary: `List ${what}`,
    scopes: [],
    limits,
    params: listParamsSchema,
    response: openRecordSchema,
    success: 'list',
    status: [200],
  });
}

export const accounts = {
  list: openList<Account>('accounts', '/accounts', 'social accounts', ['accountsReadPerMinute']),
};

export const platforms = { list: openList<PlatformRecord>('platforms', '/platforms', 'platforms') };

export const socialSets = {
  list: openList<SocialSet>('socialSets', '/social-sets', 'Social Sets, with their accounts'),
};

export const workspaces = { list: openList<Workspace>('workspaces', '/workspaces', 'workspaces') };

export const me = {
  get: operation<never, Me>({
    id: 'me.get',
    method: 'GET',
    path: '/me',
    summary: 'Get the API key itself: its scopes, its access, its limits',
    scopes: [],
    limits: ['meReadPerMinute'],
    response: meSchema,
    success: 'record',
    status: [200],
    reports: 'me',
  }),
};

export const usage = {
  get: operation<never, Usage>({
    id: 'usage.get',
    method: 'GET',
    path: '/usage',
    summary: 'Get what the plan allows and what is used of it',
    scopes: ['usage:read'],
    limits: ['usageReadPerMinute'],
    response: usageSchema,
    success: 'record',
    status: [200],
    reports: 'usage',
  }),
};
