/**
 * Writes src/operations/calls.generated.ts: the operations table as the client carries it, see
 * src/operations/call.ts. Run it with `npm run generate` after a change to a row or a schema;
 * `npm run check:generated` (this with `--check`) fails when that was forgotten.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import * as z from 'zod/mini';
import * as accounts from '../src/operations/accounts.ts';
import { folders } from '../src/operations/folders.ts';
import { ideas } from '../src/operations/ideas.ts';
import { mediaAssets } from '../src/operations/media-assets.ts';
import type { Operation } from '../src/operations/operation.ts';
import { posts } from '../src/operations/posts.ts';
import * as accountSchemas from '../src/schemas/accounts.ts';
import * as envelopeSchemas from '../src/schemas/envelope.ts';
import * as folderSchemas from '../src/schemas/folders.ts';
import * as ideaSchemas from '../src/schemas/ideas.ts';
import * as listSchemas from '../src/schemas/lists.ts';
import * as mediaSchemas from '../src/schemas/media.ts';
import * as postSchemas from '../src/schemas/posts.ts';
import * as rules from '../src/schemas/rules.ts';

const target = 'src/operations/calls.generated.ts';

type Def = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly checks?: readonly z.core.$ZodCheck[];
};

/** Reads what Zod keeps under `_zod.def`, the place that it documents for tools like this one. */
const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def; // every schema has one

/** The limits that a schema's own checks set, by the names of Zod's checks. Whatever else it checks is an error. */
function limitsOf(def: Def): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const { _zod } of def.checks ?? []) {
    const check = _zod.def as unknown as {
      check: string;
      value?: number;
      minimum?: number;
      maximum?: number;
    };
    // The check of a text's length is ours; its limit stands in its metadata.
    if (check.check === 'meta' || check.check === 'custom') continue;
    const limit = check.value ?? check.minimum ?? check.maximum;
    if (limit === undefined) throw new Error(`no quick check for ${check.check}`);
    limits[check.check] = limit;
  }
  return limits;
}

const args = (...parts: readonly unknown[]): string => parts.filter((part) => part !== undefined).join(', ');

const hasCustomCheck = (def: Def): boolean =>
  def.checks?.some(({ _zod }) => _zod.def.check === 'custom') ?? false;

function textCheck(schema: unknown, def: Def): string {
  if (def['format'] === 'datetime') return 'timestamp';
  if (def['format'] !== undefined) throw new Error(`no quick check for the format ${String(def['format'])}`);
  limitsOf(def);
  if (!hasCustomCheck(def)) return 'string';
  const meta = z.globalRegistry.get(schema as z.core.$ZodType) as { maxLength?: number } | undefined; // as textUpTo sets it
  if (meta?.maxLength === undefined) throw new Error('a text with a check of its own needs maxLength');
  return `textUpTo(${meta.maxLength})`;
}

/** A schema as an expression of src/schemas/checks.ts. */
function expression(schema: unknown): string {
  const def = defOf(schema);
  if (def.type !== 'string' && hasCustomCheck(def)) throw new Error('no quick check for a check of its own');
  switch (def.type) {
    case 'string':
      return textCheck(schema, def);
    case 'boolean':
    case 'unknown':
      return def.type;
    case 'number': {
      const { greater_than: min, less_than: max } = limitsOf(def);
      if (def['format'] === 'safeint' && min !== undefined) return `integer(${args(min, max)})`;
      if (def['format'] === undefined && min === undefined && max === undefined) return 'number';
      throw new Error('no quick check for such a number');
    }
    case 'optional':
    case 'nullable':
      return `${def.type}(${expression(def['innerType'])})`;
    case 'literal':
      return `oneOf(${JSON.stringify(def['values']).slice(1, -1)})`;
    case 'enum':
      return `oneOf(${JSON.stringify(Object.values(def['entries'] as object)).slice(1, -1)})`;
    case 'array': {
      const { min_length: min, max_length: max } = limitsOf(def);
      return `array(${args(expression(def['element']), max === undefined ? min : (min ?? 0), max)})`;
    }
    case 'record':
      return 'record';
    case 'object': {
      const fields = Object.entries(def['shape'] as object).map(([name, field]) => {
        // A field that must be there and may be anything: `unknown` would take its absence too.
        if (defOf(field).type === 'unknown') throw new Error(`${name} is unknown and required`);
        return `${name}: ${expression(field)}`;
      });
      return `object({ ${fields.join(', ')} })`;
    }
    default:
      throw new Error(`no quick check for ${def.type}`);
  }
}

