/**
 * Compiles every code sample of the documentation against the built declarations: what a reader copies works.
 * Each sample is a module of its own, under the strictest settings that a reader may have.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import ts from 'typescript';

interface Sample {
  readonly file: string;
  /** Of the sample's first line, from 1. */
  readonly line: number;
  readonly code: string;
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** The ```ts fences of a Markdown text. */
function fences(file: string, text: string): Sample[] {
  return [...text.matchAll(/^( *)```ts\n([\s\S]*?)^ *```/gm)].map((match) => ({
    file,
    line: lineOf(text, match.index) + 1,
    code: match[2] ?? '',
  }));
}

/** The `@example` blocks of doc comments: their fences, or all of it where there is none. */
function examples(file: string, text: string): Sample[] {
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((comment) => {
    const plain = comment[0].replace(/[ \t]*\*\/$/, '').replaceAll(/^[ \t]*\* ?/gm, '');
    return [...plain.matchAll(/^@example[^\n]*\n([\s\S]*?)(?=^@|(?![\s\S]))/gm)].flatMap((match) => {
      const line = lineOf(text, comment.index) + lineOf(plain, match.index);
      const code = match[1] ?? '';
      const fenced = fences(file, code).map((sample) => ({ ...sample, line: line + sample.line - 1 }));
      return fenced.length > 0 ? fenced : [{ file, line, code }];
    });
  });
}

const sources = [
  { files: ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...globSync('docs/*.md')], read: fences },
  { files: globSync('src/**/*.ts'), read: examples },
];

const samples = sources.flatMap(({ files, read }) =>
  files.sort().flatMap((file) => read(file, readFileSync(file, 'utf8'))),
);

/** Where names come from that a sample may use without a word. */
const origins: Readonly<Record<string, string>> = {
  SocialPublishing: 'social-publishing',
  idempotencyKeyFrom: 'social-publishing',
  memoryJournal: 'social-publishing',
  createSandbox: 'social-publishing/sandbox',
  startSandboxServer: 'social-publishing/sandbox/server',
  sandboxHandlers: 'social-publishing/msw',
  fileFromPath: 'social-publishing/node',
  fileJournal: 'social-publishing/node',
  redisPacer: 'social-publishing/redis',
  Redis: 'ioredis',
  setupServer: 'msw/node',
  expect: 'vitest',
  test: 'vitest',
};

/** A fragment is given what it names. A sample with imports is meant to be copied whole: it must have them all. */
function complete(code: string): string {
  if (/^import /m.test(code)) return code;
  const used = Object.entries(origins).filter(([name]) => new RegExp(`\\b${name}\\b`).test(code));
  return `${used.map(([name, from]) => `import { ${name} } from '${from}';`).join('')} export {};${code}`;
}

/**
 * A sample as a file of `examples`, so that the package's own name leads to its declarations. One that begins
 * with its file's name can be imported by the others.
 */
function pathOf({ code }: Sample, index: number): string {
  return resolve('examples', /^\/\/ ([\w-]+\.ts)\n/.exec(code)?.[1] ?? `sample-${index}.ts`);
}

const texts = new Map(samples.map((sample, index) => [pathOf(sample, index), complete(sample.code)]));

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

const host = ts.createCompilerHost(compilerOptions);
const { fileExists, readFile } = host;
host.fileExists = (file) => texts.has(file) || fileExists(file);
host.readFile = (file) => texts.get(file) ?? readFile(file);

const program = ts.createProgram(
  [...texts.keys(), ...['samples.d.ts', 'samples-app.d.ts'].map((file) => resolve('scripts', file))],
  compilerOptions,
  host,
);
const problems = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n');
  const sample = samples[file ? [...texts.keys()].indexOf(file.fileName) : -1];
  if (!file || !sample) return `${file?.fileName ?? ''}: ${message}`;
  return `${sample.file}:${sample.line + file.getLineAndCharacterOfPosition(start).line}: ${message}`;
});

for (const problem of problems) console.error(problem);
console.log(`${samples.length} samples, ${problems.length} problems`);
if (samples.length === 0 || problems.length > 0) process.exitCode = 1;
