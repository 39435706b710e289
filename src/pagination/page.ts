import { PaginationError } from '../errors/local.ts';

/** What the service said of one page. */
export interface PageContent<Item> {
  readonly data: Item[];
  readonly nextCursor: string | null;
  readonly requestId: string | undefined;
}

/** Asks for one page: the first without a cursor. */
export type FetchPage<Item> = (
  cursor: string | undefined,
  signal: AbortSignal | undefined,
) => Promise<PageContent<Item>>;

/** One page of a list. */
export class Page<Item> implements PageContent<Item> {
  /** The records, in the service's order. May be empty even when more pages follow. */
  readonly data: Item[];
  /** Where the next page begins; `null` on the last page. */
  readonly nextCursor: string | null;
  /** The service's id of the request, for its support. */
  readonly requestId: string | undefined;
  readonly #fetchPage: FetchPage<Item>;
  /** Every cursor of the walk, with the number of the page that it came from. */
  readonly #cursors: Map<string, number>;
  readonly #number: number;

  /** @internal */
  constructor(
    content: PageContent<Item>,
    fetchPage: FetchPage<Item>,
    cursors: Map<string, number> = new Map(),
    number = 1,
  ) {
    this.data = content.data;
    this.nextCursor = content.nextCursor;
    this.requestId = content.requestId;
    this.#fetchPage = fetchPage;
    this.#cursors = cursors;
    this.#number = number;
  }

  /** Whether another page follows. */
  hasNextPage(): boolean {
    return this.nextCursor !== null;
  }

  /**
   * Asks for the page after this one.
   *
   * @throws {PaginationError} on the last page, and when the cursor came before: such a list never ends.
   */
  getNextPage(signal?: AbortSignal): Promise<Page<Item>> {
    return this.#next(signal);
  }

  async #next(signal: AbortSignal | undefined): Promise<Page<Item>> {
    const cursor = this.nextCursor;
    if (cursor === null) throw new PaginationError('This is the last page: hasNextPage() tells.');
    const cameFrom = this.#cursors.get(cursor);
    // The same page may be asked again, after a failure for one.
    if (cameFrom !== undefined && cameFrom !== this.#number) {
      throw new PaginationError(
        'The service sent a cursor a second time: the list would never end. The pages so far are complete.',
        cursor,
      );
    }
    this.#cursors.set(cursor, this.#number);
    const content = await this.#fetchPage(cursor, signal);
    return new Page(content, this.#fetchPage, this.#cursors, this.#number + 1);
  }
}
