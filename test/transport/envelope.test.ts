import { describe, expect, it, vi } from 'vitest';
import { type ClientOptions, InvalidResponseError } from '../../src/index.ts';
import { draft, failureOf, json, postEnvelope, postRecord, testClient } from '../support/fixtures.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';
import { serve } from '../support/scripted-server.ts';

function answering(answer: Response, options: ClientOptions = {}) {
  const { fetch, requests } = scriptedFetch(answer);
  return { client: testClient({ fetch, ...options }), requests };
}

const text = (body: string, init: ResponseInit = {}) => new Response(body, init);

describe('a success', () => {
  it('gives the record, and with withResponse() what came along', async () => {
    const server = await serve({ status: 201, headers: { 'X-Custom': 'yes' }, body: postEnvelope });
    const client = testClient({ baseUrl: server.baseUrl });
    const call = client.posts.create(draft);
    expect(await call).toEqual(postRecord);
    expect(await call.withResponse()).toEqual({
      data: postRecord,
      requestId: 'req_1',
      status: 201,
      headers: expect.objectContaining({ 'x-custom': 'yes', 'content-type': 'application/json' }),
      attempts: 1,
      idempotencyKey: server.received[0]?.headers['idempotency-key'],
    });
    expect(server.received).toHaveLength(1);
  });

  it('keeps fields that the document does not name', async () => {
    const more = {
      ...postRecord,
      mood: 'sunny',
      publishTargets: [{ ...postRecord.publishTargets[0], url: 'u' }],
    };
    const { client } = answering(json({ data: more, requestId: 'r', extra: 1 }));
    expect(await client.posts.get('a')).toEqual(more);
  });

  it('takes values of enumerations that came later, without a word', async () => {
    const warn = vi.fn();
    const logger = { error: warn, warn, info: warn, debug: warn };
    const record = {
      ...postRecord,
      status: 'paused',
      publishTargets: [{ socialAccountId: 'a', platform: 'bluesky' }],
    };
    const { client } = answering(json({ data: record }), { logger, logLevel: 'warn' });
    expect(await client.posts.get('a')).toEqual(record);
    expect(warn).not.toHaveBeenCalled();
  });

  it('of a delete says so, also when the service says it with a 204', async () => {
    const { client } = answering(new Response(null, { status: 204, headers: { 'x-request-id': 'r9' } }));
    const { data, requestId, status } = await client.posts.delete('a').withResponse();
    expect([data, requestId, status]).toEqual([{ deleted: true }, 'r9', 204]);
    const { client: other } = answering(json({ data: { deleted: true } }));
    expect(await other.posts.delete('a')).toEqual({ deleted: true });
  });

  it.each(['text/plain', 'text/html', 'application/vnd.api+json; charset=utf-8'])(
    'is one under Content-Type %s too',
    async (type) => {
      const { client } = answering(json(postEnvelope, { headers: { 'content-type': type } }));
      expect(await client.posts.get('a')).toEqual(postRecord);
    },
  );

  it('with a byte order mark is one too', async () => {
    const { client } = answering(text(`\uFEFF${JSON.stringify(postEnvelope)}`));
    expect(await client.posts.get('a')).toEqual(postRecord);
  });

  it.each([
    ['in the envelope', { requestId: 'body' }, { 'x-request-id': 'header' }, 'body'],
    ['in X-Request-Id', {}, { 'x-request-id': 'header' }, 'header'],
    ['in Request-Id', {}, { 'request-id': 'header' }, 'header'],
    ['nowhere', {}, {}, undefined],
  ])('finds the request id %s', async (_where, body, headers, id) => {
    const { client } = answering(
      json({ data: postRecord, ...body }, { headers: headers as Record<string, string> }),
    );
    expect((await client.posts.get('a').withResponse()).requestId).toBe(id);
  });
});

