import { exchange } from './exchange.ts';
import { defaultSecret } from './fixtures.ts';
import { ApiRouter } from './router.ts';
import { createState, type State } from './state.ts';
import type {
  FaultInjection,
  PublishedPost,
  PublishInjection,
  RecordedRequest,
  RecordedUpload,
  SandboxOptions,
  SandboxSocialSet,
} from './types.ts';

const defaultBaseUrl = 'https://sandbox.invalid/v1';

/** The whole service, in memory. */
export interface Sandbox {
  /**
   * Answers a request as the service does, storage included. Hand it to the client as its `fetch`.
   * It needs no `this`, and rejects as the platform's `fetch` does: with a `TypeError` when a fault breaks the
   * connection, with the signal's reason when the request is aborted.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Ready for the client. Any other origin with the same path is answered too. */
  readonly baseUrl: string;
  /** The secret of its first key. */
  readonly apiKey: string;
  /** The Social Sets that it starts with, their accounts among them. */
  readonly socialSets: readonly SandboxSocialSet[];
  /** Its clock's time. */
  readonly now: Date;
  /** What arrived at the API, in order: the newest 10 000. */
  readonly requests: readonly RecordedRequest[];
  /** What arrived at the storage, in order: the newest 10 000. */
  readonly uploads: readonly RecordedUpload[];
  /**
   * What went out, in order: one entry for each target. Everything that is due by now is among them.
   *
   * @example
   * expect(sandbox.published).toHaveLength(1); // and not twice
   */
  readonly published: readonly PublishedPost[];
  /**
   * Moves its clock on by `ms` milliseconds; what becomes due is published. Throws a `RangeError` when `ms` is
   * negative or no number: time does not go back.
   */
  advance(ms: number): Promise<void>;
  /**
   * Lets something go wrong with the next requests that match.
   *
   * @example
   * sandbox.inject({ method: 'POST', path: '/posts', fault: { type: 'drop-after-commit' } });
   */
  inject(injection: FaultInjection): void;
  /**
   * Decides how publishing turns out for the next posts that match. A post that fails on one target is `failed`
   * although the other targets are out; publishing it again sends only what is missing.
   *
   * @example
   * sandbox.injectPublish({ platform: 'x', outcome: { type: 'fail' } });
   */
  injectPublish(injection: PublishInjection): void;
  /** Forgets everything that happened: it is as it was when it was created, its clock too. */
  reset(): void;
}

/**
 * Creates the service in memory: every endpoint, every rule of its document, its own clock, its own storage.
 * It needs no network, no account and no file. Throws a `TypeError` for options that make no sense.
 *
 * @example
 * const sandbox = createSandbox({ now: '2026-12-01T09:00:00Z' });
 * const client = new SocialPublishing({
 *   apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, fetch: sandbox.fetch,
 * });
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  let state = createState(options);
  const router = new ApiRouter();
  const baseUrl = (options.baseUrl ?? defaultBaseUrl).replace(/\/+$/, '');
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');

  const settled = (): State => {
    state.publisher.settle(state.clock.now());
    return state;
  };

  return {
    baseUrl,
    apiKey: options.apiKeys?.[0]?.secret ?? defaultSecret,
    socialSets: [...state.socialSets.newest()].map(({ fields }) => fields),
    fetch: async (input, init) => {
      const request = input instanceof Request && !init ? input : new Request(input, init);
      request.signal.throwIfAborted();
      return exchange(state, router, basePath, request);
    },
    get now() {
      return new Date(state.clock.now());
    },
    get requests() {
      return state.requests.entries;
    },
    get uploads() {
      return state.uploads.entries;
    },
    get published() {
      return settled().published.entries;
    },
    async advance(ms) {
      state.clock.advance(ms);
      settled();
    },
    inject(injection) {
      state.faults.inject(injection);
    },
    injectPublish(injection) {
      state.publisher.inject(injection);
    },
    reset() {
      state = createState(options);
    },
  };
}
