import { folders } from '../operations/calls.generated.ts';
import type { PagePromise } from '../pagination/page-promise.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { Transport } from '../transport/transport.ts';
import type { Deleted, ListParams } from '../types/common.ts';
import type { CreateFolderParams, DeleteFolderParams, Folder, UpdateFolderParams } from '../types/folders.ts';
import type { RequestOptions } from '../types/options.ts';

/** Folders that ideas are filed in. */
export class Folders {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a folder. `POST /folders`, scope `folders:create`.
   *
   * @throws {InvalidRequestError} before anything is sent, when the name is too long or `order` is no integer from 0.
   * @example
   * const folder = await client.folders.create({ socialSetId, name: 'Spring', color: 'lime' });
   */
  create(params: CreateFolderParams, options?: RequestOptions): ApiPromise<Folder> {
    return this.#transport.call(folders.create, { params }, options);
  }

  /**
   * Lists folders. `GET /folders`. Parameters that the document does not show go into `options.query`.
   *
   * @example
   * for await (const folder of client.folders.list()) console.log(folder.name);
   */
  list(query?: ListParams, options?: RequestOptions): PagePromise<Folder> {
    return this.#transport.list(folders.list, { params: query }, options);
  }

  /**
   * Gets one folder. `GET /folders/{id}`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @example
   * const folder = await client.folders.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Folder> {
    return this.#transport.call(folders.get, { id }, options);
  }

  /**
   * Changes a folder. A field that is left out stays as it is. `PATCH /folders/{id}`, scope
   * `folders:update`.
   *
   * @throws {NotFoundError} when it does not exist or the key may not see it.
   * @example
   * await client.folders.update(id, { name: 'Summer', order: 0 });
   */
  update(id: string, params: UpdateFolderParams, options?: RequestOptions): ApiPromise<Folder> {
    return this.#transport.call(folders.update, { id, params }, options);
  }

  /**
   * Deletes a folder. `DELETE /folders/{id}`, scope `folders:delete`.
   *
   * @example
   * await client.folders.delete(folder.id, { mode: 'folder-only' }); // its ideas stay, unfiled
   */
  delete(id: string, params?: DeleteFolderParams, options?: RequestOptions): ApiPromise<Deleted> {
    return this.#transport.call(folders.delete, { id, params }, options);
  }
}
