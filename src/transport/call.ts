import pRetry from 'p-retry';
import { APIError } from '../errors/api-error.ts';
import type { Outcome } from '../errors/base.ts';
import { InvalidResponseError } from '../errors/local.ts';
import type { Call } from '../operations/call.ts';
import { type PacedWait, TurnTooLateError } from '../pacing/pacer.ts';
import type { RequestOptions } from '../types/options.ts';
import { type Answer, attempt } from './attempt.ts';
import {
  abortError,
  connectionError,
  noteWait,
  preparationError,
  responseError,
  type Standing,
  timeoutError,
  turnError,
} from './call-errors.ts';
import { monotonicNow, sleep } from './clock.ts';
import { type Config, cleanKey } from './config.ts';
import { type Envelope, readEnvelope, schemaIssues, type Unreadable } from './envelope.ts';
import { errorFromAnswer } from './error-answer.ts';
import { guard, Interrupted } from './guard.ts';
import { harmless } from './harmless.ts';
import { Observer } from './observer.ts';
import { codeOf, type Failure, outcomeOf } from './outcome.ts';
import { type CallInput, type PreparedCall, prepare } from './prepare.ts';
import { redactor } from './redact.ts';
import { backOff, isRetryable } from './retry.ts';

/** A call that went well. */
export interface Completed extends Envelope {
  readonly answer: Answer;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
  /** The key that it was sent with: an answer may echo it. */
  readonly apiKey: string | undefined;
}

/**
 * One call's way, from the caller's params to the record:
 * check and prepare, then for each attempt take a turn, send, read; back off and repeat while it helps.
 */
export async function runCall(
  config: Config,
  row: Call,
  input: CallInput<unknown>,
  options: RequestOptions | undefined,
): Promise<Completed> {
  const run = new Run(config, await prepare(config, row, input, options));
  return pRetry(() => run.attempt(), {
    retries: run.call.maxRetries,
    // Our own waits are taken in shouldRetry: only there is the server's wish known.
    minTimeout: 0,
    shouldRetry: ({ error }) => run.waitForRetry(error),
  });
}

/** The apiKey function failed, or gave nothing that can be sent. */
class NoKey extends Error {}

class Run {
  readonly call: PreparedCall;
  readonly #config: Config;
  readonly #observer: Observer;
  #attempts = 0;
  #apiKey: string | undefined;
  /** Whether this attempt's request has left. */
  #sent = false;
  /** What became of the call so far. Once `unknown` it stays so: a later no does not undo an earlier attempt. */
  #outcome: Outcome = 'not-sent';
  #lastError: Error | undefined;
  /** How long to wait before the next attempt; none when another one cannot help. */
  #retryDelay: number | undefined;

  constructor(config: Config, call: PreparedCall) {
    this.#config = config;
    this.call = call;
    // A literal key is known before the first attempt: what a pacer throws by then must not show it either.
    if (typeof config.apiKey === 'string') this.#apiKey = config.apiKey;
    this.#observer = new Observer(config, call);
  }

  async attempt(): Promise<Completed> {
    this.#retryDelay = undefined;
    await this.#takeTurn();
    try {
      this.#throwIfOver();
      return await this.#sendAndRead();
    } finally {
      this.#settled();
    }
  }

