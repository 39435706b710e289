import { type CallFields, InternalServerError, RateLimitError } from '../errors/api-error.ts';
import { APIConnectionError, APITimeoutError, APIUserAbortError } from '../errors/connection.ts';
import { InvalidRequestError } from '../errors/local.ts';
import { monotonicNow, sleep } from '../transport/clock.ts';
import { harmless } from '../transport/harmless.ts';
import type { RequestOptions } from '../types/options.ts';
import type { Post, PostStatus } from '../types/posts.ts';

/** How `posts.waitUntilSettled()` waits. */
export interface WaitUntilSettledOptions {
  /**
   * Milliseconds between two looks, from the start; after 20 that find nothing new it grows by half each time,
   * to 30 seconds. Default: none before the post is due, then 2 seconds, growing likewise from the first.
   */
  interval?: number | undefined;
  /** Milliseconds to wait in all. Default: until 15 minutes after the post was due. */
  timeout?: number | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Called with the post as it is at first, and whenever it changed. What it throws is ignored. */
  onUpdate?: ((post: Post) => void) | undefined;
}

const settledStates: ReadonlySet<string> = new Set(['pushed', 'failed', 'canceled'] satisfies PostStatus[]);
const draftStates: ReadonlySet<string> = new Set([
  'draft_unscheduled',
  'draft_scheduled',
] satisfies PostStatus[]);

const minute = 60_000;
const overdue = 15 * minute;
const firstInterval = 2_000;
const longestInterval = 30_000;
const growth = 1.5;

// A short interval would use up the reads of a minute in a moment: after so many looks it grows as well.
const steadyLooks = 20;

// A post may be moved or canceled while one sleeps, and the clock here may be wrong.
const longestSleep = 60 * minute;

// Someone may be about to publish a draft, or has done so a moment ago.
const draftPatience = 30_000;

/** Waits until a post is `pushed`, `failed` or `canceled`: see `posts.waitUntilSettled()`. */
export async function waitUntilSettled(
  get: (id: string, options: RequestOptions) => Promise<Post>,
  id: string,
  options: WaitUntilSettledOptions = {},
): Promise<Post> {
  check('interval', options.interval);
  check('timeout', options.timeout);
  return new Wait(get, id, options).run();
}

class Wait {
  readonly #get: (id: string, options: RequestOptions) => Promise<Post>;
  readonly #id: string;
  readonly #options: WaitUntilSettledOptions;
  readonly #deadline: number;
  /** Since when nothing speaks against the post being settled. */
  #dueSince = monotonicNow();
  #draftSince: number | undefined;
  #interval: number;
  /** Looks that found nothing new, since the last that did. */
  #unchanged = 0;
  #seen: string | undefined;
  #lookFailed: unknown;

  constructor(
    get: (id: string, options: RequestOptions) => Promise<Post>,
    id: string,
    options: WaitUntilSettledOptions,
  ) {
    this.#get = get;
    this.#id = id;
    this.#options = options;
    this.#interval = options.interval ?? firstInterval;
    this.#deadline =
      options.timeout === undefined ? Number.POSITIVE_INFINITY : monotonicNow() + options.timeout;
  }

  async run(): Promise<Post> {
    for (;;) {
      const post = await this.#look();
      if (post && settledStates.has(post.status)) return post;
      await this.#sleep(post);
    }
  }

