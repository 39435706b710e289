import { AuthenticationError, type CallFields, ConflictError } from '../errors/api-error.ts';
import { SocialPublishingError } from '../errors/base.ts';
import { APIUserAbortError } from '../errors/connection.ts';
import { InvalidRequestError } from '../errors/local.ts';
import type { PacedCall } from '../pacing/pacer.ts';
import { monotonicNow, sleep } from '../transport/clock.ts';
import { harmless } from '../transport/harmless.ts';
import type { RequestOptions } from '../types/options.ts';
import { Forecast } from './forecast.ts';
import { type Job, jobsOf } from './jobs.ts';
import { type JournalEntry, memoryJournal, type OpenJournal } from './journal.ts';
import { type BulkOptions, checkOptions } from './options.ts';

/** What became of one item. */
export type Settled<Item, Result> =
  | {
      readonly status: 'created';
      readonly index: number;
      readonly item: Item;
      readonly record: Result;
      readonly idempotencyKey: string;
      /** Whether the journal knew it, so that nothing was sent. */
      readonly resumed: boolean;
    }
  | {
      readonly status: 'failed' | 'unknown' | 'changed';
      readonly index: number;
      readonly item: Item;
      readonly error: Error;
      readonly idempotencyKey: string;
    };

/** One kind of write, made many times. */
export interface BulkWrite<Item, Result> {
  /** What people call, for example `posts.createMany`. */
  readonly name: string;
  /** The call that is made for each item. Its name is part of each key. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  send(item: Item, options: RequestOptions): Promise<Result>;
  /** What a pacer counts for an item. */
  paced(item: Item): PacedCall;
}

const defaultConcurrency = 4;

// A request of a run that was killed may still be under way, and holds its key until it is done.
const inProgressWaits = [2_000, 5_000, 10_000];

/** Makes a write for each item, in order, and says what became of each. */
export async function settleAll<Item, Result>(
  write: BulkWrite<Item, Result>,
  items: Iterable<Item> | AsyncIterable<Item>,
  options: BulkOptions<Item>,
): Promise<Settled<Item, Result>[]> {
  const concurrency = options.concurrency ?? defaultConcurrency;
  const issues = checkOptions(items, options);
  if (issues.length > 0) throw new InvalidRequestError(write.name, issues);
  const jobs = await jobsOf(write, items, options.identity);
  const journal = await (options.journal ?? memoryJournal()).open();
  try {
    return await new Run(write, jobs, journal, concurrency, options).settle();
  } finally {
    await journal.close();
  }
}

class Run<Item, Result> {
  readonly #write: BulkWrite<Item, Result>;
  readonly #jobs: readonly Job<Item>[];
  readonly #journal: OpenJournal;
  readonly #concurrency: number;
  readonly #options: BulkOptions<Item>;
  readonly #forecast: Forecast;
  readonly #results: Settled<Item, Result>[] = [];
  /** The last item of each identity: the next of that identity waits for it. */
  readonly #byIdentity = new Map<string, Promise<unknown>>();
  #next = 0;
  #done = 0;
  #created = 0;
  #sent = false;
  /** The service refused the key: it will refuse it for every item. */
  #keyRefused: { readonly error: AuthenticationError; readonly index: number } | undefined;

