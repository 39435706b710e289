import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { operations, toOpenAPI } from '../../src/schemas/index.ts';

test('toOpenAPI() is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...structuredClone(toOpenAPI()) });
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('the validator would find a fault', async () => {
  const document = structuredClone(toOpenAPI()) as unknown as { paths: Record<string, unknown> };
  document.paths['/posts'] = { post: { responses: 'none' } };
  expect((await new Validator().validate({ ...document })).valid).toBe(false);
});

test('it holds every endpoint with its scopes, its key header and its success', () => {
  const { paths } = toOpenAPI();
  const seen = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(seen.sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
  for (const { id, method, path, scopes, status } of operations) {
    const operation = paths[path]?.[method.toLowerCase()] as {
      operationId: string;
      security: readonly object[];
      parameters: readonly { name: string; in: string; required?: boolean }[];
      responses: Record<string, unknown>;
    };
    expect(operation.operationId).toBe(id);
    expect(operation.security).toEqual([{ apiKey: scopes }]);
    const key = operation.parameters.find(({ name }) => name === 'Idempotency-Key');
    expect(key?.required, id).toBe(method === 'GET' ? undefined : true);
    expect(Object.keys(operation.responses), id).toEqual(expect.arrayContaining(status.map(String)));
  }
});

test('it shows the documented limits', () => {
  const schemas = toOpenAPI().components['schemas'] as Record<
    string,
    { properties: Record<string, object>; required?: readonly string[] }
  >;
  expect(schemas['CreateIdeaParams']?.properties['title']).toMatchObject({ maxLength: 160 });
  expect(schemas['CreateIdeaParams']?.properties['content']).toMatchObject({ maxLength: 5000 });
  expect(schemas['CreateIdeaParams']?.required).toEqual(['socialSetId', 'content']);
  expect(schemas['CreateFolderParams']?.properties['name']).toMatchObject({ maxLength: 120 });
  expect(schemas['CreateFolderParams']?.properties['order']).toMatchObject({ type: 'integer', minimum: 0 });
  expect(schemas['RegisterMediaAssetParams']?.properties['altText']).toMatchObject({ maxLength: 1000 });
  expect(schemas['CreatePostParams']?.properties['scheduledAt']).toEqual({
    type: 'string',
    format: 'date-time',
  });
  expect(schemas['CreatePostParams']?.properties['mode']).toMatchObject({
    enum: ['draft', 'scheduled', 'publish_now'],
  });
});

test('it says which fields a post of each mode has, and that an update has one at all', () => {
  const { schemas } = toOpenAPI().components;
  const mode = (value: string) => ({ properties: { mode: { const: value } } });
  expect(schemas?.['CreatePostParams']).toMatchObject({
    oneOf: [
      mode('draft'),
      { ...mode('scheduled'), required: ['scheduledAt'] },
      { ...mode('publish_now'), not: { required: ['scheduledAt'] } },
    ],
  });
  const atLeastOne = Object.entries(schemas ?? {}).filter(([, schema]) => 'minProperties' in schema);
  expect(atLeastOne.map(([name]) => name).sort()).toEqual([
    'UpdateFolderParams',
    'UpdateIdeaParams',
    'UpdatePostParams',
  ]);
});

test('docs/api.md is current', async () => {
  await promisify(execFile)(process.execPath, ['docs/generate.ts', '--check']);
});
