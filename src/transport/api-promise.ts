import type { HeaderRecord } from '../errors/api-error.ts';

/** A record with what came along. */
export interface ApiResponse<T> {
  /** The record itself. */
  readonly data: T;
  /** The service's id of the request, for its support. */
  readonly requestId: string | undefined;
  /** The HTTP status. */
  readonly status: number;
  /** The answer's headers, names in lower case. */
  readonly headers: HeaderRecord;
  /** How many attempts it took. */
  readonly attempts: number;
  /** The key that a write was sent with. */
  readonly idempotencyKey: string | undefined;
}

/**
 * The result of a call that has already started: awaiting it gives the record itself.
 *
 * @example
 * const { data: post, requestId } = await client.posts.get(id).withResponse();
 */
export class ApiPromise<T> extends Promise<T> {
  readonly #response: () => Promise<ApiResponse<T>>;

  // What `then` returns is an ordinary promise: it has no response of its own.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** @internal */
  constructor(data: Promise<T>, response: () => Promise<ApiResponse<T>>) {
    super((resolve, reject) => {
      data.then(resolve, reject);
    });
    this.#response = response;
  }

  /** The record with the request id, the status, the headers, the attempts and the idempotency key. */
  withResponse(): Promise<ApiResponse<T>> {
    // Chained to this promise, so that a failure counts as handled here and is thrown once.
    return this.then(() => this.#response());
  }
}
