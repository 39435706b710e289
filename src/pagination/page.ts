import { PaginationError } from '../errors/local.ts';

/** What the service said of one page. */
export interface PageContent<Item> {
  readonly data: Item[];
  readonly nextCursor: string | null;
  readonly requestId: string | undefined;
}

/** Asks for one page: the first without a cursor. The signal stands in for the list's own. */
export type FetchPage<Item> = (
  cursor: string | undefined,
  signal: AbortSignal | undefined,
) => Promise<PageContent<Item>>;

/** The cursors that led to a page, the latest first. Walks of one list share what they have in common. */
export interface Trail {
  readonly cursor: string;
  readonly before: Trail | undefined;
}

function leadsBackTo(cursor: string, trail: Trail | undefined): boolean {
  for (let step = trail; step; step = step.before) if (step.cursor === cursor) return true;
  return false;
}

/** One page of a list. */
export class Page<Item> implements PageContent<Item> {
  /** The records, in the service's order. May be empty even when more pages follow. */
  readonly data: Item[];
  /** Where the next page begins; `null` on the last page. */
  readonly nextCursor: string | null;
  /** The service's id of the request, for its support. */
  readonly requestId: string | undefined;
  readonly #fetchPage: FetchPage<Item>;
  readonly #trail: Trail | undefined;

  /** @internal */
  constructor(content: PageContent<Item>, fetchPage: FetchPage<Item>, trail: Trail | undefined) {
    this.data = content.data;
    this.nextCursor = content.nextCursor;
    this.requestId = content.requestId;
    this.#fetchPage = fetchPage;
    this.#trail = trail;
  }

  /** Whether another page follows. */
  hasNextPage(): boolean {
    return this.nextCursor !== null;
  }

  /**
   * Asks for the page after this one. May be called again, after a failure for one.
   *
   * @param signal - Aborts this request; without it the list's own does.
   * @throws {PaginationError} on the last page, and when the cursor came before: such a list never ends.
   */
  async getNextPage(signal?: AbortSignal): Promise<Page<Item>> {
    const cursor = this.nextCursor;
    if (cursor === null) throw new PaginationError('This is the last page: hasNextPage() tells.');
    if (leadsBackTo(cursor, this.#trail)) {
      throw new PaginationError(
        'The service sent a cursor a second time: the list would never end. The pages so far are complete.',
        cursor,
      );
    }
    const content = await this.#fetchPage(cursor, signal);
    return new Page(content, this.#fetchPage, { cursor, before: this.#trail });
  }
}
