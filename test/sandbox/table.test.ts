import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import { handlers } from '../../src/sandbox/handlers/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { raw } from './raw.ts';

describe('The operations table and the sandbox', () => {
  test('have the same endpoints', () => {
    expect(Object.keys(handlers).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  test.each(operations.map((row) => [`${row.method} ${row.path}`, row] as const))(
    '%s reaches its own handler, which asks for a key',
    async (_, row) => {
      const sandbox = createSandbox();
      const path = row.path.replace('{id}', 'nothing');
      expect((await raw(sandbox, row.method, path, undefined, { key: null })).status).toBe(401);
      const answer = await raw(sandbox, row.method, path);
      // Without a body it is refused for its params or its missing record, or answered: never as unknown.
      expect([200, 404, 422]).toContain(answer.status);
      expect(answer.body.error?.message).not.toBe('endpoint not found');
    },
  );
});

describe('What is no endpoint', () => {
  const sandbox = createSandbox();

  test.each([
    ['/nothing'],
    ['/posts/1/2/3'],
    ['/'],
    ['/posts/'],
    ['/posts/1/like'],
    ['/posts/*'],
    ['//posts'],
  ])('%s answers 404', async (path) => {
    expect((await raw(sandbox, 'GET', path)).status).toBe(404);
  });

  test('another method answers 405 and says which ones there are', async () => {
    const answer = await raw(sandbox, 'PUT', '/posts/post_1');
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']?.split(', ').sort()).toEqual(['DELETE', 'GET', 'PATCH']);
  });

  test('a path outside the base URL answers 404', async () => {
    const { origin } = new URL(sandbox.baseUrl);
    expect((await raw(sandbox, 'GET', '/posts', undefined, { baseUrl: origin })).status).toBe(404);
    expect((await raw(sandbox, 'GET', '/v2/posts', undefined, { baseUrl: origin })).status).toBe(404);
  });
});

describe('Envelopes', () => {
  test('one record is data with a request id, which the header repeats', async () => {
    const { body, headers } = await raw(createSandbox(), 'GET', '/me');
    expect(Object.keys(body)).toEqual(['data', 'requestId']);
    expect(headers['x-request-id']).toBe(body.requestId);
    expect(headers['content-type']).toBe('application/json');
  });

  test('a list is data, pagination and a request id', async () => {
    const { body } = await raw(createSandbox(), 'GET', '/posts');
    expect(body).toEqual({ data: [], pagination: { nextCursor: null }, requestId: expect.any(String) });
  });

  test('an error is a code, a message and a request id, which the header repeats', async () => {
    const { body, headers } = await raw(createSandbox(), 'GET', '/posts/none');
    expect(body).toEqual({
      error: { code: 'not_found', message: 'post not found' },
      requestId: expect.any(String),
    });
    expect(headers['x-request-id']).toBe(body.requestId);
  });

  test('each request has an id of its own', async () => {
    const sandbox = createSandbox();
    const ids = [await raw(sandbox, 'GET', '/me'), await raw(sandbox, 'GET', '/me')].map(
      ({ body }) => body.requestId,
    );
    expect(new Set(ids).size).toBe(2);
  });
});