  /** One look at the post; nothing when the service could not be asked, which may pass. */
  async #look(): Promise<Post | undefined> {
    this.#throwIfAborted();
    const { signal } = this.#options;
    try {
      const post = await this.#get(this.#id, {
        signal,
        maxPacingWait: Number.POSITIVE_INFINITY,
        totalTimeout: Math.max(1, this.#timeLeft()),
      });
      this.#lookFailed = undefined;
      this.#notice(post);
      return post;
    } catch (error) {
      this.#throwIfAborted();
      if (!isPassing(error)) throw error;
      this.#lookFailed = error;
      return undefined;
    }
  }

  #notice(post: Post): void {
    const now = JSON.stringify(post);
    if (now === this.#seen) return;
    this.#seen = now;
    this.#unchanged = 0;
    this.#interval = this.#options.interval ?? firstInterval;
    // A listener that breaks must not end the wait.
    harmless(() => this.#options.onUpdate?.(post));
  }

  async #sleep(post: Post | undefined): Promise<void> {
    const now = monotonicNow();
    const untilDue = post ? untilScheduled(post) : 0;
    if (untilDue > 0) this.#dueSince = now + untilDue;
    this.#draftSince = post && draftStates.has(post.status) ? (this.#draftSince ?? now) : undefined;
    if (this.#draftSince !== undefined && now - this.#draftSince >= draftPatience) {
      throw this.#timeoutError('is a draft, and a draft never settles: schedule it or publish it first');
    }
    const timeLeft = this.#timeLeft();
    if (timeLeft <= 0)
      throw this.#timeoutError(`has not settled in time${post ? `; it is ${post.status}` : ''}`);
    const wait = this.#nextWait(untilDue);
    try {
      await sleep(Math.min(wait, timeLeft), this.#options.signal);
    } catch {
      this.#throwIfAborted();
    }
  }

  /** Without an `interval` nothing is asked before the post is due; with one, it is what the caller wants. */
  #nextWait(untilDue: number): number {
    const { interval: wanted } = this.#options;
    if (untilDue > 0 && wanted === undefined) return Math.min(untilDue, longestSleep);
    const wait = untilDue > 0 ? Math.min(untilDue, this.#interval) : this.#interval;
    this.#unchanged += 1;
    if (wanted === undefined || this.#unchanged > steadyLooks) {
      this.#interval = Math.min(this.#interval * growth, Math.max(wanted ?? 0, longestInterval));
    }
    return wait;
  }

  #timeLeft(): number {
    const patience = this.#options.timeout === undefined ? this.#dueSince + overdue : this.#deadline;
    return patience - monotonicNow();
  }

  #throwIfAborted(): void {
    const { signal } = this.#options;
    if (!signal?.aborted) return;
    const message = `posts.waitUntilSettled: the wait for ${this.#fields().path} was aborted by the caller.`;
    throw new APIUserAbortError(message, this.#fields(), 'not-sent', signal.reason);
  }

  #timeoutError(problem: string): APITimeoutError {
    const message = `posts.waitUntilSettled: ${this.#fields().path} ${problem}.`;
    return new APITimeoutError(message, this.#fields(), 'not-sent', this.#lookFailed);
  }

  #fields(): CallFields {
    const path = `/posts/${encodeURIComponent(this.#id)}`;
    return {
      operation: 'posts.waitUntilSettled',
      method: 'GET',
      path,
      idempotencyKey: undefined,
      attempts: 0,
    };
  }
}

/** How long until a scheduled post is due. The service's clock is at least where the post's own times are. */
function untilScheduled({ status, scheduledAt, updatedAt }: Post): number {
  if (status !== 'scheduled' || scheduledAt === null) return 0;
  const updated = Date.parse(updatedAt);
  const now = Math.max(Date.now(), Number.isNaN(updated) ? 0 : updated);
  const due = Date.parse(scheduledAt);
  return Number.isNaN(due) ? 0 : Math.max(0, due - now);
}

/** No answer, a server that failed, too many calls: another look may succeed. */
function isPassing(error: unknown): boolean {
  if (error instanceof APIUserAbortError) return false;
  return (
    error instanceof APIConnectionError ||
    error instanceof InternalServerError ||
    error instanceof RateLimitError
  );
}

function check(option: 'interval' | 'timeout', value: number | undefined): void {
  if (value === undefined || (typeof value === 'number' && value > 0)) return;
  throw new InvalidRequestError('posts.waitUntilSettled', [
    { path: option, message: 'must be a number of milliseconds above 0' },
  ]);
}
