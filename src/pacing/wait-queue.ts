/** What can stand in a {@link WaitQueue}. */
export interface Queued {
  /** Its rank: the smaller goes first. */
  readonly order: number;
  before: this | undefined;
  behind: this | undefined;
}

/** Those who wait, in order of rank. Joining at either end, leaving from anywhere and the first cost the same however many wait. */
export class WaitQueue<T extends Queued> {
  first: T | undefined;
  size = 0;
  #last: T | undefined;

  add(item: T): void {
    let before = this.first && item.order < this.first.order ? undefined : this.#last;
    while (before && before.order > item.order) before = before.before;
    const behind = before ? before.behind : this.first;
    item.before = before;
    item.behind = behind;
    if (before) before.behind = item;
    else this.first = item;
    if (behind) behind.before = item;
    else this.#last = item;
    this.size += 1;
  }

  remove(item: T): void {
    if (item.before) item.before.behind = item.behind;
    else this.first = item.behind;
    if (item.behind) item.behind.before = item.before;
    else this.#last = item.before;
    item.before = undefined;
    item.behind = undefined;
    this.size -= 1;
  }
}
