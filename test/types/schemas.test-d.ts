/** What `social-publishing/schemas` promises by its types. Compiled, never run. */
import type { StandardSchemaV1InferOutput } from 'ky';
import type { CreatePostParams, ListParams, Post, UpdateIdeaParams } from '../../src/index.ts';
import type {
  createPostParamsSchema,
  listParamsSchema,
  postSchema,
  Sent,
  StandardSchemaV1,
  updateIdeaParamsSchema,
  updatePostParamsSchema,
} from '../../src/schemas/index.ts';
import { holds, type Same } from './holds.ts';

type Output<Schema> = Schema extends StandardSchemaV1<unknown, infer Out> ? Out : never;

holds<Same<Output<typeof postSchema>, Post>>();
holds<Same<Output<typeof listParamsSchema>, ListParams | undefined>>();
holds<Same<Output<typeof createPostParamsSchema>, Sent<CreatePostParams>>>();

// A time comes out as a string, and everything else as it went in.
type SentPost = Output<typeof createPostParamsSchema>;
holds<Same<Extract<SentPost, { mode: 'scheduled' }>['scheduledAt'], string>>();
holds<Same<Extract<SentPost, { mode: 'draft' }>['scheduledAt'], string | undefined>>();
holds<Same<Extract<SentPost, { mode: 'publish_now' }>['scheduledAt'], undefined>>();
holds<Same<Output<typeof updatePostParamsSchema>['scheduledAt'], string | null | undefined>>();
holds<Same<Output<typeof updateIdeaParamsSchema>, UpdateIdeaParams>>();

// What is sent can be passed to the client, and a schema to whatever takes Standard Schema: ky does.
export const params = (sent: SentPost): CreatePostParams => sent;
holds<Same<StandardSchemaV1InferOutput<typeof postSchema>, Post>>();
