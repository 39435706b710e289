import { basename } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { here } from '../processes.ts';
import { octokitWithPlugins, type Program, programs, realistic } from '../programs.ts';
import type { Suite } from '../tables.ts';

interface Size {
  readonly min: number;
  readonly gzip: number;
  readonly brotli: number;
}

const sum = (sizes: readonly Size[]): Size => ({
  min: sizes.reduce((total, { min }) => total + min, 0),
  gzip: sizes.reduce((total, { gzip }) => total + gzip, 0),
  brotli: sizes.reduce((total, { brotli }) => total + brotli, 0),
});

/**
 * The chunks that a run of the program loads when nothing goes wrong: those imported statically, and of the
 * late ones ky, which every first call loads.
 */
function loadedChunks({ outputs }: Metafile, entry: string): Set<string> {
  const loaded = new Set<string>();
  const load = (chunk: string): void => {
    if (loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const { path, kind, external } of outputs[chunk]?.imports ?? []) {
      const late = kind === 'dynamic-import';
      if (!external && (!late || isKy(outputs[path]))) load(path);
    }
  };
  load(entry);
  return loaded;
}

const isKy = (output: Metafile['outputs'][string] | undefined): boolean =>
  Object.keys(output?.inputs ?? {}).some((input) => /\/(ky|distribution)[/-]/.test(input));

async function sizesOf(program: Program): Promise<{ loaded: Size; all: Size }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: realistic(program), resolveDir: here, sourcefile: 'program.ts', loader: 'ts' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    // Peers that name Node's modules leave them to the bundler's user.
    external: [
      'node:*',
      'crypto',
      'http',
      'https',
      'events',
      'child_process',
      'fs',
      'path',
      'os',
      'stream',
      'util',
    ],
    write: false,
    metafile: true,
    outdir: 'out',
    logLevel: 'error',
  });
  const entry = Object.keys(metafile.outputs).find((name) => metafile.outputs[name]?.entryPoint) ?? '';
  const loaded = new Set([...loadedChunks(metafile, entry)].map((chunk) => basename(chunk)));
  const sizes = outputFiles.map(({ path, contents }) => ({
    name: basename(path),
    min: contents.length,
    gzip: gzipSync(contents, { level: 9 }).length,
    brotli: brotliCompressSync(contents).length,
  }));
  return { loaded: sum(sizes.filter(({ name }) => loaded.has(name))), all: sum(sizes) };
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** What a page downloads. */
export const bundle: Suite = async () => {
  const rows: string[][] = [];
  for (const program of [...programs, octokitWithPlugins]) {
    const { loaded, all } = await sizesOf(program);
    rows.push([program.name, ...[loaded.min, loaded.gzip, loaded.brotli, all.gzip].map(kilobytes)]);
  }
  return [
    {
      title: 'Bundle',
      note: 'A program that creates, lists and tells errors apart, bundled by esbuild for browsers, in kB (1,000 bytes). Loaded: what a run without errors loads, ky among it, which our first call brings in. All: with the chunks that are loaded only when they are used.',
      columns: ['client', 'loaded, min', 'loaded, gzip', 'loaded, brotli', 'all, gzip'],
      rows,
    },
  ];
};
