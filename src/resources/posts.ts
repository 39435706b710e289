import type { CreateManyOptions, CreateManyResult } from '../bulk/create-many.ts';
import { posts } from '../operations/calls.generated.ts';
import type { PagePromise } from '../pagination/page-promise.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { Transport } from '../transport/transport.ts';
import type { Deleted } from '../types/common.ts';
import type { RequestOptions } from '../types/options.ts';
import type { CreatePostParams, ListPostsParams, Post, UpdatePostParams } from '../types/posts.ts';
import type { WaitUntilSettledOptions } from './wait-until-settled.ts';

/** Social posts: drafts, scheduled ones, and those that go out at once. */
export class Posts {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a draft, a scheduled post, or one that goes out at once: `mode` says which.
   * `POST /posts`, scope `posts:create`; `publish_now` needs `posts:publish` too.
   *
   * @throws {InvalidRequestError} before anything is sent, when the params break a documented rule.
   * @throws {UnprocessableEntityError} when the service refuses them.
   * @example
   * const post = await client.posts.create({
   *   mode: 'scheduled',
   *   scheduledAt: new Date(Date.now() + 3_600_000),
   *   socialSetId,
   *   publishTargets: [{ socialAccountId, platform: 'x' }],
   *   text: 'Hello from the SDK',
   * });
   */
  create(params: CreatePostParams, options?: RequestOptions): ApiPromise<Post> {
    return this.#transport.call(posts.create, { params }, options);
  }

  /**
   * Lists posts, newest first. `GET /posts`, scope `posts:read`.
   *
   * @example
   * for await (const post of client.posts.list({ status: 'scheduled' })) console.log(post.id);
   */
  list(query?: ListPostsParams, options?: RequestOptions): PagePromise<Post> {
    return this.#transport.list(posts.list, { params: query }, options);
  }

  /**
   * Gets one post. `GET /posts/{id}`, scope `posts:read`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @example
   * const post = await client.posts.get(id);
   * console.log(post.status, post.publishTargets);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Post> {
    return this.#transport.call(posts.get, { id }, options);
  }

  /**
   * Changes a post. A field that is left out stays as it is; `scheduledAt: null` removes the schedule.
   * `PATCH /posts/{id}`, scope `posts:update`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @throws {InvalidRequestError} before anything is sent, when no field is given or one breaks a documented rule.
   * @example
   * await client.posts.update(id, { text: 'A better text', scheduledAt: null });
   */
  update(id: string, params: UpdatePostParams, options?: RequestOptions): ApiPromise<Post> {
    return this.#transport.call(posts.update, { id, params }, options);
  }

  /**
   * Cancels a scheduled post. It cannot be revived: to publish it after all, create a new one.
   * `POST /posts/{id}/cancel`, scope `posts:schedule`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @throws {PermissionDeniedError} when the key lacks the scope.
   * @example
   * const { status } = await client.posts.cancel(id); // 'canceled'
   */
  cancel(id: string, options?: RequestOptions): ApiPromise<Post> {
    return this.#transport.call(posts.cancel, { id }, options);
  }

  /**
   * Puts a post in the publishing queue. `POST /posts/{id}/publish`, scope `posts:publish`.
   * The document does not show the answer; it is taken to be the post.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @throws {PermissionDeniedError} when the key lacks the scope.
   * @example
   * await client.posts.publish(id);
   * const settled = await client.posts.waitUntilSettled(id);
   */
  publish(id: string, options?: RequestOptions): ApiPromise<Post> {
    return this.#transport.call(posts.publish, { id }, options);
  }

  /**
   * Deletes a post. `DELETE /posts/{id}`, scope `posts:delete`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @throws {PermissionDeniedError} when the key lacks the scope.
   * @example
   * await client.posts.delete(id);
   */
  delete(id: string, options?: RequestOptions): ApiPromise<Deleted> {
    return this.#transport.call(posts.delete, { id }, options);
  }

  /**
   * Waits until a post is `pushed`, `failed` or `canceled`, and gives it back whatever the end was: each
   * target's own state is in `publishTargets`. It sleeps until the post is due, then asks `GET /posts/{id}`
   * (scope `posts:read`) at growing intervals, within the rate limits; with an `interval` it asks from the start.
   *
   * @throws {APITimeoutError} when the post has not settled in time, or stays a draft.
   * @throws {APIUserAbortError} when `signal` is aborted.
   * @example
   * const post = await client.posts.waitUntilSettled(id, { timeout: 10 * 60_000 });
   * if (post.status !== 'pushed') console.warn(post.publishTargets);
   */
  async waitUntilSettled(id: string, options?: WaitUntilSettledOptions): Promise<Post> {
    const { waitUntilSettled } = await import('./wait-until-settled.ts');
    return waitUntilSettled((...call) => this.get(...call), id, options);
  }

  /**
   * Creates many posts, each once, however often the run is started again: `POST /posts` for each, in order,
   * within the rate limits however long that takes. Gives one settled result for each item, in order.
   *
   * Each post's idempotency key is derived from its identity; with a `journal` a run that was killed goes on
   * where it stopped.
   *
   * @throws {InvalidRequestError} when an option is wrong. A wrong item settles as `failed`.
   * @throws {APIUserAbortError} when `signal` is aborted. What has settled is in the journal.
   * @example
   * const results = await client.posts.createMany(items, {
   *   identity: (item, index) => `campaign-7/${index}`,
   *   onProgress: ({ done, total, etaMs }) => console.log(done, total, etaMs),
   * });
   * const open = results.filter((result) => result.status !== 'created');
   */
  async createMany(
    items: Iterable<CreatePostParams> | AsyncIterable<CreatePostParams>,
    options?: CreateManyOptions,
  ): Promise<CreateManyResult[]> {
    const { createMany } = await import('../bulk/create-many.ts');
    return createMany((...call) => this.create(...call), items, options, { paced: this.#transport.paced });
  }
}
