/**
 * What goes wrong, and what to do about it: refused locally, refused by the service, answered by nobody.
 * Run it with `npm run example -- 06`. On the real service it creates nothing: faults are the sandbox's.
 */
import assert from 'node:assert/strict';
import {
  APIConnectionError,
  APIUserAbortError,
  InternalServerError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'social-publishing';
import { openService } from './service.ts';

const { client, sandbox, socialSetId, publishTargets, close } = await openService({
  sandbox: {
    apiKeys: [{ secret: 'sp_example_full' }, { secret: 'sp_example_reader', scopes: ['posts:read'] }],
  },
});
const draft = { mode: 'draft', socialSetId, publishTargets, text: 'Hello' } as const;

/** What a call was refused with. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.fail('the call should have failed'),
    (error: unknown) => error,
  );
}

console.log('1. A mistake: nothing is sent, and everything that is wrong is named');
const mistake = await errorOf(
  client.posts.create({ ...draft, publishTargets: [], text: 'See https://example.com' }),
);
assert(mistake instanceof InvalidRequestError);
assert.equal(mistake.outcome, 'not-sent');
for (const { path, message } of mistake.issues) console.log(`   ${path} ${message}`);

console.log('\n2. Not there, or not for this key');
const missing = await errorOf(client.posts.get('post_that_is_not_there'));
assert(missing instanceof NotFoundError);
assert.equal(missing.outcome, 'rejected');
console.log(`   ${missing.message}`);

console.log('\n3. Ended by you');
const aborted = await errorOf(
  client.posts.get('any', { signal: AbortSignal.abort(new Error('the user left')) }),
);
assert(aborted instanceof APIUserAbortError);
console.log(`   ${aborted.message} (${String(aborted.cause)})`);

if (sandbox) {
  console.log('\n4. A key without the scope: the error names what is missing');
  const reader = client.withOptions({ apiKey: 'sp_example_reader' });
  const refused = await errorOf(reader.posts.create(draft));
  assert(refused instanceof PermissionDeniedError);
  assert.deepEqual(refused.requiredScopes, ['posts:create']);
  console.log(`   ${refused.message}`);

  console.log('\n5. A service that falters: tried again, with the same key');
  sandbox.inject({ times: 2, fault: { type: 'status', status: 503, headers: { 'retry-after-ms': '10' } } });
  const { attempts, idempotencyKey } = await client.posts.create(draft).withResponse();
  assert.equal(attempts, 3);
  console.log(`   ${attempts} attempts with the key ${idempotencyKey}`);

  console.log('\n6. An answer that gets lost: did it happen? The same key finds out');
  sandbox.inject({ method: 'POST', path: '/posts', fault: { type: 'drop-after-commit' } });
  const lost = await errorOf(client.posts.create(draft, { maxRetries: 0 }));
  assert(lost instanceof APIConnectionError || lost instanceof InternalServerError);
  assert.equal(lost.outcome, 'unknown');
  assert(lost.idempotencyKey);
  console.log(`   ${lost.message}`);
  const before = await client.posts.list().toArray({ max: 100 });
  const found = await client.posts.create(draft, { idempotencyKey: lost.idempotencyKey });
  const after = await client.posts.list().toArray({ max: 100 });
  assert.equal(after.length, before.length, 'it had happened, and did not happen again');
  console.log(`   it is ${found.id}, and there is one of it`);

  console.log('\n7. An error in a log: useful, and without the key');
  const logged = JSON.stringify(refused);
  assert(!logged.includes('sp_example_reader'));
  console.log(`   ${logged.slice(0, 120)}…`);

  console.log('\n8. A limit whose wait is too long for you: known at once, with the time to come back');
  // The client keeps to it: what else this limit counts would now wait. So it comes last.
  sandbox.inject({ fault: { type: 'status', status: 429, headers: { 'retry-after': '30' } } });
  const limited = await errorOf(client.usage.get({ maxPacingWait: 1_000 }));
  assert(limited instanceof RateLimitError);
  assert.equal(limited.retryAfter, 30_000);
  console.log(`   again in ${limited.retryAfter} ms`);
}

await close();
