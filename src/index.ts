export type { CreateManyOptions, CreateManyResult } from './bulk/create-many.ts';
export { type Journal, type JournalEntry, memoryJournal, type OpenJournal } from './bulk/journal.ts';
export type { BulkProgress } from './bulk/options.ts';
export { SocialPublishing } from './client.ts';
export * from './errors/index.ts';
export { idempotencyKeyFrom, type KeyPart } from './idempotency/key-from.ts';
export type { LimitName } from './pacing/limits.ts';
export {
  type AcquireOptions,
  type PacedCall,
  type PacedWait,
  type Pacer,
  type PacerObservation,
  TurnTooLateError,
} from './pacing/pacer.ts';
export { Page } from './pagination/page.ts';
export { PagePromise } from './pagination/page-promise.ts';
export type {
  Accounts,
  KeyIntrospection,
  Platforms,
  SocialSets,
  UsageReport,
  Workspaces,
} from './resources/accounts.ts';
export type { Folders } from './resources/folders.ts';
export type { Ideas } from './resources/ideas.ts';
export type { MediaAssets } from './resources/media-assets.ts';
export type { Posts } from './resources/posts.ts';
export type { WaitUntilSettledOptions } from './resources/wait-until-settled.ts';
export { ApiPromise, type ApiResponse } from './transport/api-promise.ts';
export type * from './types/index.ts';
export type {
  UploadManyOptions,
  UploadManyProgress,
  UploadParams,
  UploadProgress,
  UploadResult,
  UploadSource,
} from './uploads/index.ts';
