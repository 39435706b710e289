import type { Operation } from '../operations/operation.ts';
import { PagePromise } from '../pagination/page-promise.ts';
import type { RequestOptions } from '../types/options.ts';
import { ApiPromise, type ApiResponse } from './api-promise.ts';
import { type Completed, runCall } from './call.ts';
import type { Config } from './config.ts';
import { headerRecord, redactor } from './redact.ts';

/** What a resource method hands over: whose record, and the caller's params. */
export interface CallInput<Params> {
  /** Fills `{id}` in the path. */
  readonly id?: string;
  /** The query of a GET, the body of anything else. */
  readonly params?: Params | undefined;
}

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
    row: Operation<Params, Result>,
    input: CallInput<Params>,
    options: RequestOptions | undefined,
  ): ApiPromise<Result> {
    const completed = runCall(this.#config, row, input, options);
    return new ApiPromise(
      completed.then(({ data }) => data as Result), // what the row promises; a breach of its schema is reported
      async () => this.#response<Result>(await completed),
    );
  }

  #response<Result>({ data, requestId, answer, attempts, idempotencyKey }: Completed): ApiResponse<Result> {
    const { apiKey } = this.#config;
    const redact = redactor(typeof apiKey === 'string' ? apiKey : undefined);
    return {
      data: data as Result, // as above
      requestId,
      status: answer.status,
      headers: headerRecord(answer.headers, redact),
      attempts,
      idempotencyKey,
    };
  }

  /** Prepares a list. Nothing is sent until it is used. */
  list<Params, Result>(
    row: Operation<Params, Result>,
    input: CallInput<Params>,
    options: RequestOptions | undefined,
  ): PagePromise<Result> {
    return new PagePromise<Result>(async (cursor, signal) => {
      const params = cursor === undefined ? input.params : { ...input.params, cursor };
      const completed = await runCall(
        this.#config,
        row,
        { params },
        { ...options, ...(signal ? { signal } : {}) },
      );
      return {
        data: completed.data as Result[], // what the row promises; a breach of its schema is reported
        nextCursor: completed.nextCursor,
        requestId: completed.requestId,
      };
    }, options?.signal ?? undefined);
  }
}
