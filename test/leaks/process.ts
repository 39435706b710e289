/**
 * A program that uses the client in every way and then has nothing left to do: it must end by itself. Which
 * server it talks to, and what else it does, is said by its environment.
 */
import process from 'node:process';
import { SocialPublishing } from '../../src/index.ts';

const failed = () => 'failed';

const client = new SocialPublishing({
  apiKey: 'key_of_the_test',
  baseUrl: process.env['BASE_URL'],
  // Far longer than the test waits: a timer left armed shows.
  timeout: 60_000,
  totalTimeout: 120_000,
  maxRetries: 1,
  responseValidation: 'off',
  logLevel: 'off',
  hooks: { onRequest: async () => Promise.reject(new Error('a hook that fails late')) },
});

const ways: Readonly<Record<string, () => unknown>> = {
  'good and bad calls': () =>
    Promise.all(['good', 'missing', 'cut'].map((id) => client.posts.get(id).catch(failed))),
  'only the response is awaited': () => client.posts.get('missing').withResponse().catch(failed),
  'an aborted call': async () => {
    const controller = new AbortController();
    const call = client.posts.get('silent', { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await call.catch(failed);
  },
  'a list that is never used': () => client.posts.list(),
  'lists whose next page fails while nobody waits': async () => {
    for await (const _ of client.posts.list()) break;
    for await (const _ of client.posts.list()) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      break;
    }
    const page = await client.posts.list();
    await page.getNextPage().catch(failed);
  },
  'a list that is aborted': async () => {
    const controller = new AbortController();
    try {
      for await (const _ of client.posts.list({}, { signal: controller.signal })) controller.abort();
    } catch {
      // As it should.
    }
  },
};

for (const way of Object.values(ways)) await way();
// An error that nobody waits for is the caller's mistake, and not hidden.
if (process.env['CARELESS']) void client.posts.get('missing');
console.log('nothing left to do');
