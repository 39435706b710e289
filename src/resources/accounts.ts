import { accounts, me, platforms, socialSets, usage, workspaces } from '../operations/calls.generated.ts';
import type { PagePromise } from '../pagination/page-promise.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { Transport } from '../transport/transport.ts';
import type { Account, Me, PlatformRecord, SocialSet, Usage, Workspace } from '../types/accounts.ts';
import type { ListParams } from '../types/common.ts';
import type { RequestOptions } from '../types/options.ts';

/** The connected social accounts. */
export class Accounts {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists social accounts. `GET /accounts`. The document shows none of their fields.
   *
   * @example
   * for await (const account of client.accounts.list()) console.log(account.id, account);
   */
  list(query?: ListParams, options?: RequestOptions): PagePromise<Account> {
    return this.#transport.list(accounts.list, { params: query }, options);
  }
}

/** The platforms that can be published to. */
export class Platforms {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists platforms. `GET /platforms`. The document shows none of their fields.
   *
   * @example
   * const platforms = await client.platforms.list().toArray({ max: 100 });
   */
  list(query?: ListParams, options?: RequestOptions): PagePromise<PlatformRecord> {
    return this.#transport.list(platforms.list, { params: query }, options);
  }
}

/** Groups of connected accounts. */
export class SocialSets {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists Social Sets with their accounts. `GET /social-sets`.
   *
   * @example
   * const [first] = (await client.socialSets.list()).data;
   * console.log(first?.id);
   */
  list(query?: ListParams, options?: RequestOptions): PagePromise<SocialSet> {
    return this.#transport.list(socialSets.list, { params: query }, options);
  }
}

/** Workspaces. */
export class Workspaces {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists workspaces. `GET /workspaces`. The document shows none of their fields.
   *
   * @example
   * const workspaces = await client.workspaces.list().toArray({ max: 100 });
   */
  list(query?: ListParams, options?: RequestOptions): PagePromise<Workspace> {
    return this.#transport.list(workspaces.list, { params: query }, options);
  }
}

/** The API key itself. */
export class KeyIntrospection {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Gets the key's scopes, access and limits. `GET /me`, no scope. The pacer learns from it.
   *
   * @throws {AuthenticationError} when the key is wrong, expired or revoked.
   * @example
   * const { apiKey } = await client.me.get();
   * if (!apiKey.scopes.includes('posts:publish')) console.warn('This key cannot publish.');
   */
  get(options?: RequestOptions): ApiPromise<Me> {
    return this.#transport.call(me.get, {}, options);
  }
}

/** What the plan allows. */
export class UsageReport {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Gets the plan's quotas and what is used of them. `GET /usage`, scope `usage:read`. The pacer learns from it.
   *
   * @throws {PermissionDeniedError} when the key lacks the scope.
   * @example
   * const { usage } = await client.usage.get();
   * console.log(usage.monthlyPosts.remaining ?? 'unlimited');
   */
  get(options?: RequestOptions): ApiPromise<Usage> {
    return this.#transport.call(usage.get, {}, options);
  }
}
