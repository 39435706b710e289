import { posts } from '../operations/calls.generated.ts';
import { limitsOf } from '../operations/operation.ts';
import type { RequestOptions } from '../types/options.ts';
import type { CreatePostParams, Post } from '../types/posts.ts';
import type { BulkOptions } from './options.ts';
import { settleAll } from './settle-all.ts';

/** How `posts.createMany()` is run. */
export interface CreateManyOptions extends BulkOptions<CreatePostParams> {}

/**
 * What became of one post.
 *
 * - `created`: it exists. `resumed` when the journal knew it and nothing was sent
 * - `failed`: it does not exist; the same run started again tries once more
 * - `unknown`: it may exist; the same run started again finds out, under the same key
 * - `changed`: another content was created under its identity before; nothing was sent
 */
export type CreateManyResult =
  | {
      readonly status: 'created';
      /** Its position in the items. */
      readonly index: number;
      readonly item: CreatePostParams;
      readonly post: Post;
      readonly idempotencyKey: string;
      readonly resumed: boolean;
    }
  | {
      readonly status: 'failed' | 'unknown' | 'changed';
      readonly index: number;
      readonly item: CreatePostParams;
      readonly error: Error;
      readonly idempotencyKey: string;
    };

/** What the resource knows besides. */
export interface CreateManyContext {
  /** Whether the client keeps to the rate limits. Only the estimate asks. Default true. */
  readonly paced?: boolean;
}

/** Creates many posts through `create`: see `posts.createMany()`. */
export async function createMany(
  create: (params: CreatePostParams, options: RequestOptions) => Promise<Post>,
  items: Iterable<CreatePostParams> | AsyncIterable<CreatePostParams>,
  options: CreateManyOptions = {},
  { paced = true }: CreateManyContext = {},
): Promise<CreateManyResult[]> {
  const row = posts.create;
  const write = {
    name: 'posts.createMany',
    operation: row.id,
    method: row.method,
    path: row.path,
    send: async (item: CreatePostParams, call: RequestOptions) => create(item, call),
    paced: (item: CreatePostParams) => ({
      operation: row.id,
      limits: paced ? limitsOf(row, item) : [],
      // Items of untyped callers may be anything; their own check comes with the call.
      ...(typeof item?.socialSetId === 'string' ? { socialSetId: item.socialSetId } : {}),
    }),
  };
  const settled = await settleAll(write, items, options);
  return settled.map((result) => {
    if (result.status !== 'created') return result;
    const { record: post, ...rest } = result;
    return { ...rest, post };
  });
}
