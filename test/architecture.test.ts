import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', 'src');
// Where the command line reads its version.
const packageFile = '../package.json';

interface Import {
  readonly from: string;
  /** A file below `src`, or a package. */
  readonly to: string;
  /** `type`: nothing is loaded. `now`: with the file. `later`: by `import()`. */
  readonly kind: 'type' | 'now' | 'later';
}

// Declarations, re-exports, bare imports, and `import()` whether it loads or names a type.
const statement =
  /^(?:import|export)\s+(?<typed>type\s)?(?:[^'"`;]*?\sfrom\s+)?'(?<static>[^']+)'|(?<typeof>typeof\s+)?import\('(?<dynamic>[^']+)'\)/gm;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replaceAll('\\', '/'))
  .sort();

const source = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

function importsOf(file: string): Import[] {
  const text = (source.get(file) ?? '').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...text.matchAll(statement)].map(({ groups = {} }) => {
    const target = groups['static'] ?? groups['dynamic'] ?? '';
    const to = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target;
    const type = groups['typed'] ?? groups['typeof'];
    return { from: file, to, kind: type ? 'type' : groups['dynamic'] ? 'later' : 'now' };
  });
}

const imports = files.flatMap(importsOf);
const loads = imports.filter(({ kind }) => kind !== 'type');
const loadsNow = imports.filter(({ kind }) => kind === 'now');

/** Every file that a file leads to, itself included. */
function reach(start: string, by: readonly Import[]): Set<string> {
  const reached = new Set([start]);
  for (const file of reached) {
    for (const { from, to } of by) if (from === file && source.has(to)) reached.add(to);
  }
  return reached;
}

/** Who must not know whom: a type is knowledge too. */
const strangers: readonly [who: RegExp, notKnown: RegExp, but?: RegExp][] = [
  [/^sandbox\//, /^(client|transport|resources|errors|pagination|uploads|bulk|idempotency|node|cli)\b/],
  [/^(operations|schemas)\//, /^(client|transport|resources|errors|pagination|uploads|bulk|sandbox)\b/],
  [/^types\//, /^(client|transport|resources|errors|pagination|schemas|sandbox)\b/],
  [/^errors\//, /^(?!errors\/)/],
  [/^pagination\//, /^(?!pagination\/|errors\/)/],
  // A pacer keeps time and guards listeners as the transport does, and knows no more of it.
  [
    /^pacing\//,
    /^(client|transport|resources|errors|pagination|uploads|bulk|sandbox|operations)\b/,
    /^transport\/(clock|harmless)\.ts$/,
  ],
  [/^transport\//, /^(client|resources|uploads|bulk|sandbox|node|cli)\b/],
  // One attempt knows neither the call it belongs to nor the client.
  [
    /^transport\/(attempt|guard|clock|retry|outcome|path|redact)\.ts$/,
    /^transport\/(call|config|prepare|transport|observer)\b/,
  ],
  [/^resources\//, /^(client|sandbox)\b/],
  [/^(uploads|bulk)\//, /^(client|sandbox|node|cli|transport\/(call|config|prepare|attempt))\b/],
];

describe('the architecture', () => {
  it('is read: the imports of a file are found', () => {
    expect(importsOf('transport/attempt.ts')).toEqual(
      expect.arrayContaining([
        { from: 'transport/attempt.ts', to: 'types/options.ts', kind: 'type' },
        { from: 'transport/attempt.ts', to: 'transport/guard.ts', kind: 'now' },
        { from: 'transport/attempt.ts', to: 'ky', kind: 'type' },
        { from: 'transport/attempt.ts', to: 'ky', kind: 'later' },
      ]),
    );
    expect(reach('index.ts', loads).size).toBeGreaterThan(40);
  });

  it('imports files that exist, with their ending', () => {
    const broken = imports.filter(
      ({ to }) => !source.has(to) && to !== packageFile && /^(\.|[a-z-]+\/.*\.(ts|js)$)/.test(to),
    );
    expect(broken).toEqual([]);
  });

  it.each(strangers)('%s knows nothing of %s', (who, notKnown, but = /^$/) => {
    const known = imports.filter(
      ({ from, to }) => who.test(from) && source.has(to) && notKnown.test(to) && !but.test(to),
    );
    expect(known.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('has no cycles among the files that are loaded at once', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file) || path.includes(file)) return;
      for (const { from, to } of loadsNow) if (from === file && source.has(to)) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('reaches nothing of Node from the main entry, the schemas or the sandbox', () => {
    const entries = ['index.ts', 'schemas/index.ts', 'sandbox/index.ts'].filter((entry) => source.has(entry));
    for (const entry of entries) {
      const reached = reach(entry, loads);
      const node = loads.filter(({ from, to }) => reached.has(from) && to.startsWith('node:'));
      expect(node.map(({ from, to }) => `${entry}: ${from} -> ${to}`)).toEqual([]);
    }
  });

  it('loads no schema and no Zod with the client: a call that goes well needs none', () => {
    const reached = reach('index.ts', loadsNow);
    const zod = loadsNow.filter(({ from, to }) => reached.has(from) && to.startsWith('zod'));
    expect(zod.map(({ from }) => from)).toEqual([]);
  });

  it('has files of one idea each: none over 300 lines', () => {
    const long = files.filter(
      (file) => !file.endsWith('.generated.ts') && (source.get(file) ?? '').split('\n').length > 301,
    );
    expect(long).toEqual([]);
  });

  it('needs no package but those that are inlined or the user’s own', () => {
    const allowed = [
      'ky',
      'p-retry',
      'nanoid',
      'zod',
      'hono',
      '@hono/node-server',
      'msw',
      'redis',
      'ioredis',
    ];
    const others = imports
      .filter(({ to }) => !source.has(to) && to !== packageFile && !to.startsWith('node:'))
      .filter(({ to }) => !allowed.some((known) => to === known || to.startsWith(`${known}/`)));
    expect(others).toEqual([]);
  });
});