  async #sendAndRead(): Promise<Completed> {
    this.#attempts++;
    this.#observer.request(this.#attempts);
    const started = monotonicNow();
    try {
      const answer = await this.#send();
      return await this.#read(answer, monotonicNow() - started);
    } catch (error) {
      const known = error instanceof APIError || error instanceof InvalidResponseError;
      this.#lastError = known ? error : this.#unanswered(error);
      throw this.#lastError;
    }
  }

  /** Waits as long as the server asked, else as the back-off says. False when there is nothing to wait for. */
  async waitForRetry(error: Error): Promise<boolean> {
    const delay = this.#retryDelay;
    if (delay === undefined) return false;
    if (delay >= this.#timeLeft()) {
      noteWait(error, delay);
      return false;
    }
    this.#observer.retry(this.#attempts, delay, error);
    try {
      await sleep(delay, this.call.signal);
    } catch (reason) {
      throw abortError(this.#standing(), reason);
    }
    return true;
  }

  /** Nothing is sent for a caller who has left, nor when no time is left for an answer. */
  #throwIfOver(): void {
    const { signal } = this.call;
    if (signal?.aborted) throw abortError(this.#standing(), signal.reason);
    if (this.#timeLeft() > 0) return;
    throw this.#lastError ?? timeoutError(this.#standing(), 'totalTimeout was over before it was sent');
  }

  async #takeTurn(): Promise<void> {
    const { paced, maxPacingWait, signal } = this.call;
    const { pacer } = this.#config;
    if (!paced || !pacer) return;
    const timeLeft = this.#timeLeft();
    try {
      const attempt = this.#attempts + 1;
      const options = {
        maxWait: Math.min(maxPacingWait, timeLeft),
        onWait: (wait: PacedWait) => this.#observer.paced(attempt, wait),
        attempt,
        settles: true,
      };
      // Nothing but its turn ends such a wait.
      if (timeLeft === Number.POSITIVE_INFINITY && !signal) return await pacer.acquire(paced, options);
      // Guarded, because a pacer may be anyone's.
      await guard(timeLeft, signal, async (within) => {
        await pacer.acquire(paced, { ...options, signal: within });
        // The turn came after all, to a call that is over.
        if (within.aborted) this.#settled();
      });
    } catch (error) {
      throw this.#withoutTurn(error);
    }
  }

  #settled(): void {
    const { paced } = this.call;
    if (paced) harmless(() => this.#config.pacer?.settled?.(paced));
  }

  #send(): Promise<Answer> {
    const { url, method, headers, body, timeout, signal } = this.call;
    this.#sent = false;
    return attempt({
      url,
      method,
      headers,
      body,
      authorize: () => this.#authorize(),
      onSend: () => {
        this.#sent = true;
      },
      fetch: this.#config.fetch,
      timeout: Math.min(timeout, this.#timeLeft()),
      signal,
    });
  }

  /** Asked for on each attempt: a key may be short-lived. */
  async #authorize(): Promise<string> {
    const { apiKey } = this.#config;
    try {
      const key = typeof apiKey === 'string' ? apiKey : cleanKey(await apiKey());
      if (key === undefined) throw new Error('it returned no key that a header can carry');
      this.#apiKey = key;
      return `Bearer ${key}`;
    } catch (cause) {
      throw new NoKey('the apiKey function failed', { cause });
    }
  }

  /** Opens an answer, or turns it into its error. */
  async #read(answer: Answer, durationMs: number): Promise<Completed> {
    const { row, idempotencyKey } = this.call;
    const attempts = this.#attempts;
    const { status } = answer;
    if (!answer.ok) {
      const mayHaveReached = this.#outcome === 'unknown';
      this.#fail({ kind: 'answer', status });
      const error = errorFromAnswer(this.#standing(), answer);
      this.#observer.response(attempts, { status, durationMs, requestId: error.requestId });
      this.#planRetry(error, mayHaveReached);
      throw error;
    }
    const envelope = readEnvelope(row, answer, this.#standing().redact);
    this.#observer.response(attempts, { status, durationMs, requestId: envelope.requestId });
    if ('problem' in envelope) throw this.#unreadable(answer, envelope);
    await this.#validate(answer, envelope);
    this.#report(envelope);
    return { ...envelope, answer, attempts, idempotencyKey, apiKey: this.#apiKey };
  }

  #planRetry(error: APIError, mayHaveReached: boolean): void {
    const delay = error.retryAfter ?? backOff(this.#attempts);
    const { paced, maxPacingWait } = this.call;
    if (error.status === 429 && paced) {
      harmless(() => this.#config.pacer?.observe({ type: 'rate-limited', call: paced, retryAfter: delay }));
    }
    const tooLong = error.retryAfter !== undefined && error.retryAfter > maxPacingWait;
    this.#retryDelay = isRetryable(error.status, mayHaveReached) && !tooLong ? delay : undefined;
  }

  async #validate(answer: Answer, { data, requestId }: Envelope): Promise<void> {
    const { responseValidation, log } = this.#config;
    if (responseValidation === 'off') return;
    const { row } = this.call;
    const issues = await schemaIssues(row, data, this.#standing().redact);
    if (issues.length === 0) return;
    const problem = 'the answer breaks its schema';
    if (responseValidation === 'strict') throw this.#unreadable(answer, { problem, requestId, issues });
    const fields = new Set(issues.map(({ path }) => path.replaceAll(/\[\d+\]/g, '[]')));
    const matter = `${row.id} ${[...fields].join()}`;
    log.writeOnce(matter, 'warn', `${row.id}: ${problem}`, { requestId, issues });
  }

  /** Tells the pacer what the service says of the limits in force. */
  #report({ data }: Envelope): void {
    const { reports } = this.call.row;
    if (!reports) return;
    const { rateLimit } = data as { rateLimit?: unknown }; // an envelope's record is an object
    harmless(() => this.#config.pacer?.observe({ type: reports, rateLimit }));
  }

  #unreadable(answer: Answer, unreadable: Unreadable): InvalidResponseError {
    this.#fail({ kind: 'unreadable' });
    return responseError(this.#standing(), answer, unreadable);
  }

  /** The error of an attempt that got no answer. */
  #unanswered(error: unknown): Error {
    if (error instanceof NoKey) return preparationError(this.#standing(), 'the apiKey function', error.cause);
    if (!(error instanceof Interrupted)) {
      this.#fail({ kind: 'network', code: codeOf(error) });
      this.#retryDelay = backOff(this.#attempts);
      return connectionError(this.#standing(), error);
    }
    this.#fail({ kind: error.kind });
    if (error.kind === 'abort') return abortError(this.#standing(), error.cause);
    this.#retryDelay = backOff(this.#attempts);
    const limit = this.#timeLeft() > 0 ? `${this.call.timeout} ms` : 'totalTimeout';
    return timeoutError(this.#standing(), `no whole answer within ${limit}`);
  }

  /** The error of a call whose turn is too far away, or whose pacer failed. */
  #withoutTurn(error: unknown): Error {
    const standing = this.#standing();
    if (error instanceof Interrupted && error.kind === 'abort') return abortError(standing, error.cause);
    if (error instanceof Interrupted) {
      return this.#lastError ?? timeoutError(standing, 'totalTimeout was over before its turn came');
    }
    if (!(error instanceof TurnTooLateError)) return preparationError(standing, 'the pacer', error);
    const last = this.#lastError;
    if (last && noteWait(last, error.waitMs)) return last;
    return turnError(standing, error);
  }

  /** Notes what a failed attempt leaves behind. */
  #fail(failure: Failure): void {
    if (this.#sent && this.#outcome !== 'unknown') this.#outcome = outcomeOf(this.call.method, failure);
  }

  #timeLeft(): number {
    return Math.max(0, this.call.deadline - monotonicNow());
  }

  #standing(): Standing {
    return {
      call: this.call,
      attempts: this.#attempts,
      outcome: this.#outcome,
      redact: redactor(this.#apiKey),
    };
  }
}
