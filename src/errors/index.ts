export {
  APIError,
  AuthenticationError,
  BadRequestError,
  CallError,
  type CallFields,
  ConflictError,
  type ErrorAnswer,
  type HeaderRecord,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from './api-error.ts';
export { type Outcome, SocialPublishingError } from './base.ts';
export { APIConnectionError, APITimeoutError, APIUserAbortError } from './connection.ts';
export { InvalidRequestError, InvalidResponseError, PaginationError, type RequestIssue } from './local.ts';
export { UploadError, type UploadedObject, type UploadStage } from './upload.ts';
