import type { Platform } from '../types/common.ts';
import type { PostStatus } from '../types/posts.ts';
import { iso } from './clock.ts';
import type { StoredPost, StoredTarget } from './records.ts';
import type { PublishedPost, PublishInjection } from './types.ts';

/** A post that is being published. */
interface Run {
  readonly finishAt: number;
  /** The accounts whose platform refuses. */
  readonly failing: ReadonlySet<string>;
}

interface Outcome extends PublishInjection {
  left: number;
}

/** What the publisher needs of the world. */
export interface PublisherContext {
  /** Milliseconds that a post stays in `processing`. */
  readonly duration: number;
  /** Whether the plan lets one more post out on this platform at that time. */
  readonly allows: (platform: Platform, postId: string, at: number) => boolean;
  readonly publish: (post: PublishedPost) => void;
}

const outcomeTypes: readonly string[] = ['fail', 'slow'];

/**
 * Moves due posts from `scheduled` through `processing` to `pushed` or `failed`. It has no timers: everything
 * that is due happens, in order and at its own time, whenever someone looks.
 */
export class Publisher {
  readonly #context: PublisherContext;
  readonly #queue = new Set<StoredPost>();
  readonly #runs = new Map<string, Run>();
  readonly #outcomes: Outcome[] = [];
  /** The earliest time at which there is something to do. */
  #next = Number.POSITIVE_INFINITY;

  constructor(context: PublisherContext) {
    this.#context = context;
  }

  inject(injection: PublishInjection): void {
    const { outcome, times = 1 } = injection;
    if (!outcomeTypes.includes(outcome?.type))
      throw new TypeError(`injectPublish() needs an outcome of type 'fail' or 'slow'`);
    if (outcome.type === 'slow' && !(Number.isFinite(outcome.ms) && outcome.ms >= 0))
      throw new TypeError(`a slow publish needs 'ms', a number from 0`);
    if (!(times > 0)) throw new TypeError('times must be a positive number');
    this.#outcomes.push({ ...injection, left: times });
  }

  /** Takes a post that is `scheduled`, or whose time has changed. */
  enqueue(post: StoredPost): void {
    this.#queue.add(post);
    this.#next = Math.min(this.#next, this.#dueAt(post));
  }

  forget(post: StoredPost): void {
    this.#queue.delete(post);
  }

  /** Does everything that is due. */
  settle(now: number): void {
    if (now < this.#next) return;
    // Starts depend on starts alone and finishes on finishes, so two passes keep the order of events.
    for (const post of this.#due('scheduled', now)) this.#start(post, this.#dueAt(post));
    for (const post of this.#due('processing', now)) this.#finish(post, this.#dueAt(post));
    this.#next = Number.POSITIVE_INFINITY;
    for (const post of this.#queue) this.#next = Math.min(this.#next, this.#dueAt(post));
  }

  #dueAt(post: StoredPost): number {
    const at = post.status === 'processing' ? this.#runs.get(post.id)?.finishAt : post.scheduledAt;
    return at ?? Number.POSITIVE_INFINITY;
  }

  #due(status: PostStatus, now: number): StoredPost[] {
    return [...this.#queue]
      .filter((post) => post.status === status && this.#dueAt(post) <= now)
      .sort((a, b) => this.#dueAt(a) - this.#dueAt(b) || a.seq - b.seq);
  }

  #start(post: StoredPost, at: number): void {
    const targets = pendingTargets(post);
    let duration = this.#context.duration;
    const failing = new Set<string>();
    for (const injection of this.#outcomes) {
      const hit = injection.left > 0 ? targets.filter((target) => concerns(injection, post, target)) : [];
      if (hit.length === 0) continue;
      injection.left--;
      if (injection.outcome.type === 'slow') duration = Math.max(duration, injection.outcome.ms);
      else for (const target of hit) failing.add(target.socialAccountId);
    }
    for (const target of targets) target.status = 'processing';
    this.#runs.set(post.id, { finishAt: at + duration, failing });
    move(post, 'processing', at);
  }

  #finish(post: StoredPost, at: number): void {
    const run = this.#runs.get(post.id);
    for (const target of pendingTargets(post)) {
      const { socialAccountId, platform } = target;
      if (run?.failing.has(socialAccountId) || !this.#context.allows(platform, post.id, at)) {
        target.status = 'failed';
        continue;
      }
      target.status = 'pushed';
      this.#context.publish({
        postId: post.id,
        socialAccountId,
        platform,
        text: target.textOverride ?? post.text,
        mediaRefs: [...(target.mediaRefs ?? post.mediaRefs)],
        at: iso(at),
      });
    }
    this.#runs.delete(post.id);
    this.#queue.delete(post);
    move(post, post.targets.every((target) => target.status === 'pushed') ? 'pushed' : 'failed', at);
  }
}

/** The targets that nothing has gone out to yet. */
function pendingTargets(post: StoredPost): StoredTarget[] {
  return post.targets.filter((target) => target.status !== 'pushed');
}

function concerns(injection: PublishInjection, post: StoredPost, target: StoredTarget): boolean {
  return (
    (injection.postId ?? post.id) === post.id &&
    (injection.platform ?? target.platform) === target.platform &&
    (injection.socialAccountId ?? target.socialAccountId) === target.socialAccountId
  );
}

// Past the collection's count of room, on purpose: a full sandbox must not stop the clock.
function move(post: StoredPost, status: PostStatus, at: number): void {
  Object.assign(post, { status, updatedAt: at });
}
