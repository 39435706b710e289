import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { entries } from './published.ts';
import { installOnce, run } from './run.ts';

const tools = resolve('test/packaging/types');
const app = `${inject('app')}-types`;

const compilers = ['5.9', '6', '7'];

/** How users have modules resolved, with the `module` that goes with it. */
const resolutions = [
  { moduleResolution: 'node16', module: 'node16' },
  { moduleResolution: 'nodenext', module: 'nodenext' },
  { moduleResolution: 'bundler', module: 'preserve' },
];

/** As strict as users can be. Libraries are checked too: no error of ours hides in a declaration. */
const strict = {
  target: 'ES2023',
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
};

type Entry = (typeof entries)[number];

/** Where a program runs: what is global there, and which entry points have a place there. */
const places = [
  // The types of msw itself do not compile without the DOM library.
  {
    place: 'Node without the DOM library',
    lib: ['ES2023'],
    types: ['node'],
    has: ({ imports }: Entry) => !imports.includes('msw'),
  },
  { place: 'Node with the DOM library', lib: ['ES2023', 'DOM'], types: ['node'], has: () => true },
  {
    place: "a page, without Node's types",
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
    has: ({ node, imports }: Entry) => !node && imports.length === 0,
  },
];

/** msw 3 is an ES module alone, and node16 lets no CommonJS import one. */
const reachable = ({ imports }: Entry, end: string, moduleResolution: string): boolean =>
  !(imports.includes('msw') && end === 'cts' && moduleResolution === 'node16');

const write = (file: string, text: string) => writeFile(join(app, file), text);

/** The type tests of the repository as a user's files. */
async function copyTypeTests(end: 'mts' | 'cts'): Promise<void> {
  for (const name of ['holds', 'calls.test-d']) {
    const text = await readFile(`test/types/${name}.ts`, 'utf8');
    await write(`${name}.${end}`, text.replaceAll(`'./holds.ts'`, `'./holds.${end.replace('ts', 'js')}'`));
  }
}

beforeAll(async () => {
  await installOnce(tools, '--ignore-scripts');
  const modules = join(app, 'node_modules');
  await mkdir(join(modules, '@types'), { recursive: true });
  // A copy: from behind a link the package would not find its peers.
  await cp(join(inject('app'), 'node_modules/social-publishing'), join(modules, 'social-publishing'), {
    recursive: true,
  });
  for (const name of ['msw', '@types/node'])
    await symlink(join(tools, 'node_modules', name), join(modules, name));
  await write('package.json', '{ "name": "app", "private": true }');
  await copyTypeTests('mts');
  await copyTypeTests('cts');
});

/** Compiles a project. Rejects with what the compiler says. */
const compile = (version: string, project: string, cwd: string) =>
  run(process.execPath, [join(tools, `node_modules/typescript-${version}/bin/tsc`), '-p', project], { cwd });

/** Every entry point is imported, and none of them is `any`. */
function importAll(specifiers: readonly string[], end: 'mts' | 'cts'): string {
  return [
    `import { holds, type IsAny, type Same } from './holds.${end.replace('ts', 'js')}';`,
    ...specifiers.flatMap((specifier, at) => [
      end === 'mts'
        ? `import * as entry${at} from '${specifier}';`
        : `import entry${at} = require('${specifier}');`,
      `holds<Same<IsAny<typeof entry${at}>, false>>();`,
      `Object.keys(entry${at});`,
    ]),
  ].join('\n');
}

describe.each(compilers)('under TypeScript %s', (version) => {
  describe.each(resolutions)('with moduleResolution $moduleResolution', (resolution) => {
    it.each(places)('compiles as ES module and CommonJS in $place', async ({ place, lib, types, has }) => {
      const { moduleResolution } = resolution;
      const name = `${version}-${moduleResolution}-${places.findIndex((one) => one.place === place)}`;
      for (const end of ['mts', 'cts'] as const) {
        const imported = entries.filter((entry) => has(entry) && reachable(entry, end, moduleResolution));
        expect(imported.length).toBeGreaterThanOrEqual(4);
        await write(
          `all-${name}.${end}`,
          importAll(
            imported.map(({ specifier }) => specifier),
            end,
          ),
        );
      }
      const files = ['mts', 'cts'].flatMap((end) => [`all-${name}.${end}`, `calls.test-d.${end}`]);
      const compilerOptions = { ...strict, ...resolution, lib, types };
      await write(`tsconfig-${name}.json`, JSON.stringify({ compilerOptions, files }));
      await compile(version, `tsconfig-${name}.json`, app);
    });

    it('holds the interfaces to the schemas, in the sources', async () => {
      const { compilerOptions } = JSON.parse(await readFile('tsconfig.json', 'utf8')) as {
        compilerOptions: object; // it is one of ours
      };
      const root = resolve('.');
      const name = `sources-${version}-${resolution.moduleResolution}.json`;
      await write(
        name,
        JSON.stringify({
          compilerOptions: {
            ...compilerOptions,
            ...resolution,
            paths: { 'social-publishing': [join(root, 'src/index.ts')] },
            typeRoots: [join(root, 'node_modules/@types')],
          },
          files: ['records', 'calls', 'schemas'].map((file) => join(root, `test/types/${file}.test-d.ts`)),
        }),
      );
      await compile(version, join(app, name), root);
    });
  });
});

it('fails where a declaration is wrong', async () => {
  const file = join(app, 'node_modules/social-publishing/dist/broken.d.ts');
  await writeFile(file, 'export declare const broken: Missing;\n');
  await write(
    'broken.mts',
    `import type { broken } from './node_modules/social-publishing/dist/broken.js';\n`,
  );
  await write(
    'tsconfig-broken.json',
    JSON.stringify({
      compilerOptions: { ...strict, ...resolutions[1], lib: ['ES2023'], types: [] },
      files: ['broken.mts'],
    }),
  );
  for (const version of compilers)
    await expect(compile(version, 'tsconfig-broken.json', app)).rejects.toThrow(/TS2304.*Missing/);
});
