import type { Call } from '../operations/call.ts';
import { PagePromise } from '../pagination/page-promise.ts';
import type { RequestOptions } from '../types/options.ts';
import { ApiPromise, type ApiResponse } from './api-promise.ts';
import { type Completed, runCall } from './call.ts';
import type { Config } from './config.ts';
import type { CallInput } from './prepare.ts';
import { headerRecord, keyRedactor } from './redact.ts';

/** What resources see: a row of the operations table goes in, its result comes out. */
export class Transport {
  readonly #config: Config;

  constructor(config: Config) {
    this.#config = config;
  }

  /** Whether calls are kept within the rate limits. */
  get paced(): boolean {
    return this.#config.pacer !== undefined;
  }

  /** What a call falls back to: for helpers that are made of several calls. */
  get defaults(): Pick<Config, 'fetch' | 'timeout' | 'totalTimeout' | 'maxRetries' | 'maxPacingWait'> {
    const { fetch, timeout, totalTimeout, maxRetries, maxPacingWait } = this.#config;
    return { fetch, timeout, totalTimeout, maxRetries, maxPacingWait };
  }

  /** Starts a call that answers with one record, or with the word that it is gone. */
  call<Params, Result>(
    row: Call<Params, Result>,
    input: CallInput<Params>,
    options: RequestOptions | undefined,
  ): ApiPromise<Result> {
    const completed = runCall(this.#config, row, input, options);
    return new ApiPromise(
      completed.then(({ data }) => data as Result), // what the row promises; a breach of its schema is reported
      async () => this.#response<Result>(await completed),
    );
  }

  #response<Result>(completed: Completed): ApiResponse<Result> {
    const { data, requestId, answer, attempts, idempotencyKey, apiKey } = completed;
    return {
      data: data as Result, // as above
      requestId,
      status: answer.status,
      headers: headerRecord(answer.headers, keyRedactor(apiKey)),
      attempts,
      idempotencyKey,
    };
  }

  /** Prepares a list. Nothing is sent until it is used. */
  list<Params extends object, Result>(
    row: Call<Params, Result>,
    input: CallInput<Params>,
    options: RequestOptions | undefined,
  ): PagePromise<Result> {
    // Copied, because the caller may use the object for the next list before this one is walked.
    const params = isObject(input.params) ? { ...input.params } : input.params;
    const settings = { ...options, query: { ...options?.query } };
    const start = settings.query['cursor'] ?? (params as { cursor?: unknown } | undefined)?.cursor; // checked when it is sent
    const fetchPage = async (cursor: string | undefined, signal: AbortSignal | undefined) => {
      // In the query it wins over a cursor of the caller's, wherever that stands.
      const query = cursor === undefined ? settings.query : { ...settings.query, cursor };
      const page = { ...settings, query, ...(signal ? { signal } : {}) };
      const { data, nextCursor, requestId } = await runCall(this.#config, row, { params }, page);
      return { data: data as Result[], nextCursor, requestId }; // what the row promises; a breach of its schema is reported
    };
    return new PagePromise(fetchPage, {
      start: typeof start === 'string' ? start : undefined,
      signal: options?.signal,
    });
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
