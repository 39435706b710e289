import * as z from 'zod/mini';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import type { LazySchema } from './lazy.ts';
import { schemaNames } from './names.ts';
import { atLeastOneField, type Rule, scheduleFitsMode } from './rules.ts';

type Json = Record<string, unknown>;

/** An OpenAPI 3.1 document. */
export interface OpenAPIDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly object[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const security = 'apiKey';

/** The whole service as an OpenAPI 3.1 document, made from the operations table and its schemas. */
export function toOpenAPI(): OpenAPIDocument {
  const paths: Record<string, Record<string, object>> = {};
  for (const row of operations) {
    const path = paths[row.path] ?? {};
    path[row.method.toLowerCase()] = operationObject(row);
    paths[row.path] = path;
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Social publishing service',
      version: 'v1',
      description:
        'Posts to X, LinkedIn and Threads, ideas, folders, media assets, key introspection and usage.',
    },
    servers: [
      {
        url: '{baseUrl}',
        description: 'The document names no host.',
        variables: { baseUrl: { default: '/v1', description: 'Ends with the version segment.' } },
      },
    ],
    security: [{ [security]: [] }],
    paths,
    components: {
      schemas: Object.fromEntries([...schemaNames].map(([schema, name]) => [name, jsonSchema(schema)])),
      securitySchemes: { [security]: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
    },
  };
}

function operationObject(row: Operation): object {
  return {
    operationId: row.id,
    summary: row.summary,
    ...description(row),
    tags: [row.id.slice(0, row.id.indexOf('.'))],
    // Role names are allowed for any kind of security scheme since 3.1.
    security: [{ [security]: row.scopes }],
    parameters: parametersOf(row),
    ...bodyOf(row),
    responses: responsesOf(row),
  };
}

function description({ when }: Operation): { description?: string } {
  if (!when) return {};
  return { description: `With ${when.field} \`${when.is}\` it needs ${when.scopes.join(' and ')} too.` };
}

function parametersOf(row: Operation): object[] {
  const id = row.path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } }]
    : [];
  if (row.method !== 'GET') return [...id, idempotencyKey];
  const { properties = {} } = row.params ? jsonSchema(row.params) : {};
  const query = Object.entries(properties as Json).map(([name, schema]) => ({ name, in: 'query', schema })); // an object's JSON Schema
  return [...id, ...query];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The service carries out one request for each key.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function bodyOf(row: Operation): object {
  if (row.method === 'GET' || !row.params) return {};
  return {
    requestBody: {
      required: row.optionalBody !== true,
      content: { 'application/json': { schema: reference(row.params) } },
    },
  };
}

/** What the document says of errors. The shape of their bodies is not shown, so none is promised. */
const errors: readonly [status: string, holds: (row: Operation) => boolean, description: string][] = [
  ['403', ({ scopes }) => scopes.length > 0, 'A missing scope, or a subscription or quota in the way.'],
  ['404', ({ path }) => path.includes('{id}'), 'Not found, or not accessible.'],
  ['422', ({ timestamps }) => timestamps !== undefined, 'Not valid, for example a time in the past.'],
  ['default', () => true, 'Any other error. The shape of its body is not documented.'],
];

const successes = { record: 'The record.', list: 'One page.', deleted: 'It is gone.' } as const;

function responsesOf(row: Operation): object {
  const success = {
    description: successes[row.success],
    content: { 'application/json': { schema: envelopeOf(row) } },
  };
  return {
    ...Object.fromEntries(row.status.map((status) => [String(status), success])),
    ...Object.fromEntries(
      errors.filter(([, holds]) => holds(row)).map(([status, , text]) => [status, { description: text }]),
    ),
  };
}

function envelopeOf(row: Operation): object {
  const record = reference(row.response);
  const requestId = { type: 'string' };
  if (row.success !== 'list') {
    return { type: 'object', required: ['data', 'requestId'], properties: { data: record, requestId } };
  }
  const pagination = {
    type: 'object',
    properties: { nextCursor: { type: ['string', 'null'], description: 'Absent or null on the last page.' } },
  };
  return {
    type: 'object',
    required: ['data', 'requestId'],
    properties: { data: { type: 'array', items: record }, pagination, requestId },
  };
}

function reference(schema: LazySchema): object {
  const name = schemaNames.get(schema);
  return name === undefined ? jsonSchema(schema) : { $ref: `#/components/schemas/${name}` };
}

const inMode = (mode: string, schema: Json): Json => ({ properties: { mode: { const: mode } }, ...schema });

/** What of the rules beside the schemas JSON Schema can say. */
const ruleSchemas: ReadonlyMap<Rule, Json> = new Map<Rule, Json>([
  [atLeastOneField, { minProperties: 1 }],
  [
    scheduleFitsMode,
    {
      oneOf: [
        inMode('draft', {}),
        inMode('scheduled', { required: ['scheduledAt'] }),
        inMode('publish_now', { not: { required: ['scheduledAt'] } }),
      ],
    },
  ],
]);

const rulesOf = (schema: LazySchema): readonly Rule[] =>
  operations.find(({ params }) => params === schema)?.rules ?? [];

function jsonSchema(schema: LazySchema): Json {
  const { $schema, ...json } = z.toJSONSchema(schema(), {
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => {
      // `format: date-time` says it; Zod's pattern for it is ten lines long.
      if (node.format === 'date-time') delete node.pattern;
    },
  });
  return Object.assign(json, ...rulesOf(schema).map((rule) => ruleSchemas.get(rule)));
}
