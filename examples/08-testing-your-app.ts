/**
 * Testing an application of yours against the sandbox: in process, without a network, with a clock that you move.
 * Run it with `npm run example -- 08`. It uses Node's own test runner; Vitest and Jest work alike.
 */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { APIConnectionError, idempotencyKeyFrom, SocialPublishing } from 'social-publishing';
import { sandboxHandlers } from 'social-publishing/msw';
import { createSandbox } from 'social-publishing/sandbox';

// ── Your application ─────────────────────────────────────────────────────────────────────────────────────────────

interface Release {
  readonly version: string;
  readonly at: Date;
}

/** Schedules the announcement of a release. Called twice it announces once. */
async function announce(client: SocialPublishing, release: Release) {
  return client.posts.create(
    {
      mode: 'scheduled',
      scheduledAt: release.at,
      socialSetId: 'set_1',
      publishTargets: [
        { socialAccountId: 'acc_linkedin_1', platform: 'linkedin' },
        { socialAccountId: 'acc_x_1', platform: 'x', textOverride: `${release.version} is out!` },
      ],
      text: `Version ${release.version} is out. Thank you to everyone who helped.`,
    },
    { idempotencyKey: await idempotencyKeyFrom('announcement', release.version) },
  );
}

// ── Its tests ────────────────────────────────────────────────────────────────────────────────────────────────────

const sandbox = createSandbox();
const client = new SocialPublishing({
  apiKey: sandbox.apiKey,
  baseUrl: sandbox.baseUrl,
  fetch: sandbox.fetch,
});
const inTwoHours = new Date(Date.now() + 2 * 3_600_000);
const release = { version: '2.0', at: inTwoHours };

beforeEach(() => sandbox.reset());

test('an announcement goes out at its time, with its own text on X', async () => {
  const post = await announce(client, release);

  await sandbox.advance(3_600_000);
  assert.equal(sandbox.published.length, 0, 'not before its time');

  await sandbox.advance(2 * 3_600_000);
  assert.equal((await client.posts.get(post.id)).status, 'pushed');
  assert.deepEqual(
    sandbox.published.map(({ platform, text }) => [platform, text]),
    [
      ['linkedin', 'Version 2.0 is out. Thank you to everyone who helped.'],
      ['x', '2.0 is out!'],
    ],
  );
});

test('announcing twice announces once', async () => {
  const [first, second] = [await announce(client, release), await announce(client, release)];

  assert.equal(second.id, first.id);
  await sandbox.advance(3 * 3_600_000);
  assert.equal(sandbox.published.length, 2, 'once on each account');
});

test('a lost answer costs a second attempt, and no second announcement', async () => {
  sandbox.inject({ method: 'POST', path: '/posts', fault: { type: 'drop-after-commit' } });

  await announce(client, release);

  assert.equal(sandbox.requests.length, 2);
  assert.equal((await client.posts.list()).data.length, 1);
});

test('a platform that refuses leaves a failed post', async () => {
  sandbox.injectPublish({ platform: 'linkedin', outcome: { type: 'fail' } });
  const post = await announce(client, release);

  await sandbox.advance(3 * 3_600_000);

  const { status, publishTargets } = await client.posts.get(post.id);
  assert.equal(status, 'failed');
  assert.deepEqual(publishTargets.map(({ platform }) => platform).sort(), ['linkedin', 'x']);
  assert.deepEqual(
    sandbox.published.map(({ platform }) => platform),
    ['x'],
    'the other one is out',
  );
});

test('a service that is away is reported as such', async () => {
  sandbox.inject({ times: Number.POSITIVE_INFINITY, fault: { type: 'drop' } });

  // One attempt: nobody wants to wait for back-offs in a test.
  await assert.rejects(announce(client.withOptions({ maxRetries: 0 }), release), APIConnectionError);
});

test('through MSW, for code that makes its client itself', async () => {
  const baseUrl = 'https://api.example.com/v1';
  const server = setupServer(
    ...sandboxHandlers(sandbox, { baseUrl }),
    http.all('*', () => assert.fail()),
  );
  server.listen();
  try {
    await announce(new SocialPublishing({ apiKey: sandbox.apiKey, baseUrl }), release);
    assert.equal(sandbox.requests.length, 1);
  } finally {
    server.close();
  }
});