const schemaModules = [
  accountSchemas,
  envelopeSchemas,
  folderSchemas,
  ideaSchemas,
  listSchemas,
  mediaSchemas,
  postSchemas,
];

/** The name of each schema, without its ending. */
const schemaNames = new Map(
  schemaModules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]): [unknown, string][] =>
      name.endsWith('Schema') ? [[value, name.replace(/Schema$/, 'Check')]] : [],
    ),
  ),
);

const ruleNames = new Map<unknown, string>(Object.entries(rules).map(([name, rule]) => [rule, name]));

const nameIn = (names: ReadonlyMap<unknown, string>, value: unknown): string => {
  const name = names.get(value);
  if (name === undefined) throw new Error(`not exported: ${String(value)}`);
  return name;
};

const used = new Map<string, string>();

function checkName(schema: () => unknown): string {
  const name = nameIn(schemaNames, schema);
  used.set(name, expression(schema()));
  return name;
}

function row({
  params,
  response,
  rules: own,
  summary: _summary,
  status: _status,
  types: _types,
  ...data
}: Operation): string {
  const fields = Object.entries(data).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (own) fields.push(`rules: [${own.map((rule) => nameIn(ruleNames, rule)).join(', ')}]`);
  if (params) fields.push(`params: ${checkName(params)}`);
  fields.push(`response: ${checkName(response)}`);
  return `{ ${fields.join(', ')} }`;
}

const resources = { posts, ideas, folders, mediaAssets, ...accounts };
const files: Readonly<Record<string, string>> = {
  mediaAssets: 'media-assets',
  posts: 'posts',
  ideas: 'ideas',
  folders: 'folders',
};

const tables = Object.entries(resources).map(([resource, rows]) => {
  const file = files[resource] ?? 'accounts';
  const lines = Object.entries(rows).map(([name, operation]) => `${name}: ${row(operation as Operation)},`); // the table erases what each row returns
  return `export const ${resource}: Calls<typeof import('./${file}.ts').${resource}> = {\n${lines.join('\n')}\n};`;
});

const checks = [...used].map(([name, check]) => `const ${name} = ${check};`);
const body = [...checks, ...tables].join('\n\n');
const importsOf = (names: Iterable<string>): string =>
  [...names].filter((name) => new RegExp(`\\b${name}\\b[(,) \\]]`).test(body)).join(', ');
const quickChecks = [
  'array',
  'boolean',
  'integer',
  'nullable',
  'number',
  'object',
  'oneOf',
  'optional',
  'record',
  'string',
  'textUpTo',
  'timestamp',
  'unknown',
];

const text = `// Made by \`npm run generate\` from the operations table and its schemas: change those.
import { ${importsOf(quickChecks)} } from '../schemas/checks.ts';
import { ${importsOf(ruleNames.values())} } from '../schemas/rules.ts';
import type { Calls } from './call.ts';

${body}
`;
const formatted = execFileSync('npx', ['biome', 'check', '--write', `--stdin-file-path=${target}`], {
  input: text,
  encoding: 'utf8',
});

if (!process.argv.includes('--check')) {
  writeFileSync(target, formatted);
} else if (readFileSync(target, 'utf8') !== formatted) {
  console.error(`${target} is not current: run \`npm run generate\`.`);
  process.exitCode = 1;
}
