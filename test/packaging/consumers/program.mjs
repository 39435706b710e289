import { NotFoundError, SocialPublishing } from 'social-publishing';
import { createSandbox } from 'social-publishing/sandbox';

const sandbox = createSandbox();
const client = new SocialPublishing({
  apiKey: sandbox.apiKey,
  baseUrl: sandbox.baseUrl,
  fetch: sandbox.fetch,
});
const [set] = sandbox.socialSets;
const publishTargets = [{ socialAccountId: set.accounts[0].id, platform: set.accounts[0].platform }];
const create = (text) => client.posts.create({ mode: 'draft', socialSetId: set.id, publishTargets, text });

export async function program() {
  const post = await create('one');
  await create('two');
  const texts = [];
  for await (const { text } of client.posts.list({ limit: 1 })) texts.push(text);
  const missing = await client.posts.get('post_none').catch((error) => error);
  return `${post.status} ${texts} ${missing instanceof NotFoundError} ${missing.name} ${missing.status}`;
}
