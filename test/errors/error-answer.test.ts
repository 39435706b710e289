import { describe, expect, it } from 'vitest';
import { APIError, PermissionDeniedError } from '../../src/index.ts';
import { readErrorBody } from '../../src/transport/body.ts';
import { apiKey, draft, failureOf, json, testClient } from '../support/fixtures.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';

const { mode: _mode, scheduledAt: _at, ...content } = draft;
const publishNow = { ...content, mode: 'publish_now' } as const;

async function errorOf(answer: Response): Promise<APIError> {
  const { fetch } = scriptedFetch(answer);
  const error = await failureOf(testClient({ fetch, maxRetries: 0 }).posts.create(draft));
  expect(error).toBeInstanceOf(APIError);
  return error as APIError; // just checked
}

describe('what an error body says', () => {
  it.each<[shape: unknown, code: string | undefined, message: string | undefined]>([
    [{ error: { code: 'validation_error', message: 'Too late.' } }, 'validation_error', 'Too late.'],
    [{ code: 'validation_error', message: 'Too late.' }, 'validation_error', 'Too late.'],
    [{ error: 'validation_error', message: 'Too late.' }, 'validation_error', 'Too late.'],
    [{ error: 'Unprocessable Entity', message: 'Too late.' }, undefined, 'Too late.'],
    [{ error: 'Too late.' }, undefined, 'Too late.'],
    [{ error: 'invalid_token', error_description: 'It has expired' }, 'invalid_token', 'It has expired'],
    [{ error: { type: 'rate_limit', message: 'Slow down' } }, 'rate_limit', 'Slow down'],
    [{ error: { code: 187, message: 'Duplicate' } }, '187', 'Duplicate'],
    [{ type: 'about:blank', title: 'Conflict', status: 409, detail: 'In use' }, undefined, 'In use'],
    [{ title: 'Conflict', status: 409 }, undefined, 'Conflict'],
    [
      {
        errors: [
          { code: 'too_long', message: 'Too long' },
          { code: 'b', message: 'c' },
        ],
      },
      'too_long',
      'Too long',
    ],
    [{ errors: [{ detail: 'Too long' }] }, undefined, 'Too long'],
    [{ errors: ['Too long'] }, undefined, 'Too long'],
    [{ message: 'Too late.', errors: [] }, undefined, 'Too late.'],
    [{ message: '  padded  ' }, undefined, 'padded'],
    [{ message: '' }, undefined, undefined],
    [{ message: { nested: true }, code: null }, undefined, undefined],
    [{}, undefined, undefined],
    [[], undefined, undefined],
    [null, undefined, undefined],
    [42, undefined, undefined],
    ['upstream is down', undefined, 'upstream is down'],
    ['<!doctype html><h1>502</h1>', undefined, undefined],
    ['', undefined, undefined],
  ])('%j', (body, code, message) => {
    expect(readErrorBody(body)).toEqual({ code, message });
  });
});

