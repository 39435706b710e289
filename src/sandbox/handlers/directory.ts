import { opensSocialSet, opensWorkspace } from '../access.ts';
import type { Collection } from '../collection.ts';
import type { Fixed } from '../fixtures.ts';
import { type Call, type Handler, ownerOf, page, type Result } from './handler.ts';

/** A page of what was there from the start. */
function list<Fields>(
  call: Call,
  collection: Collection<Fixed<Fields>>,
  matches: (fields: Fields) => boolean,
): Result {
  return page(
    call,
    collection,
    ({ fields }) => fields,
    ({ fields }) => matches(fields),
  );
}

/** Who and what there is to publish with. */
export const directory: Readonly<Record<string, Handler>> = {
  'accounts.list': (call) => list(call, call.state.accounts, (account) => opensSocialSet(call.key, account)),
  'platforms.list': (call) => list(call, call.state.platforms, () => true),
  'socialSets.list': (call) =>
    list(call, call.state.socialSets, (socialSet) => opensSocialSet(call.key, ownerOf(socialSet))),
  'workspaces.list': (call) => list(call, call.state.workspaces, ({ id }) => opensWorkspace(call.key, id)),
};
