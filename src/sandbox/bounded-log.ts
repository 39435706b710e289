/** The newest entries of a record that grows for ever. */
export class BoundedLog<Entry> {
  readonly entries: Entry[] = [];
  readonly #sizes: number[] = [];
  readonly #maxEntries: number;
  readonly #maxSize: number;
  #size = 0;

  constructor(maxEntries: number, maxSize: number) {
    this.#maxEntries = maxEntries;
    this.#maxSize = maxSize;
  }

  add(entry: Entry, size = 0): void {
    this.entries.push(entry);
    this.#sizes.push(size);
    this.#size += size;
    while (this.entries.length > this.#maxEntries || this.#size > this.#maxSize) {
      this.entries.shift();
      this.#size -= this.#sizes.shift() ?? 0;
    }
  }
}
