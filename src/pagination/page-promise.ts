import { InvalidRequestError } from '../errors/local.ts';
import { type FetchPage, Page } from './page.ts';

/**
 * A list that has not been asked for yet: nothing is sent until it is used.
 *
 * `await` gives the first page, `for await` walks all items, `pages()` walks pages, `toArray()` collects.
 *
 * @example
 * for await (const post of client.posts.list({ status: 'scheduled' })) console.log(post.id);
 */
export class PagePromise<Item> implements Promise<Page<Item>>, AsyncIterable<Item> {
  readonly #fetchPage: FetchPage<Item>;
  readonly #start: string | undefined;
  readonly #signal: AbortSignal | undefined;
  #first: Promise<Page<Item>> | undefined;

  /** @internal */
  constructor(
    fetchPage: FetchPage<Item>,
    walk: {
      /** The cursor that the caller begins with, if any. */
      readonly start: string | undefined;
      readonly signal: AbortSignal | undefined;
    },
  ) {
    this.#fetchPage = fetchPage;
    this.#start = walk.start;
    this.#signal = walk.signal;
  }

  get [Symbol.toStringTag](): string {
    return 'PagePromise';
  }

  #firstPage(): Promise<Page<Item>> {
    this.#first ??= this.#askForFirst();
    return this.#first;
  }

  async #askForFirst(): Promise<Page<Item>> {
    const content = await this.#fetchPage(undefined, undefined);
    const trail = this.#start === undefined ? undefined : { cursor: this.#start, before: undefined };
    return new Page(content, this.#fetchPage, trail);
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise that starts when it is awaited
  then<Fulfilled = Page<Item>, Rejected = never>(
    onFulfilled?: ((page: Page<Item>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#firstPage().then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page<Item> | Rejected> {
    return this.#firstPage().catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Page<Item>> {
    return this.#firstPage().finally(onFinally);
  }

  /**
   * Walks the pages. While the caller works on one, the next is already on its way, never more than
   * one ahead; leaving the loop cancels it.
   */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    const leaving = new AbortController();
    const signal = this.#signal ? AbortSignal.any([this.#signal, leaving.signal]) : leaving.signal;
    try {
      let page = await this.#firstPage();
      while (page.hasNextPage()) {
        const next = page.getNextPage(signal);
        // It may fail before anyone waits for it, or after everyone has left.
        next.catch(() => undefined);
        yield page;
        page = await next;
      }
      yield page;
    } finally {
      leaving.abort(new DOMException('The loop over the list was left.', 'AbortError'));
    }
  }

  /** Walks all items of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) {
      for (const item of page.data) yield item;
    }
  }

  /**
   * Collects items of as many pages as it takes, and asks for no page that is not needed.
   *
   * @param options.max - How many items at most: an integer of at least 1, or `Infinity` for a list that fits
   * into memory.
   * @throws {InvalidRequestError} without a `max`: a list may be longer than memory.
   * @example
   * const drafts = await client.posts.list({ status: 'draft_unscheduled' }).toArray({ max: 200 });
   */
  async toArray(options: { max: number }): Promise<Item[]> {
    const max = options?.max;
    if (!(Number.isInteger(max) && max > 0) && max !== Number.POSITIVE_INFINITY) {
      throw new InvalidRequestError('toArray', [
        { path: 'max', message: 'must be an integer of at least 1: how many items at most' },
      ]);
    }
    const items: Item[] = [];
    let page = await this.#firstPage();
    for (;;) {
      for (const item of page.data) {
        if (items.push(item) >= max) return items;
      }
      if (!page.hasNextPage()) return items;
      page = await page.getNextPage();
    }
  }
}
