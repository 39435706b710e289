import { platformNames } from '../schemas/posts.ts';
import { Collection, type Room, type Stored } from './collection.ts';
import type { SandboxAccount, SandboxSocialSet, SandboxSocialSetOptions } from './types.ts';

/** The key that a sandbox knows when none are given. It opens nothing but the sandbox. */
export const defaultSecret = 'sp_sandbox_key_for_tests';

const defaultWorkspace = 'ws_1';

const defaultSocialSets: readonly SandboxSocialSetOptions[] = [
  {
    id: 'set_1',
    workspaceId: 'ws_1',
    name: 'Acme',
    accounts: [
      { id: 'acc_x_1', platform: 'x' },
      { id: 'acc_linkedin_1', platform: 'linkedin' },
      { id: 'acc_threads_1', platform: 'threads' },
    ],
  },
  {
    id: 'set_2',
    workspaceId: 'ws_2',
    name: 'Globex',
    accounts: [
      { id: 'acc_x_2', platform: 'x' },
      { id: 'acc_linkedin_2', platform: 'linkedin' },
      { id: 'acc_threads_2', platform: 'threads' },
    ],
  },
];

const platformTitles = { x: 'X', linkedin: 'LinkedIn', threads: 'Threads' } as const;

/** The Social Sets that a sandbox starts with. */
export function socialSetsFrom(
  given: readonly SandboxSocialSetOptions[] = defaultSocialSets,
): readonly SandboxSocialSet[] {
  const socialSets = given.map(({ id, workspaceId = defaultWorkspace, name = id, accounts }) => ({
    id,
    workspaceId,
    name,
    accounts: accounts.map((account): SandboxAccount => {
      if (!platformNames.includes(account.platform))
        throw new TypeError(`account '${account.id}' needs a platform of ${platformNames.join(', ')}`);
      return {
        id: account.id,
        workspaceId,
        socialSetId: id,
        platform: account.platform,
        name: account.name ?? `${name} on ${platformTitles[account.platform]}`,
        status: account.status ?? 'active',
      };
    }),
  }));
  unique('Social Set', socialSets);
  unique(
    'account',
    socialSets.flatMap(({ accounts }) => accounts),
  );
  return socialSets;
}

function unique(what: string, records: readonly { readonly id: string }[]): void {
  const ids = new Set<string>();
  for (const { id } of records) {
    if (ids.has(id)) throw new TypeError(`socialSets has the ${what} id '${id}' twice`);
    ids.add(id);
  }
}

/** A fixed record with its place in its list. */
export interface Fixed<Fields> extends Stored {
  readonly fields: Fields;
}

/** Records that are there from the start, in a list that shows them in the order given. */
export function fixed<Fields extends { readonly id: string }>(
  room: Room,
  records: readonly Fields[],
): Collection<Fixed<Fields>> {
  const collection = new Collection<Fixed<Fields>>(room);
  for (const [index, fields] of [...records].reverse().entries())
    collection.insert({ id: fields.id, seq: index, fields });
  return collection;
}

export const platformRecords = platformNames.map((id) => ({ id, name: platformTitles[id] }));

export function workspacesOf(socialSets: readonly SandboxSocialSet[]): { id: string; name: string }[] {
  return [...new Set(socialSets.map(({ workspaceId }) => workspaceId))].map((id) => ({
    id,
    name: `Workspace ${id}`,
  }));
}