describe('a 2xx that is no envelope', () => {
  it.each<[string, Response, string]>([
    ['HTML', text('<html>Welcome to the hotel Wi-Fi</html>'), 'is no JSON object'],
    ['nothing', text(''), 'is no JSON object'],
    ['a JSON array', json([postRecord]), 'is no JSON object'],
    ['null', json(null), 'is no JSON object'],
    ['half a JSON', text('{"data":{"id":"po'), 'is no JSON object'],
    ['an object without data', json({ post: postRecord }), 'data is not an object'],
    ['null as data', json({ data: null }), 'data is not an object'],
    ['a list where a record should be', json({ data: [postRecord] }), 'data is not an object'],
    ['a text as data', json({ data: 'ok' }), 'data is not an object'],
    ['a 204', new Response(null, { status: 204 }), 'is no JSON object'],
  ])('(%s) is InvalidResponseError, and not tried again', async (_what, answer, problem) => {
    for (const responseValidation of ['warn', 'strict', 'off'] as const) {
      const { client, requests } = answering(answer, { responseValidation });
      const error = await failureOf(client.posts.create(draft));
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(error).toMatchObject({ status: answer.status, outcome: 'unknown', attempts: 1 });
      expect((error as Error).message).toContain(problem);
      expect(requests).toHaveLength(1);
    }
  });

  it('is rejected, not unknown, when it was a read', async () => {
    const { client } = answering(text('hello'));
    expect(await failureOf(client.posts.get('a'))).toMatchObject({ outcome: 'rejected' });
  });

  it('of a list is one too', async () => {
    const { client } = answering(json({ data: {} }));
    const error = await failureOf(client.posts.list());
    expect(error).toMatchObject({
      name: 'InvalidResponseError',
      issues: [{ path: 'data', message: 'must be an array' }],
    });
  });

  it('shows what came, and the request id', async () => {
    const { client } = answering(
      text('<p>Hi</p>', { headers: { 'x-request-id': 'r7', 'x-served-by': 'cache' } }),
    );
    const error = await failureOf(client.posts.get('a'));
    expect(error).toMatchObject({ requestId: 'r7', body: '<p>Hi</p>', headers: { 'x-served-by': 'cache' } });
    expect((error as Error).message).toBe(
      'posts.get (GET /posts/a): 200: the answer is no JSON object, request id r7.',
    );
  });
});

describe('an envelope that breaks its schema', () => {
  const wrong = { data: { ...postRecord, text: 7, publishTargets: [{ platform: 'x' }] }, requestId: 'r1' };
  const issues = [
    { path: 'data.text', message: expect.stringContaining('a string') },
    { path: 'data.publishTargets[0].socialAccountId', message: expect.any(String) },
  ];

  it('is taken as it is, with a warning that says where', async () => {
    const warn = vi.fn();
    const logger = { error: warn, warn, info: warn, debug: warn };
    const { client } = answering(json(wrong), { logger, logLevel: 'warn' });
    expect(await client.posts.get('a')).toEqual(wrong.data);
    expect(warn.mock.calls).toEqual([
      ['[social-publishing] posts.get: the answer breaks its schema', { requestId: 'r1', issues }],
    ]);
  });

  it('is reported once for the same fields, not for every call and record', async () => {
    const warn = vi.fn();
    const logger = { error: warn, warn, info: warn, debug: warn };
    const record = { ...postRecord, text: 7 };
    const { client } = answering(json({ data: [record, record], requestId: 'r1' }), {
      logger,
      logLevel: 'warn',
    });
    await client.posts.list();
    await client.posts.list();
    expect(warn).toHaveBeenCalledTimes(1);
    const other = client.withOptions({
      fetch: async () => json({ data: [{ ...postRecord, title: 7 }], requestId: 'r2' }),
    });
    await other.posts.list();
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('is refused when validation is strict', async () => {
    const { client, requests } = answering(json(wrong), { responseValidation: 'strict' });
    const error = await failureOf(client.posts.create(draft));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ issues, requestId: 'r1', status: 200, outcome: 'unknown', attempts: 1 });
    expect((error as Error).message).toContain('200: the answer breaks its schema, request id r1');
    expect(requests).toHaveLength(1);
  });

  it('is nobody’s business when validation is off', async () => {
    const warn = vi.fn();
    const logger = { error: warn, warn, info: warn, debug: warn };
    const { client } = answering(json(wrong), { logger, logLevel: 'debug', responseValidation: 'off' });
    expect(await client.posts.get('a')).toEqual(wrong.data);
    expect(warn).not.toHaveBeenCalledWith(expect.stringContaining('schema'), expect.anything());
  });

  it('names the record of a list', async () => {
    const answer = json({ data: [postRecord, { ...postRecord, id: 1 }] });
    const { client } = answering(answer, { responseValidation: 'strict' });
    expect(await failureOf(client.posts.list())).toMatchObject({
      issues: [{ path: 'data[1].id', message: 'must be a string (got 1)' }],
    });
  });
});
