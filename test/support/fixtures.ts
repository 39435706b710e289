import { type ClientOptions, type CreatePostParams, SocialPublishing } from '../../src/index.ts';

export const apiKey = 'sk_live_0123456789abcdef';

export const postRecord = {
  id: 'post_1',
  workspaceId: 'ws_1',
  socialSetId: 'set_1',
  status: 'draft_unscheduled',
  title: 'API Post',
  text: 'Hello',
  scheduledAt: null,
  media: [],
  mediaRefs: [],
  mediaMetadata: [],
  xPostId: null,
  publishTargets: [{ socialAccountId: 'acc_1', platform: 'x', status: 'pending' }],
  createdAt: '2026-11-21T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
};

export const draft: CreatePostParams = {
  mode: 'draft',
  socialSetId: 'set_1',
  publishTargets: [{ socialAccountId: 'acc_1', platform: 'x' }],
  text: 'Hello',
};

export const postEnvelope = { data: postRecord, requestId: 'req_1' };

export function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) }, // given as records here
  });
}

/** One page of a list of accounts. */
export function page(ids: readonly string[], nextCursor?: string | null): Response {
  const pagination = nextCursor === undefined ? {} : { pagination: { nextCursor } };
  return json({ data: ids.map((id) => ({ id })), ...pagination, requestId: `req_${ids[0] ?? 'empty'}` });
}

/** A client that neither waits for turns nor writes to the console. */
export function testClient(options: ClientOptions = {}): SocialPublishing {
  return new SocialPublishing({
    apiKey,
    baseUrl: 'https://api.example.test/v1',
    pacing: false,
    logLevel: 'off',
    ...options,
  });
}

/** What a promise rejects with. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}
