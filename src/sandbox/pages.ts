import type { Collection, Stored } from './collection.ts';
import { invalidField } from './refusal.ts';

/** What a list endpoint answers with. */
export interface ListPage {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

const defaultLimit = 50;

/**
 * A page of a list, newest first. The cursor names the last record shown, not a position, so that records
 * that are added or removed meanwhile neither repeat nor hide any other.
 */
export function pageOf<Item extends Stored>(
  name: string,
  collection: Collection<Item>,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  matches: (item: Item) => boolean,
  view: (item: Item) => unknown,
): ListPage {
  const limit = query.limit ?? defaultLimit;
  const found: Item[] = [];
  for (const item of collection.newest(query.cursor === undefined ? undefined : decode(name, query.cursor))) {
    if (!matches(item)) continue;
    found.push(item);
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(view), nextCursor: last ? encode(name, last.seq) : null };
}

// Encoded, so that nobody is tempted to read it or to count it on.
const encode = (name: string, seq: number): string => btoa(`${name}:${seq}`).replaceAll('=', '');

function decode(name: string, cursor: string): number {
  let text = '';
  try {
    text = atob(cursor);
  } catch {
    // Not ours; refused below.
  }
  const [list, seq] = text.split(':');
  if (list !== name || !seq || !/^\d{1,15}$/.test(seq))
    throw invalidField(['cursor'], "must be a pagination.nextCursor of the same list's previous page");
  return Number(seq);
}
