import { Refusal } from './refusal.ts';

/** What every record of the sandbox has. */
export interface Stored {
  readonly id: string;
  /** Counts up with every record created; newest first is highest first. */
  readonly seq: number;
}

/** Room for records, shared by all collections: a sandbox that runs for days must not eat the machine. */
export class Room {
  #left: number;

  constructor(characters: number) {
    this.#left = characters;
  }

  take(characters: number): void {
    if (characters > this.#left)
      throw new Refusal(
        507,
        'sandbox_full',
        'the sandbox holds as much as it can: reset() it, or start a new one',
      );
    this.#left -= characters;
  }
}

/** Records of one kind, in order of creation. */
export class Collection<Item extends Stored> implements Iterable<Item> {
  readonly #room: Room;
  readonly #byId = new Map<string, Item>();
  readonly #sizes = new Map<string, number>();
  readonly #ordered: Item[] = [];

  constructor(room: Room) {
    this.#room = room;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Item | undefined {
    return this.#byId.get(id);
  }

  insert(item: Item): Item {
    this.#weigh(item);
    this.#byId.set(item.id, item);
    this.#ordered.push(item);
    return item;
  }

  /** Changes a record, or refuses before anything has changed. */
  update(item: Item, changes: Partial<Item>): Item {
    this.#weigh({ ...item, ...changes });
    return Object.assign(item, changes);
  }

  delete(item: Item): void {
    if (!this.#byId.delete(item.id)) return;
    this.#room.take(-(this.#sizes.get(item.id) ?? 0));
    this.#sizes.delete(item.id);
    this.#ordered.splice(this.#firstFrom(item.seq), 1);
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#ordered[Symbol.iterator]();
  }

  /** Newest first, from before `seq`. */
  *newest(before = Number.POSITIVE_INFINITY): Generator<Item> {
    for (let index = this.#firstFrom(before) - 1; index >= 0; index--) {
      const item = this.#ordered[index];
      if (item) yield item;
    }
  }

  #weigh(item: Item): void {
    const size = JSON.stringify(item).length;
    this.#room.take(size - (this.#sizes.get(item.id) ?? 0));
    this.#sizes.set(item.id, size);
  }

  /** The position of the first record with at least this `seq`. */
  #firstFrom(seq: number): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const item = this.#ordered[middle];
      if (item && item.seq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
