// 20,000 calls of every outcome on one client and one signal. Prints how much the heap has grown.
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SocialPublishing } from 'social-publishing';

const post = { id: 'post_1', text: 'text' };
const answers = [
  () => Response.json({ data: post, requestId: 'r' }),
  () => Response.json({ error: { code: 'not_found', message: 'nothing here' } }, { status: 404 }),
  () => new Response('<html>'.repeat(100), { status: 500 }),
  () => Promise.reject(new TypeError('fetch failed')),
];

let turn = 0;
const client = new SocialPublishing({
  apiKey: 'key_of_the_test',
  baseUrl: 'https://host.invalid/v1',
  maxRetries: 0,
  pacing: false,
  logLevel: 'off',
  responseValidation: 'off',
  fetch: async (input) =>
    new URL(input.url ?? input).pathname.endsWith('/posts')
      ? Response.json({ data: [post, post], pagination: { nextCursor: null } })
      : answers[turn++ % answers.length](),
});
const { signal } = new AbortController();

async function calls(count) {
  for (let done = 0; done < count; done += 5) {
    const settled = [1, 2, 3, 4].map(() => client.posts.get('post_1', { signal }).catch(() => undefined));
    await Promise.all(settled);
    for await (const _ of client.posts.list({}, { signal })) if (done % 2) break;
    // What weak references hold is let go of between turns, and this program would have but one.
    await nextTurn();
  }
}

async function heap() {
  for (let pass = 0; pass < 4; pass++) {
    globalThis.gc();
    await nextTurn();
  }
  return process.memoryUsage().heapUsed;
}

await calls(4_000);
const before = await heap();
await calls(20_000);
console.log(JSON.stringify({ grownBytes: (await heap()) - before }));