describe('an error answer', () => {
  it('is told with all that it says', async () => {
    const body = {
      error: { code: 'validation_error', message: 'scheduledAt is in the past.' },
      requestId: 'req_9',
    };
    const error = await errorOf(json(body, { status: 422, headers: { 'X-Served-By': 'eu-1' } }));
    expect(error.message).toBe(
      'posts.create (POST /posts): 422 validation_error: scheduledAt is in the past, request id req_9.',
    );
    expect(error).toMatchObject({
      name: 'UnprocessableEntityError',
      status: 422,
      code: 'validation_error',
      requestId: 'req_9',
      body,
      headers: { 'x-served-by': 'eu-1' },
      operation: 'posts.create',
      method: 'POST',
      path: '/posts',
      attempts: 1,
      outcome: 'rejected',
      requiredScopes: ['posts:create'],
      retryAfter: undefined,
    });
  });

  it.each<[string, Response, string, unknown]>([
    [
      'HTML',
      new Response('<html><body>Bad gateway</body></html>', {
        status: 422,
        headers: { 'content-type': 'text/html' },
      }),
      '422: the answer says nothing readable (text/html).',
      '<html><body>Bad gateway</body></html>',
    ],
    [
      'plain text',
      new Response('quota\nexceeded.', { status: 422 }),
      '422: quota exceeded.',
      'quota\nexceeded.',
    ],
    ['a JSON text', json('quota exceeded', { status: 422 }), '422: quota exceeded.', 'quota exceeded'],
    ['nothing', new Response(null, { status: 422 }), '422: the answer has no body.', ''],
    ['broken JSON', new Response('{"error":', { status: 422 }), '422: {"error":.', '{"error":'],
    [
      'JSON without words',
      json({ ok: false }, { status: 422 }),
      '422: the answer says nothing readable (application/json).',
      { ok: false },
    ],
  ])('with %s as its body is told too', async (_what, answer, said, body) => {
    const error = await errorOf(answer);
    expect(error.message).toBe(`posts.create (POST /posts): ${said}`);
    expect(error.body).toEqual(body);
  });

  it('that goes on for megabytes is cut', async () => {
    const error = await errorOf(new Response('no '.repeat(1_000_000), { status: 422 }));
    expect(error.message.length).toBeLessThan(400);
    expect(String(error.body).length).toBeLessThan(11_000);
    const long = await errorOf(json({ message: 'x'.repeat(5_000) }, { status: 422 }));
    expect(long.message.length).toBeLessThan(400);
    expect(long.body).toEqual({ message: 'x'.repeat(5_000) });
  });

  it('does not say its number twice when that is its code', async () => {
    const { message } = await errorOf(json({ code: 422, message: 'No' }, { status: 422 }));
    expect(message).toBe('posts.create (POST /posts): 422: No.');
  });

  it.each([
    ['in the envelope', { requestId: 'a' }, {}, 'a'],
    ['in the error', { error: { requestId: 'a' } }, {}, 'a'],
    ['in a header', {}, { 'x-request-id': 'a' }, 'a'],
    ['nowhere', {}, {}, undefined],
  ])('has the request id that stands %s', async (_where, body, headers, id) => {
    const error = await errorOf(json(body, { status: 404, headers: headers as Record<string, string> }));
    expect(error.requestId).toBe(id);
  });
});

describe('a 403', () => {
  it('names the scope that the call needs', async () => {
    const { fetch } = scriptedFetch(json({ message: 'Missing scope' }, { status: 403 }));
    const error = await failureOf(testClient({ fetch }).posts.delete('a'));
    expect(error).toBeInstanceOf(PermissionDeniedError);
    expect(error).toMatchObject({ requiredScopes: ['posts:delete'] });
    expect((error as Error).message).toMatch(/Missing scope\. The call needs the scope posts:delete\.$/);
  });

  it('names both, when publishing at once needs two', async () => {
    const { fetch } = scriptedFetch(json({}, { status: 403 }));
    const error = await failureOf(testClient({ fetch }).posts.create(publishNow));
    expect(error).toMatchObject({ requiredScopes: ['posts:create', 'posts:publish'] });
    expect((error as Error).message).toContain('the scopes posts:create and posts:publish.');
  });

  it('guesses none where the document names none', async () => {
    const { fetch } = scriptedFetch(json({}, { status: 403 }));
    const error = await failureOf(testClient({ fetch }).socialSets.list());
    expect(error).toMatchObject({ requiredScopes: [] });
    expect((error as Error).message).not.toContain('scope');
  });
});

describe('an answer that echoes secrets', () => {
  it.each<[string, unknown]>([
    ['the key', { message: `unknown key ${apiKey}` }],
    [
      'the key, deep down',
      { error: { message: 'x', request: { headers: [{ authorization: `Bearer ${apiKey}` }] } } },
    ],
    ['the key, with an escape in it', `{"message":"${apiKey.replace('_', '\\u005f')}"}`],
    ['another key', { message: 'Authorization: Bearer other_secret_key' }],
    ['a signed URL', { message: 'PUT https://storage.test/a/b.png?X-Signature=other_secret_key failed' }],
    ['text with the key', `<p>${apiKey}</p>`],
  ])('%s: the error is without', async (_what, body) => {
    const answer = new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status: 401,
      headers: { 'x-debug': `Bearer ${apiKey}` },
    });
    const error = await errorOf(answer);
    const all = JSON.stringify(error) + error.message + error.stack;
    expect(all).not.toContain(apiKey);
    expect(all).not.toContain('other_secret_key');
    expect(all).toContain('[redacted]');
  });

  it('a body stays the JSON that it was around what is taken out', async () => {
    const error = await errorOf(
      json({ message: `"Bearer ${apiKey}\\"`, n: 1, list: [true, null] }, { status: 401 }),
    );
    expect(error.body).toMatchObject({ n: 1, list: [true, null] });
  });
});
