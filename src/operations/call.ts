import type { Check } from '../schemas/checks.ts';
import type { Operation } from './operation.ts';

/**
 * A row of the operations table as the client carries it: without what only documents and the sandbox read,
 * and with quick checks in the place of the schemas, so that no call that goes well needs Zod.
 */
export interface Call<Params = unknown, Result = unknown>
  extends Omit<Operation<Params, Result>, 'summary' | 'status' | 'params' | 'response'> {
  /** Whether params are surely good. None when the endpoint takes none. */
  readonly params?: Check;
  /** Whether one record of the answer surely fits its schema. */
  readonly response: Check;
}

/** The rows of a resource, as calls. */
export type Calls<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends Operation<infer Params, infer Result>
    ? Call<Params, Result>
    : never;
};
