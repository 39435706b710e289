// Run as a process of its own, to be killed: creates posts against the server, with a journal in a file.
import { createMany } from '../../src/bulk/create-many.ts';
import { SocialPublishing } from '../../src/client.ts';
import { fileJournal } from '../../src/node/file-journal.ts';
import type { CreatePostParams } from '../../src/types/posts.ts';

const [baseUrl = '', path = '', count = ''] = process.argv.slice(2);
const client = new SocialPublishing({ apiKey: 'key', baseUrl, pacing: false, responseValidation: 'off' });
const items = Array.from(
  { length: Number(count) },
  (_, n): CreatePostParams => ({
    mode: 'draft',
    socialSetId: 'set-1',
    publishTargets: [{ socialAccountId: 'account-1', platform: 'x' }],
    text: `post ${n}`,
  }),
);
console.log('running');
const results = await createMany((params, options) => client.posts.create(params, options), items, {
  concurrency: 8,
  journal: fileJournal(path),
});
console.log(JSON.stringify(results.map(({ status }) => status)));