  constructor(
    write: BulkWrite<Item, Result>,
    jobs: readonly Job<Item>[],
    journal: OpenJournal,
    concurrency: number,
    options: BulkOptions<Item>,
  ) {
    this.#write = write;
    this.#jobs = jobs;
    this.#journal = journal;
    this.#concurrency = concurrency;
    this.#options = options;
    this.#forecast = new Forecast(
      jobs.map(({ item }) => write.paced(item)),
      concurrency,
    );
  }

  async settle(): Promise<Settled<Item, Result>[]> {
    const workers = Array.from({ length: Math.min(this.#concurrency, this.#jobs.length) }, () =>
      this.#work(),
    );
    const ends = await Promise.allSettled(workers);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (this.#aborted && this.#done < this.#jobs.length) throw this.#abortError();
    return this.#results;
  }

  get #aborted(): boolean {
    return this.#options.signal?.aborted === true;
  }

  async #work(): Promise<void> {
    for (let job = this.#take(); job; job = this.#take()) {
      const turn = this.#settleInTurn(job, this.#byIdentity.get(job.identity));
      this.#byIdentity.set(job.identity, turn);
      try {
        await turn;
      } catch (error) {
        // The journal cannot be written: what is under way ends, and nothing new begins.
        this.#next = this.#jobs.length;
        throw error;
      }
    }
  }

  #take(): Job<Item> | undefined {
    if (this.#aborted) return undefined;
    const job = this.#jobs[this.#next];
    this.#next += 1;
    return job;
  }

  async #settleInTurn(job: Job<Item>, before: Promise<unknown> | undefined): Promise<void> {
    // Two items of one identity are one item: the second finds the first in the journal.
    if (before) await before.catch(() => undefined);
    const known = this.#journal.find(this.#write.operation, job.identity);
    const settled = this.#fromJournal(job, known);
    if (settled) {
      this.#report(job, settled);
      return;
    }
    const started = monotonicNow();
    const result = this.#keyRefused ? this.#notSent(job, this.#keyRefused) : await this.#send(job, known);
    if (result) this.#report(job, result, monotonicNow() - started);
  }

  #fromJournal(job: Job<Item>, known: JournalEntry | undefined): Settled<Item, Result> | undefined {
    if (!known || known.status === 'failed') return undefined;
    const { index, item } = job;
    const { idempotencyKey } = known;
    if (known.fingerprint !== job.fingerprint) {
      const what = known.status === 'created' ? 'was created' : 'may have been created';
      const message = `${what} under the identity '${job.identity}' with another content; as a new item it needs a new identity`;
      const error = new InvalidRequestError(this.#write.name, [{ path: `items[${index}]`, message }]);
      return { status: 'changed', index, item, error, idempotencyKey };
    }
    if (known.status === 'unknown') return undefined;
    const record = known.record as Result; // this operation wrote it
    return { status: 'created', index, item, record, idempotencyKey, resumed: true };
  }

  /** Makes the call and notes what came of it. Nothing is left to say of a call that the caller aborted. */
  async #send(job: Job<Item>, known: JournalEntry | undefined): Promise<Settled<Item, Result> | undefined> {
    const { index, item, idempotencyKey } = job;
    const answer = await this.#call(job).then(
      (record) => ({ record }),
      (thrown: unknown) => ({ error: thrown instanceof Error ? thrown : new Error(String(thrown)) }),
    );
    if ('record' in answer) {
      await this.#note(job, 'created', answer);
      return { status: 'created', index, item, record: answer.record, idempotencyKey, resumed: false };
    }
    const { error } = answer;
    if (error instanceof AuthenticationError) this.#keyRefused ??= { error, index };
    const outcome = error instanceof SocialPublishingError ? error.outcome : 'unknown';
    // A later no does not undo an attempt that may have succeeded.
    const status = outcome === 'unknown' || known?.status === 'unknown' ? 'unknown' : 'failed';
    const aborted = this.#aborted && error instanceof APIUserAbortError;
    if (!aborted || status === 'unknown') await this.#note(job, status, answer);
    return aborted ? undefined : { status, index, item, error, idempotencyKey };
  }

  async #call({ item, idempotencyKey }: Job<Item>): Promise<Result> {
    this.#sent = true;
    const { signal } = this.#options;
    const options: RequestOptions = { idempotencyKey, maxPacingWait: Number.POSITIVE_INFINITY, signal };
    for (const wait of inProgressWaits) {
      try {
        return await this.#write.send(item, options);
      } catch (error) {
        if (!(error instanceof ConflictError) || this.#aborted) throw error;
      }
      await sleep(wait, signal).catch(() => undefined);
    }
    return this.#write.send(item, options);
  }

  async #note(
    job: Job<Item>,
    status: JournalEntry['status'],
    found: { record?: Result; error?: Error },
  ): Promise<void> {
    const { identity, fingerprint, idempotencyKey } = job;
    const { operation } = this.#write;
    const { record, error } = found;
    const what = error ? { error: { name: error.name, message: error.message } } : { record };
    await this.#journal.add({ operation, identity, fingerprint, idempotencyKey, status, ...what });
  }

  #notSent(
    { index, item, idempotencyKey }: Job<Item>,
    refused: { error: Error; index: number },
  ): Settled<Item, Result> {
    const error = new SocialPublishingError(
      `${this.#write.name}: items[${index}] was not sent: the service refused the API key at items[${refused.index}].`,
      { cause: refused.error },
    );
    return { status: 'failed', index, item, error, idempotencyKey };
  }

  #report(job: Job<Item>, result: Settled<Item, Result>, tookMs?: number): void {
    this.#results[job.index] = result;
    this.#done += 1;
    if (result.status === 'created') this.#created += 1;
    const now = monotonicNow();
    this.#forecast.done(this.#write.paced(job.item), now, tookMs);
    // A progress bar that breaks must not break the run.
    harmless(() =>
      this.#options.onProgress?.({
        done: this.#done,
        total: this.#jobs.length,
        created: this.#created,
        failed: this.#done - this.#created,
        etaMs: this.#forecast.etaMs(now),
      }),
    );
  }

  #abortError(): APIUserAbortError {
    const { name, method, path } = this.#write;
    // Of the items that were under way nobody knows; the others are in the journal or were not sent.
    const outcome = this.#sent ? 'unknown' : 'not-sent';
    const fields: CallFields = { operation: name, method, path, idempotencyKey: undefined, attempts: 0 };
    const message = `${name}: aborted by the caller after ${this.#done} of ${this.#jobs.length} items. The same items with the same journal go on from there.`;
    return new APIUserAbortError(message, fields, outcome, this.#options.signal?.reason);
  }
}
