/**
 * The smallest and a realistic program for each contender, as text: cold start runs them, the bundle and the
 * type check are of them.
 */

export interface Program {
  /** Must be among the names of contenders.ts. */
  readonly name: string;
  /** What is imported: the client's class or function. */
  readonly binding: string;
  readonly from: string;
  /** Makes a client that talks to `origin`. */
  readonly construct: string;
  /** One call, whose result is awaited. */
  readonly call: string;
  /** Typical use: create, list, and tell errors apart. */
  readonly body: string;
  /** More imports of the realistic program. */
  readonly also?: string;
}

const params = `{ mode: 'draft', socialSetId: 'set_1', publishTargets: [{ socialAccountId: 'acc_1', platform: 'x' }], text: 'Hello' }`;

export const programs: readonly Program[] = [
  {
    name: 'social-publishing',
    binding: '{ SocialPublishing }',
    from: 'social-publishing',
    also: "import { APIError, RateLimitError } from 'social-publishing';",
    construct: "new SocialPublishing({ apiKey: 'sp_live_bench_0123456789', baseUrl: origin + '/v1' })",
    call: "client.posts.get('post_1')",
    body: `
const post = await client.posts.create(${params});
console.log(post.id);
for await (const item of client.posts.list({ status: 'scheduled' })) console.log(item.text);
try {
  await client.posts.get('post_1');
} catch (error) {
  if (error instanceof RateLimitError) console.log(error.retryAfter);
  else if (error instanceof APIError) console.log(error.status, error.requestId);
}`,
  },
  {
    name: 'ky',
    binding: 'ky',
    from: 'ky',
    also: "import { HTTPError } from 'ky';",
    construct: "ky.create({ prefix: origin + '/v1', headers: { authorization: 'Bearer sp_live_bench' } })",
    call: "client.get('posts/post_1').json()",
    body: `
const { data: post } = await client.post('posts', { json: ${params} }).json<{ data: { id: string } }>();
console.log(post.id);
try {
  await client.get('posts/post_1').json();
} catch (error) {
  if (error instanceof HTTPError) console.log(error.response.status);
}`,
  },
  {
    name: 'resend',
    binding: '{ Resend }',
    from: 'resend',
    construct: "new Resend('re_bench_0123456789', { baseUrl: origin + '/v1' })",
    call: "client.get('/posts/post_1')",
    body: `
const { data, error } = await client.emails.send({ from: 'a@example.com', to: 'b@example.com', subject: 'Hello', text: 'Hello' });
if (error) console.log(error.name, error.message);
else console.log(data.id);
const { data: emails } = await client.emails.list();
console.log(emails?.data.length);`,
  },
  {
    name: '@zernio/node',
    binding: 'Zernio',
    from: '@zernio/node',
    also: "import { ZernioApiError } from '@zernio/node';",
    construct: "new Zernio({ apiKey: 'sp_live_bench_0123456789', baseURL: origin })",
    call: "client.posts.getPost({ path: { postId: 'post_1' } })",
    body: `
const { data } = await client.posts.createPost({ body: { content: 'Hello', platforms: [{ platform: 'twitter', accountId: 'acc_1' }] } });
console.log(data);
try {
  console.log(await client.posts.listPosts());
} catch (error) {
  if (error instanceof ZernioApiError) console.log(error.message);
}`,
  },
  {
    name: 'post-for-me',
    binding: 'PostForMe',
    from: 'post-for-me',
    construct: "new PostForMe({ apiKey: 'sp_live_bench_0123456789', baseURL: origin })",
    call: "client.get('/v1/posts/post_1')",
    body: `
const post = await client.socialPosts.create({ caption: 'Hello', social_accounts: ['acc_1'] });
console.log(post.id);
try {
  console.log(await client.socialPosts.list());
} catch (error) {
  if (error instanceof PostForMe.APIError) console.log(error.status);
}`,
  },
  {
    name: 'stripe (fetch)',
    binding: 'Stripe',
    from: 'stripe',
    construct:
      "new Stripe('sk_test_bench_0123456789', { host: new URL(origin).hostname, port: new URL(origin).port, protocol: 'http', telemetry: false, httpClient: Stripe.createFetchHttpClient() })",
    call: "client.customers.retrieve('post_1')",
    body: `
const customer = await client.customers.create({ name: 'Hello' });
console.log(customer.id);
for await (const item of client.customers.list({ limit: 100 })) console.log(item.id);
try {
  await client.customers.retrieve('cus_1');
} catch (error) {
  if (error instanceof Stripe.errors.StripeError) console.log(error.requestId);
}`,
  },
  {
    name: '@octokit/core',
    binding: '{ Octokit }',
    from: '@octokit/core',
    construct: "new Octokit({ auth: 'sp_live_bench_0123456789', baseUrl: origin + '/v1' })",
    call: "client.request('GET /posts/{id}', { id: 'post_1' })",
    body: `
const { data } = await client.request('POST /repos/{owner}/{repo}/issues', { owner: 'a', repo: 'b', title: 'Hello' });
console.log(data.number);
const { data: list } = await client.request('GET /repos/{owner}/{repo}/issues', { owner: 'a', repo: 'b' });
console.log(list.length);`,
  },
  {
    name: '@anthropic-ai/sdk',
    binding: 'Anthropic',
    from: '@anthropic-ai/sdk',
    construct: "new Anthropic({ apiKey: 'sp_live_bench_0123456789', baseURL: origin })",
    call: "client.get('/v1/posts/post_1')",
    body: `
const message = await client.messages.create({ model: 'claude-opus-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] });
console.log(message.id);
for await (const model of client.models.list()) console.log(model.id);
try {
  await client.models.retrieve('x');
} catch (error) {
  if (error instanceof Anthropic.APIError) console.log(error.status, error.requestID);
}`,
  },
  {
    name: 'openai',
    binding: 'OpenAI',
    from: 'openai',
    construct: "new OpenAI({ apiKey: 'sp_live_bench_0123456789', baseURL: origin + '/v1' })",
    call: "client.get('/posts/post_1')",
    body: `
const response = await client.responses.create({ model: 'gpt-5', input: 'Hello' });
console.log(response.output_text);
for await (const file of client.files.list()) console.log(file.id);
try {
  await client.models.retrieve('x');
} catch (error) {
  if (error instanceof OpenAI.APIError) console.log(error.status, error.requestID);
}`,
  },
];

/** Octokit as its own guides use it: the core alone neither retries nor walks lists. */
export const octokitWithPlugins: Program = {
  name: '@octokit/core + plugins',
  binding: '{ Octokit }',
  from: '@octokit/core',
  also: `import { paginateRest } from '@octokit/plugin-paginate-rest';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';`,
  construct:
    "new (Octokit.plugin(paginateRest, retry, throttling))({ auth: 'x', baseUrl: origin, throttle: { onRateLimit: () => true, onSecondaryRateLimit: () => true } })",
  call: "client.request('GET /posts/{id}', { id: 'post_1' })",
  body: `
const { data } = await client.request('POST /repos/{owner}/{repo}/issues', { owner: 'a', repo: 'b', title: 'Hello' });
console.log(data.number);
for await (const page of client.paginate.iterator('GET /repos/{owner}/{repo}/issues', { owner: 'a', repo: 'b' })) console.log(page.data.length);`,
};

/** The program as a module. */
export function realistic({ binding, from, also, construct, body }: Program): string {
  return `import ${binding} from '${from}';\n${also ?? ''}\nconst origin = 'http://127.0.0.1:9';\nconst client = ${construct};\n${body}\n`;
}
