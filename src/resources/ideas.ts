import { ideas } from '../operations/calls.generated.ts';
import type { PagePromise } from '../pagination/page-promise.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { Transport } from '../transport/transport.ts';
import type { Deleted, ListParams } from '../types/common.ts';
import type { ConvertIdeaParams, CreateIdeaParams, Idea, UpdateIdeaParams } from '../types/ideas.ts';
import type { RequestOptions } from '../types/options.ts';
import type { Post } from '../types/posts.ts';

/** Stored notes that can become draft posts. */
export class Ideas {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates an idea. `POST /ideas`, scope `ideas:create`.
   *
   * @throws {InvalidRequestError} before anything is sent, when a title or content is too long.
   * @throws {PermissionDeniedError} when the plan's quota of ideas is used up.
   * @example
   * const idea = await client.ideas.create({ socialSetId, content: 'Show the new oven', title: 'Oven' });
   */
  create(params: CreateIdeaParams, options?: RequestOptions): ApiPromise<Idea> {
    return this.#transport.call(ideas.create, { params }, options);
  }

  /**
   * Lists ideas. `GET /ideas`. Parameters that the document does not show go into `options.query`.
   *
   * @example
   * for await (const idea of client.ideas.list()) console.log(idea.title ?? idea.content);
   */
  list(query?: ListParams, options?: RequestOptions): PagePromise<Idea> {
    return this.#transport.list(ideas.list, { params: query }, options);
  }

  /**
   * Gets one idea. `GET /ideas/{id}`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @example
   * const idea = await client.ideas.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Idea> {
    return this.#transport.call(ideas.get, { id }, options);
  }

  /**
   * Changes an idea. A field that is left out stays as it is; `null` removes a title, a folder or a color.
   * `PATCH /ideas/{id}`, scope `ideas:update`.
   *
   * @throws {NotFoundError} when the idea or the folder does not exist.
   * @throws {InvalidRequestError} before anything is sent, when no field is given or one is too long.
   * @example
   * await client.ideas.update(id, { themeColor: 'green', folderId: null }); // out of its folder
   */
  update(id: string, params: UpdateIdeaParams, options?: RequestOptions): ApiPromise<Idea> {
    return this.#transport.call(ideas.update, { id, params }, options);
  }

  /**
   * Deletes an idea. `DELETE /ideas/{id}`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @example
   * await client.ideas.delete(id);
   */
  delete(id: string, options?: RequestOptions): ApiPromise<Deleted> {
    return this.#transport.call(ideas.delete, { id }, options);
  }

  /**
   * Makes a draft post of an idea. The idea stays; the post's `sourceIdeaId` names it.
   * `POST /ideas/{id}/convert-to-post`, scopes `ideas:convert` and `posts:create`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @throws {PermissionDeniedError} when the key lacks one of the scopes.
   * @example
   * const draft = await client.ideas.convertToPost(id);
   */
  convertToPost(id: string, params?: ConvertIdeaParams, options?: RequestOptions): ApiPromise<Post> {
    return this.#transport.call(ideas.convertToPost, { id, params }, options);
  }
}
