/**
 * What a build still needs when tsup is done: the CommonJS build, tidy declarations, and the licences of
 * what was inlined.
 */
import { glob, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';

// The command line is an ES module alone.
const esmOnly = /^dist\/cli\./;

/** `./chunk.js` as the other build names it. */
const relativeImport = /(["'])(\.{1,2}\/[^"']+)\.js\1/g;

/** ky, in a file of its own that is loaded with the first call: esbuild names it after ky's folder. */
const kyAlone = /^dist\/distribution-/;

/** Shortens the names in what holds no code of ours: no one reads those in a stack trace. */
async function shortenKy(): Promise<void> {
  for await (const file of glob('dist/*.js')) {
    if (!kyAlone.test(file)) continue;
    const options = { format: 'esm', target: 'es2023', minify: true, lineLimit: 110 } as const;
    const { code } = await transform(await readFile(file, 'utf8'), options);
    await writeFile(file, code);
  }
}

async function writeCommonJS(): Promise<void> {
  for await (const file of glob('dist/**/*.js')) {
    if (esmOnly.test(file)) continue;
    const { code } = await transform(await readFile(file, 'utf8'), {
      format: 'cjs',
      platform: 'node',
      target: 'es2023',
      minifyWhitespace: true,
      minifySyntax: true,
      lineLimit: 110,
      // `import()` of a CommonJS file becomes a late `require`, which Jest can follow.
      supported: { 'dynamic-import': false },
    });
    await writeFile(file.replace(/\.js$/, '.cjs'), code.replaceAll(relativeImport, '$1$2.cjs$1'));
  }
}

interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** `#private` says nothing to a reader, and makes the ESM and the CommonJS types two that do not fit. */
async function writeDeclarations(): Promise<void> {
  for await (const file of glob('dist/**/*.d.ts')) {
    if (esmOnly.test(file)) {
      await rm(file);
      continue;
    }
    const text = (await readFile(file, 'utf8')).replaceAll(/^[ \t]*#private;\r?\n/gm, '');
    await writeFile(file, text);
    const commonJS = text
      .replaceAll(relativeImport, '$1$2.cjs$1')
      // MSW 3 is an ES module alone: a CommonJS declaration may take its types only so.
      .replaceAll(
        /^import \{(.*)\} from 'msw';$/gm,
        "import type {$1} from 'msw' with { 'resolution-mode': 'import' };",
      );
    await writeFile(file.replace(/\.ts$/, '.cts'), commonJS);
  }
}

/** The packages whose code stands in the build, by esbuild's own account. */
async function inlinedPackages(): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob('dist/metafile-*.json')) {
    const { inputs } = JSON.parse(await readFile(file, 'utf8')) as Metafile; // esbuild's documented shape
    for (const input of Object.keys(inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
      if (name) names.add(name);
    }
    await rm(file);
  }
  return [...names].sort();
}

async function writeLicences(packages: readonly string[]): Promise<void> {
  const sections: string[] = [];
  for (const name of packages) {
    const folder = join('node_modules', name);
    const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string;
      license: string;
    };
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} ships no licence file`);
    const text = await readFile(join(folder, file), 'utf8');
    sections.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  const rule = `\n${'-'.repeat(80)}\n\n`;
  const head = 'This package contains code of these packages, under their licences.\n';
  await writeFile('THIRD_PARTY_LICENSES', [head, ...sections].join(rule));
}

/** The service's OpenAPI document, by the built package itself. */
async function writeOpenAPI(): Promise<void> {
  const { toOpenAPI } = (await import(
    pathToFileURL('dist/schemas.js').href
  )) as typeof import('../src/schemas/index.ts'); // its own build
  await writeFile('dist/openapi.json', `${JSON.stringify(toOpenAPI())}\n`);
}

await shortenKy();
await writeCommonJS();
await writeOpenAPI();
await writeDeclarations();
const packages = await inlinedPackages();
await writeLicences(packages);
console.log(`inlined: ${packages.join(', ')}`);
