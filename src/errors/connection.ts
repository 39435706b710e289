import { CallError } from './api-error.ts';
import { brandAs } from './base.ts';

/** No answer came, or it broke off. What the runtime said is under `cause`. */
export class APIConnectionError extends CallError {
  /** How long until another try could have its turn, in milliseconds, when the pacer said. */
  retryAfter: number | undefined = undefined;

  static {
    brandAs(APIConnectionError, 'APIConnectionError');
  }
}

/** No answer came in time. */
export class APITimeoutError extends APIConnectionError {
  static {
    brandAs(APITimeoutError, 'APITimeoutError');
  }
}

/** The caller's signal ended the call. Its reason is under `cause`. */
export class APIUserAbortError extends CallError {
  static {
    brandAs(APIUserAbortError, 'APIUserAbortError');
  }
}
