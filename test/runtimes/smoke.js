/**
 * What must work on every runtime, in plain JavaScript that all of them run as it stands. It imports
 * nothing: a runtime hands over the packed package and says where the sandbox is.
 */

/** The bytes of a GIF of one pixel. */
const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (c) =>
  c.charCodeAt(0),
);

function check(holds, what) {
  if (!holds) throw new Error(`not so: ${what}`);
}

async function failureOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}

/** In order: later steps look at what earlier ones made. */
export const steps = {
  'constructs a client': ({ sdk, options }) => {
    const client = new sdk.SocialPublishing(options);
    check(client.baseUrl.endsWith('/v1'), 'the base URL is absolute');
    check(!JSON.stringify(client).includes(options.apiKey), 'the key does not print');
    const missing = () => new sdk.SocialPublishing({ apiKey: options.apiKey });
    try {
      missing();
      check(false, 'a missing base URL throws');
    } catch (error) {
      check(error instanceof sdk.SocialPublishingError, `a missing base URL is our error (${error})`);
    }
  },

  'creates posts': async ({ client, socialSet, made }) => {
    const publishTargets = socialSet.accounts.map(({ id, platform }) => ({ socialAccountId: id, platform }));
    for (const text of ['one', 'two 🎉', 'three']) {
      const params = { mode: 'draft', socialSetId: socialSet.id, publishTargets, text };
      const { data, status, idempotencyKey } = await client.posts.create(params).withResponse();
      check(status === 201 && data.text === text && data.status === 'draft_unscheduled', 'the post is there');
      check(/^[\w-]{21}$/.test(idempotencyKey), 'it has an idempotency key');
      made.push(data.id);
    }
  },

  'lists two pages': async ({ client, made }) => {
    const first = await client.posts.list({ limit: 2 });
    check(first.data.length === 2 && first.hasNextPage(), 'the first page is full');
    const second = await first.getNextPage();
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    check(
      made.every((id) => ids.includes(id)),
      'two pages hold every post',
    );
  },

  'walks a list': async ({ client, made }) => {
    const ids = [];
    for await (const { id } of client.posts.list({ limit: 1 })) ids.push(id);
    check(
      made.every((id) => ids.includes(id)),
      'the walk meets every post',
    );
    check(new Set(ids).size === ids.length, 'and none twice');
  },

  'uploads a Blob': async ({ client, socialSet }) => {
    const progress = [];
    const asset = await client.mediaAssets.upload({
      socialSetId: socialSet.id,
      file: new Blob([gif], { type: 'image/gif' }),
      fileName: 'pixel.gif',
      onProgress: ({ sentBytes }) => progress.push(sentBytes),
    });
    check(asset.mediaType === 'gif' && asset.mimeType === 'image/gif', `it is a GIF (${asset.mimeType})`);
    check(asset.sizeBytes === gif.length, `it is as large as it was (${asset.sizeBytes})`);
    check(progress.at(-1) === gif.length, `progress ends with all of it (${progress})`);
  },

  'turns an error answer into its error': async ({ sdk, client }) => {
    const error = await failureOf(client.posts.get('post_that_is_not'));
    check(
      error instanceof sdk.NotFoundError && error instanceof sdk.APIError,
      `it is a NotFoundError (${error})`,
    );
    check(error.name === 'NotFoundError' && error.status === 404, 'by name and status too');
    check(error.outcome === 'rejected' && error.attempts === 1, 'the outcome is known');
  },

  'refuses a wrong request before it is sent': async ({ sdk, client }) => {
    const error = await failureOf(client.posts.create({ mode: 'later', text: 'see https://example.com' }));
    check(error instanceof sdk.InvalidRequestError, `it is an InvalidRequestError (${error})`);
    check(
      ['mode', 'socialSetId', 'text'].every((path) => error.issues.some((i) => i.path === path)),
      'all issues',
    );
  },

  'says that there is nobody there': async ({ sdk, options }) => {
    // Nothing listens on the discard port; a browser refuses to try.
    const lonely = new sdk.SocialPublishing({ ...options, baseUrl: 'http://127.0.0.1:9/v1', maxRetries: 0 });
    const error = await failureOf(lonely.me.get());
    check(error instanceof sdk.APIConnectionError, `it is an APIConnectionError (${error})`);
    check(error.outcome === 'not-sent', `nothing was done (${error.outcome})`);
  },

  'aborts a call that is under way': async ({ sdk, client }) => {
    // The sandbox takes ten seconds over this one.
    const controller = new AbortController();
    const call = client.usage.get({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error('changed my mind')), 50);
    const started = Date.now();
    const error = await failureOf(call);
    check(error instanceof sdk.APIUserAbortError, `it is an APIUserAbortError (${error})`);
    check(error.cause?.message === 'changed my mind', 'the reason is its cause');
    check(Date.now() - started < 5_000, 'it ended at once');
  },

  'gives up in time': async ({ sdk, client }) => {
    const error = await failureOf(client.usage.get({ timeout: 50, maxRetries: 0 }));
    check(error instanceof sdk.APITimeoutError, `it is an APITimeoutError (${error})`);
  },
};

/** Runs every step, whatever becomes of the others: for each step `ok`, or what went wrong. */
export async function smoke({ sdk, baseUrl, apiKey, socialSet, ...more }) {
  const options = { apiKey, baseUrl, logLevel: 'error', ...more };
  const context = { sdk, options, client: new sdk.SocialPublishing(options), socialSet, made: [] };
  const results = {};
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step(context);
      results[name] = 'ok';
    } catch (error) {
      results[name] = String(error?.stack ?? error);
    }
  }
  return results;
}
