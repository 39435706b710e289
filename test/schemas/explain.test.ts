import { describe, expect, it, vi } from 'vitest';
import { InvalidRequestError, InvalidResponseError, SocialPublishing } from '../../src/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

// As in a page that is offline: the file with the schemas and their words does not arrive.
vi.mock('../../src/schemas/explain.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const sandbox = createSandbox();
const [set] = sandbox.socialSets;
const options = { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl, fetch: sandbox.fetch };
const client = new SocialPublishing({ ...options, responseValidation: 'strict' });

const draft = (text: string) => ({
  mode: 'draft' as const,
  socialSetId: set?.id ?? '',
  publishTargets: [{ socialAccountId: set?.accounts[0]?.id ?? '', platform: 'x' as const }],
  text,
});

describe('a client whose schemas cannot be loaded', () => {
  it('makes every call that goes well without them', async () => {
    const post = await client.posts.create(draft('Hello'));
    expect(await client.posts.get(post.id)).toMatchObject({ text: 'Hello' });
    expect(await client.posts.list({ limit: 1 }).toArray({ max: 1 })).toHaveLength(1);
  });

  it('still refuses params that are wrong, and sends nothing', async () => {
    const before = sandbox.requests.length;
    const error: unknown = await client.posts
      .create({ ...draft(''), text: 1 as never })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ issues: [{ path: '', message: 'does not fit the documented schema' }] });
    expect(sandbox.requests.length).toBe(before);
  });

  it('still says everything that the rules find', async () => {
    const error: unknown = await client.posts
      .create(draft('see https://example.com'))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      issues: [{ path: 'text', message: "must not contain a URL (found 'https://example.com')" }],
    });
  });

  it('still knows an answer that breaks its schema', async () => {
    const fetch = async () => Response.json({ data: { id: 1 }, requestId: 'r' });
    const strict = new SocialPublishing({ ...options, fetch, responseValidation: 'strict' });
    const error: unknown = await strict.posts.get('a').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      issues: [{ path: 'data', message: 'does not fit the documented schema' }],
    });
  });
});
