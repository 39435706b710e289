import type { RequestIssue } from '../errors/local.ts';
import type { Journal } from './journal.ts';

/** How a bulk run stands. */
export interface BulkProgress {
  /** Items that have settled, however they did. */
  readonly done: number;
  readonly total: number;
  readonly created: number;
  /** Items that settled in any other way. */
  readonly failed: number;
  /** Milliseconds until the last item settles, as far as the rate limits and the calls so far tell. */
  readonly etaMs: number;
}

/** How a bulk run is made. */
export interface BulkOptions<Item> {
  /** How many calls may be under way at once: an integer from 1. Default 4. */
  concurrency?: number | undefined;
  /** Where settled items are kept, so that the run can be started again. Default: in memory, for this run. */
  journal?: Journal | undefined;
  /**
   * What an item is to you, whatever it says today: the number of its row, an id of yours. Its idempotency
   * key is derived from it. Default: a hash of its content; equal items are counted up, each is one of its own.
   */
  identity?: ((item: Item, index: number) => string) | undefined;
  /** Called whenever an item has settled. What it throws is ignored. */
  onProgress?: ((progress: BulkProgress) => void) | undefined;
  /** Ends the run. Everything that has settled is in the journal. */
  signal?: AbortSignal | undefined;
}

interface OptionRule {
  readonly path: string;
  readonly message: string;
  holds(items: unknown, options: BulkOptions<never>): boolean;
}

const isFunction = (value: unknown): boolean => value === undefined || typeof value === 'function';

/** What a run is held to before it begins. */
const rules: readonly OptionRule[] = [
  {
    path: 'items',
    message: 'must be an array, or another iterable',
    holds: (items) =>
      typeof items === 'object' &&
      items !== null &&
      (Symbol.iterator in items || Symbol.asyncIterator in items),
  },
  {
    path: 'concurrency',
    message: 'must be an integer from 1',
    holds: (_, { concurrency = 1 }) => Number.isInteger(concurrency) && concurrency >= 1,
  },
  {
    path: 'journal',
    message: 'must be a journal: memoryJournal(), or fileJournal(path) of social-publishing/node',
    holds: (_, { journal }) => journal === undefined || typeof journal?.open === 'function',
  },
  { path: 'identity', message: 'must be a function', holds: (_, { identity }) => isFunction(identity) },
  { path: 'onProgress', message: 'must be a function', holds: (_, { onProgress }) => isFunction(onProgress) },
  {
    path: 'signal',
    message: 'must be an AbortSignal',
    holds: (_, { signal }) => !signal || typeof signal.addEventListener === 'function',
  },
];

/** What is wrong with what a run is given. */
export function checkOptions(items: unknown, options: BulkOptions<never>): RequestIssue[] {
  return rules.filter(({ holds }) => !holds(items, options)).map(({ path, message }) => ({ path, message }));
}
