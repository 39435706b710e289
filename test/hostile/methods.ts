import type { SocialPublishing } from '../../src/index.ts';

const publishTargets = [{ socialAccountId: 'acc_1', platform: 'x' as const }];
const draft = { mode: 'draft' as const, socialSetId: 'set_1', publishTargets, text: 'text' };

/** One of each kind of call: a record, a list read in every way, a delete, and what stands on top of them. */
export const methods: Readonly<Record<string, (client: SocialPublishing) => PromiseLike<unknown>>> = {
  'posts.create': (client) => client.posts.create(draft),
  'posts.create with its response': (client) => client.posts.create(draft).withResponse(),
  'posts.get': (client) => client.posts.get('post_1'),
  'posts.delete': (client) => client.posts.delete('post_1'),
  'ideas.update': (client) => client.ideas.update('idea_1', { title: null }),
  'folders.list': (client) => client.folders.list(),
  'posts.list walked': async (client) => {
    let items = 0;
    for await (const _ of client.posts.list()) if (++items === 300) break;
  },
  'posts.list collected': (client) => client.posts.list().toArray({ max: 300 }),
  'me.get': (client) => client.me.get(),
  'usage.get': (client) => client.usage.get(),
  'mediaAssets.upload': (client) =>
    client.mediaAssets.upload({
      socialSetId: 'set_1',
      file: new Blob(['GIF89a'], { type: 'image/gif' }),
      fileName: 'a.gif',
    }),
  'posts.createMany': (client) =>
    // A 409 is waited for: not here.
    client.posts.createMany([draft], { signal: AbortSignal.timeout(20) }),
  'posts.waitUntilSettled': (client) => client.posts.waitUntilSettled('post_1', { interval: 1, timeout: 5 }),
};
