/** Numbers, first in first out, without moving any. Grows to what it once had to hold and no further. */
export class Ring {
  #values: number[] = new Array(8).fill(0);
  #head = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number at a position; 0 is the oldest. */
  at(position: number): number {
    return this.#values[(this.#head + position) % this.#values.length] ?? Number.NaN;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow();
    this.#values[(this.#head + this.#length) % this.#values.length] = value;
    this.#length += 1;
  }

  /** Drops the oldest. */
  shift(): void {
    this.#head = (this.#head + 1) % this.#values.length;
    this.#length -= 1;
  }

  #grow(): void {
    const inOrder = Array.from({ length: this.#length }, (_, position) => this.at(position));
    this.#values = [...inOrder, ...new Array<number>(this.#length).fill(0)];
    this.#head = 0;
  }
}
