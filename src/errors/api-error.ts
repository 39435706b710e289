import { brandAs, type Outcome, SocialPublishingError } from './base.ts';

/** Headers as plain data, names in lower case. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** What every error of a call knows of it. */
export interface CallFields {
  /** For example `posts.create`. */
  readonly operation: string;
  readonly method: string;
  /** Below the base URL, ids filled in. */
  readonly path: string;
  /** The key of a write. The same call with the same key is safe to repeat. */
  readonly idempotencyKey: string | undefined;
  /** How often the call was tried. */
  readonly attempts: number;
}

/** What a failed call leaves behind: the base of errors with and without an answer. */
export abstract class CallError extends SocialPublishingError implements CallFields {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly attempts: number;

  static {
    brandAs(CallError, 'CallError');
  }

  constructor(message: string, call: CallFields, outcome: Outcome, cause?: unknown) {
    super(outcome === 'unknown' ? message + adviceFor(call) : message, { outcome, cause });
    this.operation = call.operation;
    this.method = call.method;
    this.path = call.path;
    this.idempotencyKey = call.idempotencyKey;
    this.attempts = call.attempts;
  }
}

function adviceFor({ idempotencyKey }: CallFields): string {
  // What is made of several calls has no key of its own.
  if (idempotencyKey === undefined) return '';
  return ` It may have happened all the same: repeat the same call with { idempotencyKey: '${idempotencyKey}' } to find out safely.`;
}

/** An answer that says no, as data. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly headers: HeaderRecord;
  /** The parsed body, or its text where it is no JSON. */
  readonly body: unknown;
  readonly requiredScopes: readonly string[];
  readonly retryAfter: number | undefined;
}

/** The server answered with an error. */
export class APIError extends CallError implements ErrorAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The service's own code, for example `validation_error`, when the answer carried one. */
  readonly code: string | undefined;
  /** The service's id of the request, for its support. */
  readonly requestId: string | undefined;
  readonly headers: HeaderRecord;
  /** The parsed body, or its text where it is no JSON. */
  readonly body: unknown;
  /** The scopes that the document names for the call. */
  readonly requiredScopes: readonly string[];
  /** How long to wait before another try, in milliseconds, when the server or the pacer said. */
  retryAfter: number | undefined;

  static {
    brandAs(APIError, 'APIError');
  }

  constructor(message: string, call: CallFields, outcome: Outcome, answer: ErrorAnswer) {
    super(message, call, outcome);
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.requestId;
    this.headers = answer.headers;
    this.body = answer.body;
    this.requiredScopes = answer.requiredScopes;
    this.retryAfter = answer.retryAfter;
  }
}

/** 400: the request is malformed. */
export class BadRequestError extends APIError {
  static {
    brandAs(BadRequestError, 'BadRequestError');
  }
}

/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends APIError {
  static {
    brandAs(AuthenticationError, 'AuthenticationError');
  }
}

/** 403: the key lacks a scope (see `requiredScopes`), or a subscription or quota is in the way. */
export class PermissionDeniedError extends APIError {
  static {
    brandAs(PermissionDeniedError, 'PermissionDeniedError');
  }
}

/** 404: the record does not exist, or the key may not see it. */
export class NotFoundError extends APIError {
  static {
    brandAs(NotFoundError, 'NotFoundError');
  }
}

/** 409: in conflict with the state of things, an idempotency key of another request among them. */
export class ConflictError extends APIError {
  static {
    brandAs(ConflictError, 'ConflictError');
  }
}

/** 422: the service refused what the request says. */
export class UnprocessableEntityError extends APIError {
  static {
    brandAs(UnprocessableEntityError, 'UnprocessableEntityError');
  }
}

/** 429, or a turn that is further away than `maxPacingWait`. `retryAfter` says how long, in milliseconds. */
export class RateLimitError extends APIError {
  static {
    brandAs(RateLimitError, 'RateLimitError');
  }
}

/** 5xx: the service failed. On a write the outcome is `unknown`. */
export class InternalServerError extends APIError {
  static {
    brandAs(InternalServerError, 'InternalServerError');
  }
}

const byStatus: Readonly<Record<number, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

/** The class for a status. */
export function errorClassFor(status: number): typeof APIError {
  return byStatus[status] ?? (status >= 500 ? InternalServerError : APIError);
}
