/**
 * Walking lists: item by item, page by page, filtered, stopped early, and gone on with later.
 * Run it with `npm run example -- 05`. On the real service it only reads.
 */
import assert from 'node:assert/strict';
import { openService } from './service.ts';

// The sandbox has nothing to list yet. 30 posts would take two minutes within the rate limits, so it has none here.
const { client, sandbox, socialSetId, publishTargets, close } = await openService({
  sandbox: { rateLimits: false },
});
if (sandbox) {
  const unpaced = client.withOptions({ pacing: false });
  for (let index = 1; index <= 30; index++) {
    await unpaced.posts.create({
      mode: 'draft',
      socialSetId,
      publishTargets,
      title: `Draft ${index}`,
      text: 'Hello',
    });
  }
  const inAnHour = new Date(Date.now() + 3_600_000);
  const scheduled = {
    mode: 'scheduled',
    scheduledAt: inAnHour,
    socialSetId,
    publishTargets,
    text: 'Soon',
  } as const;
  for (let index = 1; index <= 3; index++) await unpaced.posts.create(scheduled);
}
const before = sandbox?.requests.length ?? 0;

// All items of all pages. The next page is already on its way while you work on this one.
let count = 0;
for await (const _post of client.posts.list({ limit: 10 })) count++;
console.log(`${count} posts in all`);
if (sandbox) {
  assert.equal(count, 33);
  assert.equal(sandbox.requests.length - before, 4, '33 posts are four pages of ten');
}

// Filtered by the service.
const queue = await client.posts.list({ status: 'scheduled', socialSetId }).toArray({ max: 100 });
console.log(`${queue.length} of them are scheduled`);
assert(queue.every(({ status }) => status === 'scheduled'));
if (sandbox) assert.equal(queue.length, 3);

// Page by page: each knows the id of its request, for the service's support.
for await (const page of client.posts.list({ limit: 20 }).pages()) {
  console.log(`a page of ${page.data.length}, request ${page.requestId}`);
}

// Stopped early: what was fetched ahead is cancelled.
for await (const post of client.posts.list({ limit: 5 })) {
  console.log(`the newest is "${post.title}"`);
  break;
}

// Gone on with later: keep the cursor, never build one.
const first = await client.posts.list({ limit: 5 });
if (first.nextCursor !== null) {
  const second = await client.posts.list({ limit: 5, cursor: first.nextCursor });
  const ids = new Set([...first.data, ...second.data].map(({ id }) => id));
  assert.equal(ids.size, first.data.length + second.data.length, 'no post stands on both pages');
  console.log(`from the cursor on: ${second.data.map(({ title }) => title).join(', ')}`);
}

await close();
