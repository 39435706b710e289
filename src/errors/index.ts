export * from './api-error.ts';
export { type Outcome, SocialPublishingError } from './base.ts';
export * from './connection.ts';
export * from './local.ts';
export * from './upload.ts';
