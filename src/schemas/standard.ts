import type { Operation } from '../operations/operation.ts';
import { checkParams, findingsOf } from './check.ts';
import type { LazySchema } from './lazy.ts';
import { clockTolerance, type Finding } from './rules.ts';

/** One thing wrong with a value, as Standard Schema has it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly PropertyKey[] | undefined;
}

/** What comes of a validation. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/**
 * A schema that any tool for [Standard Schema](https://standardschema.dev) takes. It is declared here, so that
 * no type of a validation library comes with it.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Gives the value, or what is wrong with it. */
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

function standard<Output>(
  check: (value: unknown) => { readonly findings: readonly Finding[]; readonly value: unknown },
): StandardSchemaV1<unknown, Output> {
  return {
    '~standard': {
      version: 1,
      vendor: 'social-publishing',
      validate(value) {
        const { findings, value: checked } = check(value);
        if (findings.length > 0) return { issues: findings };
        return { value: checked as Output }; // nothing was found against it
      },
    },
  };
}

/** The schema of a record: fields that the document does not name stay. */
export function recordSchema<Output>(schema: LazySchema): StandardSchemaV1<unknown, Output> {
  return standard((value) => ({ findings: findingsOf(schema(), value), value }));
}

/** Params as they are sent: a time in any of its forms has become a string. */
export type Sent<Params> = Params extends object
  ? { [Name in keyof Params]: Exclude<Params[Name], Date | { readonly epochMilliseconds: number }> }
  : Params;

/** The schema of an endpoint's params, with every check that the client makes. Its value is what is sent. */
export function paramsSchema<Params, Output = Params>(
  row: Operation<Params>,
): StandardSchemaV1<unknown, Output> {
  return standard((value) => {
    const { findings, wire } = checkParams(row, value, { now: Date.now(), clockTolerance });
    return { findings, value: wire };
  });
}
