/**
 * The whole story over real HTTP, against the bundled sandbox: no account, no network.
 * Run it with `npm run demo`. It ends by itself, and with an exit code other than 0 when anything is off.
 */
import assert from 'node:assert/strict';
import {
  InvalidRequestError,
  PermissionDeniedError,
  type PublishTargetParams,
  SocialPublishing,
} from 'social-publishing';
import { startSandboxServer } from 'social-publishing/sandbox/server';

const say = (step: string, result: string) => console.log(`${step.padEnd(34)} ${result}`);

const server = await startSandboxServer({
  apiKeys: [{ secret: 'sp_demo_full_access' }, { secret: 'sp_demo_read_only', scopes: ['posts:read'] }],
});
const { sandbox } = server;
const client = new SocialPublishing({ apiKey: 'sp_demo_full_access', baseUrl: server.baseUrl });
console.log(`The sandbox listens at ${server.baseUrl}\n`);

const me = await client.me.get();
say('Who am I?', `key ${me.apiKey.publicId}, ${me.apiKey.scopes.length} scopes`);

const sets = await client.socialSets.list();
const accounts = await client.accounts.list().toArray({ max: 100 });
const socialSetId = sets.data[0]?.id;
assert(socialSetId, 'the sandbox has a Social Set');
say('Where can I post?', `Social Set ${socialSetId}, ${accounts.length} accounts`);

const targets: PublishTargetParams[] = (sandbox.socialSets[0]?.accounts ?? []).map(({ id, platform }) => ({
  socialAccountId: id,
  platform,
}));
assert(targets.length >= 3, 'with an account on each platform');

const draft = await client.posts.create({
  mode: 'draft',
  socialSetId,
  publishTargets: targets,
  text: 'Our new cafe opens on Friday.',
});
say('A draft', `${draft.id} is ${draft.status}`);

const edited = await client.posts.update(draft.id, { text: 'Our new café opens on Friday!' });
assert.equal(edited.text, 'Our new café opens on Friday!');
say('An edit', `"${edited.text}"`);

const inAnHour = new Date(Date.now() + 3_600_000);
const scheduled = await client.posts.create({
  mode: 'scheduled',
  scheduledAt: inAnHour,
  socialSetId,
  publishTargets: targets,
  text: 'Doors open in ten minutes.',
});
assert.equal(scheduled.status, 'scheduled');
say('A scheduled post', `${scheduled.id} goes out at ${scheduled.scheduledAt}`);

const canceled = await client.posts.cancel(scheduled.id);
assert.equal(canceled.status, 'canceled');
say('Canceled', `${canceled.id} is ${canceled.status}, scheduledAt ${canceled.scheduledAt}`);

const now = await client.posts.create({
  mode: 'publish_now',
  socialSetId,
  publishTargets: targets,
  text: 'We are open!',
});
say('Publish now', `${now.id} is ${now.status}`);

const pushed = await client.posts.waitUntilSettled(now.id, {
  interval: 50,
  onUpdate: (post) => {
    say('  …on its way', `${post.id} is ${post.status}`);
    // Nobody wants to wait for a demo: the sandbox's clock is moved instead.
    void sandbox.advance(60_000);
  },
});
assert.equal(pushed.status, 'pushed');
say(
  'Waited until it is out',
  pushed.publishTargets.map(({ platform, status }) => `${platform}: ${status}`).join(', '),
);

const ids: string[] = [];
for await (const post of client.posts.list({ limit: 2 })) ids.push(post.id);
assert.deepEqual(ids, [now.id, scheduled.id, draft.id]);
say('All posts, two a page', ids.join(', '));

// The connection breaks after the service has carried out the request, before its answer arrives.
sandbox.inject({ method: 'POST', path: '/posts', fault: { type: 'drop-after-commit' } });
const survived = await client.posts
  .create({ mode: 'publish_now', socialSetId, publishTargets: targets, text: 'Once, and only once.' })
  .withResponse();
await sandbox.advance(60_000);
const wentOut = sandbox.published.filter(({ postId }) => postId === survived.data.id);
const copies = sandbox.published.filter(({ text }) => text === 'Once, and only once.');
assert.equal(survived.attempts, 2);
assert.equal(wentOut.length, targets.length);
assert.equal(copies.length, targets.length, 'each account got it once');
say(
  'The answer got lost',
  `${survived.attempts} attempts with one key, published once on each of ${copies.length} accounts`,
);

const mistake: unknown = await client.posts
  .create({
    mode: 'scheduled',
    scheduledAt: '2026-12-01T09:00',
    socialSetId,
    publishTargets: targets,
    text: 'See https://example.com',
  })
  .catch((error: unknown) => error);
assert(mistake instanceof InvalidRequestError);
say('A mistake costs no request', '');
for (const { path, message } of mistake.issues) console.log(`    ${path} ${message}`);

const readOnly = client.withOptions({ apiKey: 'sp_demo_read_only' });
const refused: unknown = await readOnly.posts.publish(draft.id).catch((error: unknown) => error);
assert(refused instanceof PermissionDeniedError);
assert.deepEqual(refused.requiredScopes, ['posts:publish']);
say('A key without the scope', refused.message);

await server.close();
console.log('\nThat is the whole story.');
