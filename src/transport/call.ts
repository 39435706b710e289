import pRetry from 'p-retry';
import { APIError, RateLimitError } from '../errors/api-error.ts';
import type { Outcome } from '../errors/base.ts';
import { APIConnectionError, APITimeoutError, APIUserAbortError } from '../errors/connection.ts';
import { InvalidResponseError } from '../errors/local.ts';
import type { Operation } from '../operations/operation.ts';
import type { PacedWait } from '../pacing/pacer.ts';
import type { RequestOptions } from '../types/options.ts';
import { type Answer, attempt } from './attempt.ts';
import { monotonicNow, sleep } from './clock.ts';
import { type Config, cleanKey } from './config.ts';
import { type Envelope, readEnvelope, schemaIssues } from './envelope.ts';
import { errorFromAnswer, parseBody } from './error-answer.ts';
import { Interrupted } from './guard.ts';
import { Observer } from './observer.ts';
import { codeOf, type Failure, outcomeOf } from './outcome.ts';
import { callFields, type PreparedCall, prepare } from './prepare.ts';
import { describeCause, headerRecord, type Redact, redactor } from './redact.ts';
import { backOff, isRetryable } from './retry.ts';
import type { CallInput } from './transport.ts';

/** A call that went well. */
export interface Completed extends Envelope {
  readonly answer: Answer;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
}

/**
 * One call's way, from the caller's params to the record:
 * check and prepare, then for each attempt take a turn, send, read; back off and repeat while it helps.
 */
