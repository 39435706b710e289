export { SocialPublishing } from './client.ts';
export * from './errors/index.ts';
export type { LimitName } from './pacing/limits.ts';
export type { AcquireOptions, PacedCall, PacedWait, Pacer, PacerObservation } from './pacing/pacer.ts';
export { Page } from './pagination/page.ts';
export { PagePromise } from './pagination/page-promise.ts';
export { ApiPromise, type ApiResponse } from './transport/api-promise.ts';
export type * from './types/index.ts';
