export type * from './accounts.ts';
export type * from './common.ts';
export type * from './folders.ts';
export type * from './ideas.ts';
export type * from './media.ts';
export type * from './options.ts';
export type * from './posts.ts';
