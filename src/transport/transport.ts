import type { Operation } from '../operations/operation.ts';
import type { PagePromise } from '../pagination/page-promise.ts';
import type { Deleted } from '../types/common.ts';
import type { RequestOptions } from '../types/options.ts';
import type { ApiPromise } from './api-promise.ts';

/** What a resource method hands over: whose record, and the caller's params. */
export interface CallInput<Params> {
  /** Fills `{id}` in the path. */
  readonly id?: string;
  /** The query of a GET, the body of anything else. */
  readonly params?: Params | undefined;
}

/** What resources see of the transport. */
export interface Transport {
  /** Makes one call that answers with a record, or with the word that it is gone. */
  call<Params, Result>(
    row: Operation<Params, Result>,
    input: CallInput<Params>,
    options: RequestOptions | undefined,
  ): ApiPromise<Result>;
  /** Prepares a list; nothing is sent until it is used. */
  list<Params, Result>(
    row: Operation<Params, Result>,
    input: CallInput<Params>,
    options: RequestOptions | undefined,
  ): PagePromise<Result>;
}
