import { describe, expect, it } from 'vitest';
import { APIError, InvalidRequestError } from '../../src/index.ts';
import { draft, failureOf, postEnvelope, testClient } from '../support/fixtures.ts';
import { serve } from '../support/scripted-server.ts';

const retryNow = { status: 503, headers: { 'retry-after-ms': '0' }, body: {} };

describe('idempotency keys', () => {
  it('one write has one key, over all its attempts, and shows it on the result', async () => {
    const server = await serve(retryNow, retryNow, { body: postEnvelope });
    const client = testClient({ baseUrl: server.baseUrl });
    const { idempotencyKey, attempts } = await client.posts.create(draft).withResponse();
    expect(attempts).toBe(3);
    expect(idempotencyKey).toMatch(/^[\w-]{20,255}$/);
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array(3).fill(idempotencyKey),
    );
  });

  it('two writes have two keys', async () => {
    const server = await serve({ body: postEnvelope });
    const client = testClient({ baseUrl: server.baseUrl });
    await Promise.all([client.posts.create(draft), client.posts.create(draft)]);
    const [first, second] = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(first).not.toBe(second);
  });

  it('an error shows the key, and its message says how to repeat the call', async () => {
    const server = await serve({ status: 500, body: {} });
    const error = await failureOf(testClient({ baseUrl: server.baseUrl, maxRetries: 0 }).posts.create(draft));
    expect(error).toBeInstanceOf(APIError);
    const { idempotencyKey, outcome, message } = error as APIError;
    expect(idempotencyKey).toBe(server.received[0]?.headers['idempotency-key']);
    expect(outcome).toBe('unknown');
    expect(message).toContain(`{ idempotencyKey: '${idempotencyKey}' }`);
  });

  it.each([
    ['create', 'POST', { body: postEnvelope }],
    ['update', 'PATCH', { body: postEnvelope }],
    ['cancel', 'POST', { body: postEnvelope }],
    ['publish', 'POST', { status: 202, body: postEnvelope }],
    ['delete', 'DELETE', { body: { data: { deleted: true } } }],
  ] as const)('posts.%s (%s) carries one', async (name, method, answer) => {
    const server = await serve(answer);
    const { posts } = testClient({ baseUrl: server.baseUrl });
    const calls = {
      create: () => posts.create(draft),
      update: () => posts.update('p', { text: 'x' }),
      cancel: () => posts.cancel('p'),
      publish: () => posts.publish('p'),
      delete: () => posts.delete('p'),
    };
    await calls[name]();
    expect(server.received[0]).toMatchObject({ method, headers: { 'idempotency-key': expect.any(String) } });
  });

  it('a read carries none, not even the one the caller gave', async () => {
    const server = await serve({ body: postEnvelope });
    const client = testClient({ baseUrl: server.baseUrl });
    const { idempotencyKey } = await client.posts.get('p', { idempotencyKey: 'mine' }).withResponse();
    expect(idempotencyKey).toBeUndefined();
    expect(server.received[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it.each(['a', '~'.repeat(255), 'order:7/linkedin'])('the caller may give one: %s', async (key) => {
    const server = await serve({ body: postEnvelope });
    await testClient({ baseUrl: server.baseUrl }).posts.create(draft, { idempotencyKey: key });
    expect(server.received[0]?.headers['idempotency-key']).toBe(key);
  });

  it.each([
    ['empty', ''],
    ['too long', 'a'.repeat(256)],
    ['with a space', 'a b'],
    ['with a line break at its end', 'key\n'],
    ['beyond ASCII', 'schlüssel'],
    ['no string', 7],
    ['null', null],
  ])('one that is %s is refused before anything is sent', async (_what, key) => {
    const server = await serve({ body: postEnvelope });
    const client = testClient({ baseUrl: server.baseUrl });
    const options = { idempotencyKey: key as string }; // what JavaScript lets through
    const error = await failureOf(client.posts.create(draft, options));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({
      outcome: 'not-sent',
      issues: [{ path: 'idempotencyKey', message: 'must be 1 to 255 visible ASCII characters' }],
    });
    expect(server.received).toHaveLength(0);
  });
});