export async function runCall(
  config: Config,
  row: Operation,
  input: CallInput<unknown>,
  options: RequestOptions | undefined,
): Promise<Completed> {
  const run = new Run(config, prepare(config, row, input, options));
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
  #redact: Redact = redactor(undefined);
  /** What became of the call so far. Once `unknown` it stays so: a later no does not undo an earlier attempt. */
  #outcome: Outcome = 'not-sent';
  #lastError: Error | undefined;
  /** How long to wait before the next attempt; none when another one cannot help. */
  #retryDelay: number | undefined;

  constructor(config: Config, call: PreparedCall) {
    this.#config = config;
    this.call = call;
    this.#observer = new Observer(config, call);
  }

  async attempt(): Promise<Completed> {
    this.#retryDelay = undefined;
    this.#throwIfAborted();
    await this.#takeTurn();
    this.#attempts++;
    this.#observer.request(this.#attempts);
    const started = monotonicNow();
    try {
      const answer = await this.#send();
      return this.#read(answer, monotonicNow() - started);
    } catch (error) {
      this.#lastError =
        error instanceof APIError || error instanceof InvalidResponseError ? error : this.#unanswered(error);
      throw this.#lastError;
    } finally {
      if (this.call.paced) this.#config.pacer?.settled?.(this.call.paced);
    }
  }

  /** Waits as long as the server asked, else as the back-off says. False when there is nothing to wait for. */
  async waitForRetry(error: Error): Promise<boolean> {
    const delay = this.#retryDelay;
    if (delay === undefined || delay >= this.#timeLeft()) return false;
    this.#observer.retry(this.#attempts, delay, error);
    try {
      await sleep(delay, this.call.signal);
    } catch (reason) {
      throw this.#aborted(reason);
    }
    return true;
  }

  async #takeTurn(): Promise<void> {
    const { paced, maxPacingWait, signal } = this.call;
    const { pacer } = this.#config;
    if (!paced || !pacer) return;
    try {
      await pacer.acquire(paced, {
        maxWait: Math.min(maxPacingWait, this.#timeLeft()),
        onWait: (wait) => this.#observer.paced(this.#attempts + 1, wait),
        attempt: this.#attempts + 1,
        settles: true,
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      throw this.#withoutTurn(error);
    }
  }

  #send(): Promise<Answer> {
    const { url, method, headers, body, timeout, signal } = this.call;
    return attempt({
      url,
      method,
      headers,
      body,
      authorize: () => this.#authorize(),
      fetch: this.#config.fetch,
      timeout: Math.min(timeout, this.#timeLeft()),
      signal,
    });
  }

  #authorize(): string | Promise<string> {
    const { apiKey } = this.#config;
    const bearer = (key: string): string => {
      this.#redact = redactor(key);
      return `Bearer ${key}`;
    };
    if (typeof apiKey === 'string') return bearer(apiKey);
    return (async () => {
      const key = await apiKey();
      const clean = cleanKey(key);
      if (clean === undefined) throw new Error('it returned no key that a header can carry');
      return bearer(clean);
    })().catch((cause: unknown) => {
      throw new NoKey('the apiKey function failed', { cause });
    });
  }

  /** Opens an answer, or turns it into its error. */
  #read(answer: Answer, durationMs: number): Completed {
    const { row, idempotencyKey } = this.call;
    const attempts = this.#attempts;
    const seen = (requestId: string | undefined) =>
      this.#observer.response(attempts, { status: answer.status, durationMs, requestId });
    if (!answer.ok) {
      const mayHaveReached = this.#outcome === 'unknown';
      const outcome = this.#fail({ kind: 'answer', status: answer.status });
      const error = errorFromAnswer(answer, callFields(this.call, attempts), outcome, this.#redact);
      seen(error.requestId);
      this.#planRetry(error, mayHaveReached);
      throw error;
    }
    const envelope = readEnvelope(row, answer);
    seen('problem' in envelope ? undefined : envelope.requestId);
    if ('problem' in envelope) throw this.#unreadable(answer, envelope.problem, envelope.issues);
    this.#validate(answer, envelope);
    if (row.reports && this.#config.pacer) {
      const { rateLimit } = envelope.data as { rateLimit?: unknown }; // an envelope's record is an object
      this.#config.pacer.observe({ type: row.reports, rateLimit });
    }
    return { ...envelope, answer, attempts, idempotencyKey };
  }

  #planRetry(error: APIError, mayHaveReached: boolean): void {
    const delay = error.retryAfter ?? backOff(this.#attempts);
    const { paced, maxPacingWait } = this.call;
    if (error.status === 429 && paced) {
      this.#config.pacer?.observe({ type: 'rate-limited', call: paced, retryAfter: delay });
    }
    const tooLong = error.retryAfter !== undefined && error.retryAfter > maxPacingWait;
    this.#retryDelay = isRetryable(error.status, mayHaveReached) && !tooLong ? delay : undefined;
  }

  #validate(answer: Answer, envelope: Envelope): void {
    const { responseValidation, log } = this.#config;
    if (responseValidation === 'off') return;
    const { row } = this.call;
    const issues = schemaIssues(row, envelope.data);
    if (issues.length === 0) return;
    if (responseValidation === 'strict') {
      throw this.#unreadable(answer, 'the answer breaks its schema', issues);
    }
    log.write('warn', `${row.id}: the answer breaks its schema`, { requestId: envelope.requestId, issues });
  }

  #unreadable(answer: Answer, problem: string, issues: InvalidResponseError['issues']): InvalidResponseError {
    const outcome = this.#fail({ kind: 'unreadable' });
    const fields = callFields(this.call, this.#attempts);
    const { status } = answer;
    return new InvalidResponseError(
      `${fields.operation} (${fields.method} ${fields.path}): ${status}: ${problem}.`,
      fields,
      outcome,
      {
        status,
        requestId: undefined,
        headers: headerRecord(answer.headers, this.#redact),
        body: parseBody(this.#redact(answer.text)),
        issues,
      },
    );
  }

  /** The error of an attempt that got no answer. */
  #unanswered(error: unknown): Error {
    if (error instanceof Interrupted && error.kind === 'abort') {
      this.#fail({ kind: 'abort' });
      return this.#aborted(error.cause);
    }
    if (error instanceof Interrupted) {
      const outcome = this.#fail({ kind: 'timeout' });
      this.#retryDelay = backOff(this.#attempts);
      return new APITimeoutError(this.#describe('no answer in time'), this.#fields(), outcome);
    }
    if (error instanceof NoKey) {
      const cause = describeCause(error.cause, this.#redact);
      return new APIConnectionError(this.#describe(error.message), this.#fields(), this.#outcome, cause);
    }
    // ky wraps what fetch threw, and the wrapper holds the request.
    const raw = error instanceof Error && error.name === 'NetworkError' && error.cause ? error.cause : error;
    const code = codeOf(raw);
    const outcome = this.#fail({ kind: 'network', code });
    this.#retryDelay = backOff(this.#attempts);
    const cause = describeCause(raw, this.#redact);
    return new APIConnectionError(
      this.#describe(`no answer (${code ?? cause?.message ?? 'connection failed'})`),
      this.#fields(),
      outcome,
      cause,
    );
  }

  /** The error of a call whose turn is too far away, or whose pacer failed. */
  #withoutTurn(error: unknown): Error {
    const { signal, maxPacingWait } = this.call;
    this.#retryDelay = undefined;
    if (signal?.aborted) return this.#aborted(signal.reason);
    if (!isTurnTooLate(error)) {
      const cause = describeCause(error, this.#redact);
      return new APIConnectionError(this.#describe('the pacer failed'), this.#fields(), this.#outcome, cause);
    }
    const { waitMs, bucket } = error;
    if (this.#lastError) {
      if (this.#lastError instanceof APIError)
        this.#lastError.retryAfter = Math.max(waitMs, this.#lastError.retryAfter ?? 0);
      return this.#lastError;
    }
    const wait = `its turn is ${Math.ceil(waitMs)} ms away (${bucket})`;
    if (waitMs <= maxPacingWait) {
      return new APITimeoutError(
        this.#describe(`${wait}, beyond totalTimeout`),
        this.#fields(),
        this.#outcome,
      );
    }
    return new RateLimitError(
      this.#describe(`${wait}, beyond maxPacingWait`),
      this.#fields(),
      this.#outcome,
      {
        status: 429,
        code: undefined,
        requestId: undefined,
        headers: {},
        body: undefined,
        requiredScopes: this.call.requiredScopes,
        retryAfter: waitMs,
      },
    );
  }

  #throwIfAborted(): void {
    const { signal } = this.call;
    if (signal?.aborted) throw this.#aborted(signal.reason);
  }

  #aborted(reason: unknown): APIUserAbortError {
    this.#retryDelay = undefined;
    return new APIUserAbortError(
      this.#describe('aborted by the caller'),
      this.#fields(),
      this.#outcome,
      reason,
    );
  }

  #fail(failure: Failure): Outcome {
    if (this.#outcome !== 'unknown') this.#outcome = outcomeOf(this.call.method, failure);
    return this.#outcome;
  }

  #timeLeft(): number {
    return Math.max(0, this.call.deadline - monotonicNow());
  }

  #fields() {
    return callFields(this.call, this.#attempts);
  }

  #describe(problem: string): string {
    const { row, method, path } = this.call;
    return `${row.id} (${method} ${path}): ${problem}.`;
  }
}

/** By its name: a pacer may come from another entry of this package, with a copy of the class. */
function isTurnTooLate(error: unknown): error is PacedWait {
  return error instanceof Error && error.name === 'TurnTooLateError';
}
