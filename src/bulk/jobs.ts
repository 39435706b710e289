import { InvalidRequestError } from '../errors/local.ts';
import { idempotencyKeyFrom } from '../idempotency/key-from.ts';
import { fingerprintOf } from './content.ts';

/** One item of a bulk run. */
export interface Job<Item> {
  readonly index: number;
  readonly item: Item;
  /** What the item is, whatever it says. */
  readonly identity: string;
  /** A hash of what it says. */
  readonly fingerprint: string;
  readonly idempotencyKey: string;
}

/** Gives each item its identity and its key. Never more than one run's items long, so it is done beforehand. */
export async function jobsOf<Item>(
  { name, operation }: { readonly name: string; readonly operation: string },
  items: Iterable<Item> | AsyncIterable<Item>,
  identity: ((item: Item, index: number) => string) | undefined,
): Promise<Job<Item>[]> {
  const jobs: Job<Item>[] = [];
  const copies = new Map<string, number>();
  for await (const item of items) {
    const index = jobs.length;
    const fingerprint = await fingerprintOf(item);
    const copy = (copies.get(fingerprint) ?? 0) + 1;
    copies.set(fingerprint, copy);
    const own = identity ? identity(item, index) : `${fingerprint}#${copy}`;
    if (typeof own !== 'string' || own === '') {
      throw new InvalidRequestError(name, [
        { path: `identity of items[${index}]`, message: 'must be a text' },
      ]);
    }
    const idempotencyKey = await idempotencyKeyFrom(operation, own);
    jobs.push({ index, item, identity: own, fingerprint, idempotencyKey });
  }
  return jobs;
}
