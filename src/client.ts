import {
  Accounts,
  KeyIntrospection,
  Platforms,
  SocialSets,
  UsageReport,
  Workspaces,
} from './resources/accounts.ts';
import { Folders } from './resources/folders.ts';
import { Ideas } from './resources/ideas.ts';
import { MediaAssets } from './resources/media-assets.ts';
import { Posts } from './resources/posts.ts';
import { type Config, resolveConfig } from './transport/config.ts';
import { Transport } from './transport/transport.ts';
import type { ClientOptions } from './types/options.ts';

/**
 * The client of the social publishing service.
 *
 * @example
 * const client = new SocialPublishing({ apiKey, baseUrl: 'https://host/v1' });
 * const me = await client.me.get();
 *
 * @throws {SocialPublishingError} when the key or the base URL is missing, or an option is wrong.
 */
export class SocialPublishing {
  readonly accounts: Accounts;
  readonly folders: Folders;
  readonly ideas: Ideas;
  readonly me: KeyIntrospection;
  readonly mediaAssets: MediaAssets;
  readonly platforms: Platforms;
  readonly posts: Posts;
  readonly socialSets: SocialSets;
  readonly usage: UsageReport;
  readonly workspaces: Workspaces;

  // Private to the language, not only to the types: printing a client prints no key.
  #options: ClientOptions;
  readonly #config: Config;

  constructor(options: ClientOptions = {}) {
    this.#options = { ...options };
    this.#config = resolveConfig(options);
    const transport = new Transport(this.#config);
    this.accounts = new Accounts(transport);
    this.folders = new Folders(transport);
    this.ideas = new Ideas(transport);
    this.me = new KeyIntrospection(transport);
    this.mediaAssets = new MediaAssets(transport);
    this.platforms = new Platforms(transport);
    this.posts = new Posts(transport);
    this.socialSets = new SocialSets(transport);
    this.usage = new UsageReport(transport);
    this.workspaces = new Workspaces(transport);
  }

  /** Where calls go. */
  get baseUrl(): string {
    return this.#config.baseUrl;
  }

  /**
   * A copy with other options; what is left out, or `undefined`, stays as it is. It shares the pacer, and so the
   * rate budget, unless the key or `pacing` changes.
   *
   * @example
   * const patient = client.withOptions({ timeout: 120_000 });
   */
  withOptions(options: ClientOptions): SocialPublishing {
    const { apiKey, baseUrl, pacer = false } = this.#config;
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    // Key and URL as they were resolved: the environment may have changed since.
    const wished: ClientOptions = { ...this.#options, apiKey, baseUrl, ...Object.fromEntries(given) };
    const samePacing = (wished.pacing ?? 'auto') === (this.#options.pacing ?? 'auto');
    const copy = create(samePacing && wished.apiKey === apiKey ? { ...wished, pacing: pacer } : wished);
    // What was wished, not what is shared: the copy's own copies may have another key.
    copy.#options = wished;
    return copy;
  }
}

// Outside the class: a class that names itself inside is renamed by bundlers, and prints as `_SocialPublishing`.
function create(options: ClientOptions): SocialPublishing {
  return new SocialPublishing(options);
}
