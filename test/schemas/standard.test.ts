import { expect, test } from 'vitest';
import * as schemas from '../../src/schemas/index.ts';

const { createIdeaParamsSchema, createPostParamsSchema, operations, postSchema } = schemas;

test('every schema is a Standard Schema', () => {
  const all = Object.entries(schemas).filter(([name]) => name.endsWith('Schema'));
  expect(all.length).toBeGreaterThan(20);
  for (const [name, schema] of all) {
    const standard = (schema as schemas.StandardSchemaV1)['~standard'];
    expect(standard, name).toMatchObject({ version: 1, vendor: 'social-publishing' });
    expect(standard.validate(7), name).toMatchObject({
      issues: [expect.objectContaining({ message: expect.any(String) })],
    });
  }
});

test('a record keeps fields that the document does not name', () => {
  const post = {
    id: 'post',
    workspaceId: 'workspace',
    socialSetId: 'set',
    status: 'a status of tomorrow',
    title: 'API Post',
    text: '',
    scheduledAt: null,
    mediaRefs: [],
    mediaMetadata: [],
    publishTargets: [{ socialAccountId: 'account', platform: 'mastodon', status: 'pending' }],
    createdAt: '2026-11-21T00:00:00.000Z',
    updatedAt: '2026-11-21T00:00:00.000Z',
    ofTomorrow: { a: 1 },
  };
  expect(postSchema['~standard'].validate(post)).toEqual({ value: post });
  const { title: _, ...untitled } = post;
  expect(postSchema['~standard'].validate(untitled)).toEqual({
    issues: [{ path: ['title'], message: 'is required: it must be a string' }],
  });
});

test('params are held to the same checks as in the client, and come out as they are sent', () => {
  const params = {
    mode: 'scheduled',
    scheduledAt: new Date('2099-01-01T00:00:00+01:00'),
    socialSetId: 'set',
    publishTargets: [{ socialAccountId: 'account', platform: 'x' }],
    text: 'Hello',
  };
  expect(createPostParamsSchema['~standard'].validate(params)).toEqual({
    value: { ...params, scheduledAt: '2098-12-31T23:00:00.000Z' },
  });
  expect(createPostParamsSchema['~standard'].validate({ ...params, text: 'www.example.com' })).toEqual({
    issues: [{ path: ['text'], message: "must not contain a URL (found 'www.example.com')" }],
  });
  expect(
    createIdeaParamsSchema['~standard'].validate({ socialSetId: 'set', content: '😀'.repeat(5000) }),
  ).toEqual({
    value: expect.anything(),
  });
});

test('the table shows every endpoint without a type of the validation library', () => {
  expect(operations).toHaveLength(28);
  const create = operations.find(({ id }) => id === 'posts.create');
  expect(create).toMatchObject({
    method: 'POST',
    path: '/posts',
    scopes: ['posts:create'],
    limits: ['postsWritePerMinute', 'postsWritePerHour'],
    when: { field: 'mode', is: 'publish_now', scopes: ['posts:publish'] },
    success: 'record',
    status: [201, 202],
    optionalParams: false,
  });
  expect(create?.params?.['~standard'].validate({})).toHaveProperty('issues');
  expect(operations.find(({ id }) => id === 'posts.cancel')).not.toHaveProperty('params');
});
