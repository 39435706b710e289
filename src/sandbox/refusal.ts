import { type Finding, pathOf } from '../schemas/rules.ts';

/** Why the service says no. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly issues: readonly { path: string; message: string }[] | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly issues?: readonly { path: string; message: string }[];
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.issues = more.issues;
  }
}

/** 422: the request breaks a rule of the document. */
export function invalid(findings: readonly Finding[]): Refusal {
  const issues = findings.map(({ path, message }) => ({ path: pathOf(path), message }));
  const [first] = issues;
  const message = first ? `${first.path || 'the request'} ${first.message}` : 'the request is not valid';
  return new Refusal(422, 'validation_error', message, { issues });
}

/** 422 about one field. */
export function invalidField(path: readonly (string | number)[], message: string): Refusal {
  return invalid([{ path, message }]);
}

/** 404, for what is missing as for what the key may not see: the answer must not tell them apart. */
export function notFound(what: string): Refusal {
  return new Refusal(404, 'not_found', `${what} not found`);
}

/** 409: the record is in a state that does not allow it. */
export function wrongState(message: string): Refusal {
  return new Refusal(409, 'invalid_state', message);
}
