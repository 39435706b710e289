/**
 * Writes docs/api.md, the index of all methods, from the operations table: `npm run docs:api`.
 * With `--check` it only says whether the file is current.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { operations } from '../src/operations/index.ts';
import type { Operation } from '../src/operations/operation.ts';
import { schemaNames } from '../src/schemas/names.ts';
import { toOpenAPI } from '../src/schemas/openapi.ts';

const file = new URL('api.md', import.meta.url);

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** The fields of a row's params: `text`, and `title?` where it may be left out. */
function fieldsOf(row: Operation): string {
  if (!row.params) return '';
  const document = toOpenAPI();
  const operation = document.paths[row.path]?.[row.method.toLowerCase()] as {
    parameters: readonly { name: string; in: string }[];
    requestBody?: { content: { 'application/json': { schema: ObjectSchema & { $ref?: string } } } };
  }; // made by toOpenAPI
  if (row.method === 'GET') {
    return operation.parameters.map(({ name }) => `\`${name}?\``).join(' ');
  }
  const schema = operation.requestBody?.content['application/json'].schema;
  const name = schema?.$ref?.split('/').at(-1);
  const params = name ? document.components['schemas']?.[name] : schema;
  const { properties = {}, required = [] } = (params ?? {}) as ObjectSchema; // every params schema is an object's
  return Object.keys(properties)
    .map((field) => `\`${field}${required.includes(field) ? '' : '?'}\``)
    .join(' ');
}

function callOf(row: Operation): string {
  const id = row.path.includes('{id}') ? ['id'] : [];
  const optional = row.method === 'GET' || row.optionalBody === true;
  const params = row.params ? [`${row.method === 'GET' ? 'query' : 'params'}${optional ? '?' : ''}`] : [];
  return `\`${row.id}(${[...id, ...params, 'options?'].join(', ')})\``;
}

function scopesOf({ scopes, when }: Operation): string {
  const always = scopes.map((scope) => `\`${scope}\``).join(' and ');
  const sometimes = when
    ? `, with \`${when.field}: '${when.is}'\` ${when.scopes.map((scope) => `\`${scope}\``).join(' and ')} too`
    : '';
  return always + sometimes || 'not shown';
}

function resultOf({ response, success, id }: Operation): string {
  const record = schemaNames.get(response) === 'OpenRecord' ? openRecords[id] : schemaNames.get(response);
  return success === 'list' ? `\`PagePromise<${record}>\`` : `\`ApiPromise<${record}>\``;
}

/** The types of records whose fields the document does not show. */
const openRecords: Readonly<Record<string, string>> = {
  'accounts.list': 'Account',
  'platforms.list': 'PlatformRecord',
  'socialSets.list': 'SocialSet',
  'workspaces.list': 'Workspace',
};

const noScope = new Set(['me.get']);

const rows = operations.map((row) =>
  [
    callOf(row),
    `\`${row.method} ${row.path}\``,
    noScope.has(row.id) ? 'none' : scopesOf(row),
    fieldsOf(row),
    resultOf(row),
  ].join(' | '),
);

const text = `# API index

Every method of the client, one line for each endpoint of the service. Made from the operations table by
\`npm run docs:api\`: change that instead. A \`?\` marks what may be left out; "not shown" is a scope that the
service's document does not name.

| method | endpoint | scopes | parameters | result |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}

Each \`options\` is a \`RequestOptions\`: \`signal\`, \`timeout\`, \`totalTimeout\`, \`maxRetries\`, \`maxPacingWait\`,
\`idempotencyKey\`, \`headers\`, \`query\`, \`pacing\`.

On top of the endpoints stand \`posts.createMany()\`, \`posts.waitUntilSettled()\`, \`mediaAssets.upload()\` and
\`mediaAssets.uploadMany()\`.
`;

if (process.argv.includes('--check')) {
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current !== text) {
    console.error('docs/api.md is not current: run `npm run docs:api`.');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
}
