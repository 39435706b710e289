import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { entries } from './published.ts';
import { run } from './run.ts';

const app = inject('app');
const dist = join(app, 'node_modules/social-publishing/dist');

const builds = [
  { kind: 'the ES module', end: '.js', imports: /\b(?:from|import)\s*["']([^"']+)["']/g },
  { kind: 'the CommonJS module', end: '.cjs', imports: /\brequire\(["']([^"']+)["']\)/g },
  { kind: 'the declarations', end: '.d.ts', imports: /\b(?:from|import\()\s*["']([^"']+)["']/g },
  { kind: 'the CommonJS declarations', end: '.d.cts', imports: /\b(?:from|import\()\s*["']([^"']+)["']/g },
] as const;

interface Graph {
  /** Below `dist`. */
  readonly files: readonly string[];
  /** Everything outside the package. */
  readonly foreign: readonly string[];
}

/** Without its comments: they show imports too. */
async function codeOf(file: string): Promise<string> {
  return (await readFile(join(dist, file), 'utf8')).replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
}

/** What a file loads at once, and what that loads. Late imports of CommonJS are requires like any other. */
async function graphOf(
  entry: string,
  imports: RegExp,
  seen = new Set<string>(),
  foreign = new Set<string>(),
): Promise<Graph> {
  seen.add(entry);
  for (const [, specifier = ''] of (await codeOf(entry)).matchAll(imports)) {
    if (!specifier.startsWith('.')) foreign.add(specifier);
    else {
      const file = join(dirname(entry), specifier).replace(
        /\.(c?)js$/,
        entry.includes('.d.') ? '.d.$1ts' : '.$1js',
      );
      if (!seen.has(file)) await graphOf(file, imports, seen, foreign);
    }
  }
  return { files: [...seen], foreign: [...foreign] };
}

describe.each(builds)('$kind', ({ end, imports }) => {
  it.each(entries)('of $specifier imports only what it may', async (entry) => {
    const { foreign } = await graphOf(entry.file + end, imports);
    const allowed = (specifier: string) =>
      entry.imports.includes(specifier) || (entry.node && specifier.startsWith('node:'));
    expect(foreign.filter((specifier) => !allowed(specifier))).toEqual([]);
  });
});

describe.each(builds.slice(0, 2))('$kind', ({ end, imports }) => {
  it.each(entries)('of $specifier loads no other entry', async (entry) => {
    const { files } = await graphOf(entry.file + end, imports);
    const others = entries.filter(({ file }) => file !== entry.file).map(({ file }) => file + end);
    expect(files.filter((file) => others.includes(file))).toEqual([]);
  });
});

/** Words of the code that only these may carry: entries share files, so their names alone prove little. */
const marks = [
  { part: 'the sandbox', text: 'sp_sandbox_key_for_tests', entries: ['sandbox', 'sandbox/server'] },
  {
    part: 'the router',
    text: 'TrieRouter',
    entries: ['sandbox', 'sandbox/server'],
  },
  { part: 'the client', text: 'SOCIAL_PUBLISHING_BASE_URL', entries: ['index'] },
] as const;

describe.each(marks)('$part', ({ text, entries: owners }) => {
  it.each(builds.slice(0, 2))(
    'stands in $kind of no entry that does without it',
    async ({ end, imports }) => {
      const carriers: string[] = [];
      for (const { file } of entries) {
        const { files } = await graphOf(file + end, imports);
        const texts = await Promise.all(files.map(codeOf));
        if (texts.some((code) => code.includes(text))) carriers.push(file);
      }
      expect(carriers).toEqual([...owners]);
    },
  );
});

describe('the declarations', () => {
  it.each(entries)('of $specifier name no Zod, no private member and nothing internal', async ({ file }) => {
    const { files } = await graphOf(`${file}.d.ts`, builds[2].imports);
    const code = (await Promise.all(files.map(codeOf))).join('\n');
    expect(
      code.match(/\bzod\b|\bZod\w*|^\s*(private|protected)\b.*|#\w+.*|\bky\b|@internal/gim) ?? [],
    ).toEqual([]);
  });
});

const report = `
  const before = Reflect.ownKeys(globalThis).length;
  const loaded = () => process.moduleLoadList.filter((name) => /undici/.test(name)).length;
  const loadedBefore = loaded();
  const done = () => console.log(JSON.stringify({
    globals: Reflect.ownKeys(globalThis).slice(before).map(String)
      // Counted below.
      .filter((name) => !name.includes('undici')),
    fetch: loaded() - loadedBefore,
    active: process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|Immediate/.test(name)),
  }));
`;

// msw has globals and a fetch of its own.
const own = entries.filter(({ file }) => file !== 'msw');

describe('importing', () => {
  it.each(own)(
    '$specifier has no side effect: no global, no timer, no fetch woken',
    async ({ specifier, file }) => {
      const esm = await run(
        'node',
        ['--input-type=module', '-e', `${report} await import('${specifier}'); done();`],
        { cwd: app },
      );
      const cjs = await run(
        'node',
        ['--input-type=commonjs', '-e', `${report} require('${specifier}'); done();`],
        { cwd: app },
      );
      for (const { stdout, stderr } of [esm, cjs]) {
        const seen = JSON.parse(stdout) as { globals: string[]; fetch: number; active: string[] };
        expect(seen).toMatchObject({ globals: [], active: [] });
        // node:http, which the server needs, loads a part of it.
        if (file !== 'sandbox/server') expect(seen.fetch).toBe(0);
        expect(stderr).toBe('');
      }
    },
  );
});
