import { CallError, type CallFields, type HeaderRecord } from './api-error.ts';
import { brandAs, type Outcome, SocialPublishingError } from './base.ts';

/** One thing wrong with a request. */
export interface RequestIssue {
  /** Where, for example `publishTargets[1].platform`; empty for the whole. */
  readonly path: string;
  /** What is wrong, and what would be right. */
  readonly message: string;
}

/** The request was refused locally: nothing was sent. */
export class InvalidRequestError extends SocialPublishingError {
  /** For example `posts.create`. */
  readonly operation: string;
  /** Everything that is wrong, at once. */
  readonly issues: readonly RequestIssue[];

  static {
    brandAs(InvalidRequestError, 'InvalidRequestError');
  }

  constructor(operation: string, issues: readonly RequestIssue[]) {
    const lines = issues.map(({ path, message }) => `${path || 'params'} ${message}`);
    super(`${operation}: ${lines.join('; ')}. Nothing was sent.`);
    this.operation = operation;
    this.issues = issues;
  }
}

/** A 2xx answer that is no envelope, or (with `responseValidation: 'strict'`) breaks its schema. */
export class InvalidResponseError extends CallError {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly headers: HeaderRecord;
  /** The parsed body, or its text where it is no JSON. */
  readonly body: unknown;
  /** What is wrong with it. */
  readonly issues: readonly RequestIssue[];

  static {
    brandAs(InvalidResponseError, 'InvalidResponseError');
  }

  constructor(
    message: string,
    call: CallFields,
    outcome: Outcome,
    answer: {
      status: number;
      requestId: string | undefined;
      headers: HeaderRecord;
      body: unknown;
      issues: readonly RequestIssue[];
    },
  ) {
    super(message, call, outcome);
    this.status = answer.status;
    this.requestId = answer.requestId;
    this.headers = answer.headers;
    this.body = answer.body;
    this.issues = answer.issues;
  }
}

/** A list that cannot be walked on: its cursor came back a second time, or there is no next page. */
export class PaginationError extends SocialPublishingError {
  /** The cursor that came back, if that was it. */
  readonly cursor: string | undefined;

  static {
    brandAs(PaginationError, 'PaginationError');
  }

  constructor(message: string, cursor?: string) {
    super(message);
    this.cursor = cursor;
  }
}
