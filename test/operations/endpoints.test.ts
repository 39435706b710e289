import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type APIError,
  ConflictError,
  NotFoundError,
  type Page,
  PermissionDeniedError,
  SocialPublishing,
  UnprocessableEntityError,
} from '../../src/index.ts';
import { operations } from '../../src/operations/index.ts';
import { apiKey, draft, failureOf, testClient } from '../support/fixtures.ts';
import { serve } from '../support/scripted-server.ts';
import { type Endpoint, endpoints } from './endpoints.ts';

const rows = new Map(operations.map((row) => [row.id, row]));

/** Names of a schema's fields, the required ones with `!`. */
function fieldsOf(schema: z.ZodMiniType): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.keys(properties).map((name) => (required.includes(name) ? `${name}!` : name));
}

describe('the operations table', () => {
  it('has a row for each endpoint of the document, and no other', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual(endpoints.map(({ id }) => id).sort());
    const routes = operations.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(endpoints).toHaveLength(28);
  });

  it.each(endpoints)('says of $id what the document says', (endpoint) => {
    const row = rows.get(endpoint.id);
    const { method, path, scopes, success, status } = endpoint;
    expect(row).toMatchObject({ method, path, scopes, success, ...(status ? { status } : {}) });
    expect(row?.params ? fieldsOf(row.params()).sort() : undefined).toEqual(
      endpoint.params && [...endpoint.params].sort(),
    );
    expect(z.safeParse(row?.response() ?? z.never(), endpoint.record).success).toBe(true);
    expect(row?.summary).toMatch(/^[A-Z].{8,}/);
  });

  it('asks for posts:publish too when a post goes out at once', () => {
    expect(rows.get('posts.create')?.when).toMatchObject({
      field: 'mode',
      is: 'publish_now',
      scopes: ['posts:publish'],
    });
    expect(operations.filter(({ when }) => when)).toHaveLength(1);
  });
});

/** The docstring of each method of each resource class, as the sources have it. */
function docstrings(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync('src/resources')) {
    const [, ...classes] = readFileSync(`src/resources/${file}`, 'utf8').split(/^export class /m);
    for (const text of classes) {
      const name = /^\w+/.exec(text)?.[0];
      for (const [, comment, method] of text.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s+(?:async )?(\w+)\(/gs))
        found.set(`${name}.${method}`, comment ?? '');
    }
  }
  return found;
}

describe('the client', () => {
  const docs = docstrings();
  const client: object = testClient();

  it.each(endpoints)('has $id, with a docstring that names its endpoint and its scopes', (endpoint) => {
    const [resource = '', method = ''] = endpoint.id.split('.');
    const owner: unknown = Reflect.get(client, resource);
    expect(typeof Reflect.get(owner as object, method)).toBe('function'); // a resource, or it throws
    const doc = docs.get(`${(owner as object).constructor.name}.${method}`) ?? '';
    expect(doc).toContain(`\`${endpoint.method} ${endpoint.path}\``);
    for (const scope of endpoint.scopes) expect(doc).toContain(`\`${scope}\``);
  });

  it('has no resource of which the document knows nothing', () => {
    const resources = Object.getOwnPropertyNames(client).sort();
    expect(resources).toEqual([...new Set(endpoints.map(({ id }) => id.split('.')[0]))].sort());
  });
});

/** A client of a server on loopback that gives one answer. */
async function answering(status: number, body: unknown) {
  const server = await serve({ status, body });
  const client = new SocialPublishing({
    apiKey,
    baseUrl: server.baseUrl,
    pacing: false,
    maxRetries: 0,
    responseValidation: 'strict',
    logLevel: 'off',
  });
  return { server, client };
}

function envelopeOf({ success, record }: Endpoint) {
  return success === 'list'
    ? { data: [record], pagination: { nextCursor: 'next' }, requestId: 'req_1' }
    : { data: record, requestId: 'req_1' };
}

describe('on the wire', () => {
  it.each(endpoints)('$id is exactly $method $path', async (endpoint) => {
    const { server, client } = await answering(endpoint.status?.[0] ?? 200, envelopeOf(endpoint));
    const result = await endpoint.call(client);

    expect(server.received).toHaveLength(1);
    const [request] = server.received;
    expect(request).toMatchObject({ method: endpoint.method, url: `/v1${endpoint.url}` });
    expect(request?.body).toBe(endpoint.body === undefined ? '' : JSON.stringify(endpoint.body));
    const { headers = {} } = request ?? {};
    expect(headers['authorization']).toBe(`Bearer ${apiKey}`);
    expect(headers['accept']).toBe('application/json');
    expect(headers['content-type']).toBe(endpoint.body === undefined ? undefined : 'application/json');
    if (endpoint.method === 'GET') expect(headers).not.toHaveProperty('idempotency-key');
    else expect(headers['idempotency-key']).toMatch(/^[\w-]{21}$/);

    if (endpoint.success === 'list') {
      const { data, nextCursor, requestId } = result as Page<unknown>; // what a list resolves to
      expect({ data, nextCursor, requestId }).toEqual({
        data: [endpoint.record],
        nextCursor: 'next',
        requestId: 'req_1',
      });
    } else expect(result).toEqual(endpoint.record);
  });

  it('an optional body that is left out is not sent', async () => {
    const { server, client } = await answering(200, { data: { deleted: true }, requestId: 'req_1' });
    await client.folders.delete('f_1');
    await client.withOptions({ responseValidation: 'off' }).ideas.convertToPost('i_1');
    for (const { body, headers } of server.received) {
      expect(body).toBe('');
      expect(headers).not.toHaveProperty('content-type');
    }
    expect(server.received).toHaveLength(2);
  });
});

describe('an error answer', () => {
  const statuses = {
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
  };

  it.each(endpoints)('to $id says which call and which id, and on a 403 which scopes', async (endpoint) => {
    for (const [status, kind] of Object.entries(statuses)) {
      const { client } = await answering(Number(status), { error: { code: 'some_code', message: 'No.' } });
      const error = await failureOf(endpoint.call(client));
      expect(error).toBeInstanceOf(kind);
      const { message, requiredScopes, path, operation, code } = error as APIError; // shown above
      const [pathOnly = ''] = endpoint.url.split('?');
      expect(message).toContain(`${endpoint.id} (${endpoint.method} ${pathOnly}): ${status} some_code: No`);
      expect({ path, operation, code }).toEqual({
        path: pathOnly,
        operation: endpoint.id,
        code: 'some_code',
      });
      expect(requiredScopes).toEqual(endpoint.scopes);
      for (const scope of endpoint.scopes) expect(message.includes(scope)).toBe(status === '403');
    }
  });

  it('to a post that was to go out at once names posts:publish too', async () => {
    const { client } = await answering(403, {});
    const { socialSetId, publishTargets, text } = draft;
    const refused = async (mode: 'draft' | 'publish_now') =>
      (await failureOf(client.posts.create({ socialSetId, publishTargets, text, mode }))) as APIError; // the server says 403
    const error = await refused('publish_now');
    expect(error.requiredScopes).toEqual(['posts:create', 'posts:publish']);
    expect(error.message).toContain('The call needs the scopes posts:create and posts:publish');
    expect((await refused('draft')).requiredScopes).toEqual(['posts:create']);
  });
});
