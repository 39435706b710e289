import type * as z from 'zod/mini';
import type { Operation } from '../../operations/operation.ts';
import type { LazySchema } from '../../schemas/lazy.ts';
import { type Key, opensSocialSet } from '../access.ts';
import type { Collection, Stored } from '../collection.ts';
import { type ListPage, pageOf } from '../pages.ts';
import type { Owned } from '../records.ts';
import { invalidField, notFound, Refusal } from '../refusal.ts';
import type { State } from '../state.ts';
import type { SandboxQuotas, SandboxSocialSet } from '../types.ts';

/** A request that was let in: its key is good, its scopes suffice, its params keep to the schema. */
export interface Call {
  readonly state: State;
  readonly row: Operation;
  readonly key: Key;
  readonly now: number;
  /** From the path; empty when the path has none. */
  readonly id: string;
  /** The body of a write, the query of a read. */
  readonly params: unknown;
  /** Where the request was sent to: signed URLs point back there. */
  readonly origin: string;
}

/** What a handler answers with. */
export type Result = { readonly data: unknown; readonly status?: number } | { readonly page: ListPage };

export type Handler = (call: Call) => Result;

/** A handler of params that the row's schema has let through. */
export function withParams<Schema extends LazySchema>(
  run: (call: Call, params: z.infer<ReturnType<Schema>>) => Result,
): Handler {
  // The router has held the params against this very schema.
  return (call) => run(call, call.params as z.infer<ReturnType<Schema>>);
}

export const deleted: Result = { data: { deleted: true } };

/** The record of the path's id, unless the key may not see it. */
export function findIn<Item extends Stored & Owned>(
  call: Call,
  collection: Collection<Item>,
  what: string,
  id = call.id,
): Item {
  const item = collection.get(id);
  if (!item || !opensSocialSet(call.key, item)) throw notFound(what);
  return item;
}

/** A page of a collection, as the call's query asks for it. */
export function page<Item extends Stored>(
  call: Call,
  collection: Collection<Item>,
  view: (item: Item) => unknown,
  matches: (item: Item) => boolean,
): Result {
  const query = (call.params ?? {}) as { limit?: number; cursor?: string }; // every list's schema has both
  return { page: pageOf(call.row.id, collection, query, matches, view) };
}

/** A page of the records that the key may see. */
export function listOf<Item extends Stored & Owned>(
  call: Call,
  collection: Collection<Item>,
  view: (item: Item) => unknown,
  matches: (item: Item) => boolean = () => true,
): Result {
  return page(call, collection, view, (item) => opensSocialSet(call.key, item) && matches(item));
}

/** The Social Set that a request names, unless the key may not see it. */
export function findSocialSet(call: Call, id: string): SandboxSocialSet {
  const socialSet = call.state.socialSets.get(id)?.fields;
  if (!socialSet || !opensSocialSet(call.key, ownerOf(socialSet))) throw notFound('Social Set');
  return socialSet;
}

export function ownerOf({ id, workspaceId }: SandboxSocialSet): Owned {
  return { workspaceId, socialSetId: id };
}

/** The optional guard: it must be the Social Set's own workspace. */
export function guardWorkspace(workspaceId: string | undefined, socialSet: SandboxSocialSet): void {
  if (workspaceId !== undefined && workspaceId !== socialSet.workspaceId)
    throw invalidField(['workspaceId'], 'is not the workspace of the Social Set');
}

/** 403 when the plan allows no more. */
export function requireQuota(state: State, name: keyof SandboxQuotas, used: number): void {
  const limit = state.quotas[name] ?? null;
  if (limit !== null && used >= limit)
    throw new Refusal(403, 'quota_exceeded', `the plan allows ${limit} ${name}, and ${used} are used`);
}
