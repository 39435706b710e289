import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { documents, entries, inlined, patterns } from './published.ts';
import { run } from './run.ts';

const installed = join(inject('app'), 'node_modules/social-publishing');

async function publishedFiles(): Promise<string[]> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--ignore-scripts', '--json']);
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]; // npm's documented shape
  return packed?.files.map(({ path }) => path) ?? [];
}

it('publishes no file that is not on the list, and misses none', async () => {
  const files = await publishedFiles();
  expect(files.filter((file) => !patterns.some((pattern) => pattern.test(file)))).toEqual([]);
  const expected = entries.flatMap(({ file }) =>
    ['js', 'cjs', 'd.ts', 'd.cts'].map((end) => `dist/${file}.${end}`),
  );
  expect(files).toEqual(
    expect.arrayContaining([
      ...expected,
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'THIRD_PARTY_LICENSES',
      'dist/cli.js',
      ...documents.map((file) => `dist/${file}`),
    ]),
  );
});

it('lists the same entry points as its exports', async () => {
  const { exports } = await manifest();
  const specifiers = Object.keys(exports).map((key) => key.replace(/^\./, 'social-publishing'));
  expect(specifiers.sort()).toEqual(
    [
      ...entries.map(({ specifier }) => specifier),
      ...['package.json', ...documents].map((file) => `social-publishing/${file}`),
    ].sort(),
  );
});

it('installs as one package, which runs no script', async () => {
  const names = (await readdir(join(inject('app'), 'node_modules'))).filter(
    (entry) => !entry.startsWith('.'),
  );
  expect(names).toEqual(['social-publishing']);
  const { dependencies, optionalDependencies, scripts } = await manifest();
  expect(dependencies ?? {}).toEqual({});
  expect(optionalDependencies ?? {}).toEqual({});
  expect(Object.keys(scripts).filter((script) => /^(pre|post)?install$|^prepare$/.test(script))).toEqual([]);
});

it('ships the licence of everything that it inlines', async () => {
  const licences = await readFile(join(installed, 'THIRD_PARTY_LICENSES'), 'utf8');
  const named = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, packageName]) => packageName);
  expect(named.sort()).toEqual([...inlined].sort());
});

it('says nothing of the machine that built it', async () => {
  const files = await readdir(join(installed, 'dist'), { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async (file) => ({
        file: file.name,
        text: await readFile(join(file.parentPath, file.name), 'utf8'),
      })),
  );
  expect(texts.length).toBeGreaterThan(20);
  const telling = texts.filter(
    ({ text }) => text.includes(process.cwd()) || /sourceMappingURL|file:\/\//.test(text),
  );
  expect(telling.map(({ file }) => file)).toEqual([]);
});

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest; // npm's documented shape
}
