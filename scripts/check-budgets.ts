/** Measures what stands in `dist` and holds it against `scripts/budgets.ts`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { bundles, install } from './budgets.ts';

interface Row {
  readonly what: string;
  readonly measured: number;
  readonly budget: number;
}

/** The outputs that are loaded together with this one. */
function together(outputs: Metafile['outputs'], path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { path: next, kind, external } of outputs[path]?.imports ?? [])
    if (kind === 'import-statement' && !external) together(outputs, next, seen);
  return seen;
}

async function bundleSizes(source: string): Promise<{ atOnce: number; inAll: number }> {
  const { outputFiles, metafile } = await build({
    // The package's own name leads to `dist` from within its folder.
    stdin: { contents: source, resolveDir: '.' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    external: ['node:*', 'msw'],
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const sizes = new Map(
    outputFiles.map(({ path, contents }) => [path.replace(/^.*\/(?=out\/)/, ''), gzipSync(contents).length]),
  );
  const sum = (paths: Iterable<string>) =>
    [...paths].reduce((total, path) => total + (sizes.get(path) ?? Number.NaN), 0);
  const { outputs } = metafile;
  const main = Object.keys(outputs).find((path) => outputs[path]?.entryPoint);
  if (!main) throw new Error('the bundle has no main file');
  // Not what no import leads to: esbuild writes that too.
  const reachable = new Set<string>();
  const reach = (path: string): void => {
    if (reachable.has(path)) return;
    reachable.add(path);
    for (const { path: next, external } of outputs[path]?.imports ?? []) if (!external) reach(next);
  };
  reach(main);
  return { atOnce: sum(together(outputs, main)), inAll: sum(reachable) };
}

async function bundleRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, source, atOnce, inAll } of bundles) {
    const sizes = await bundleSizes(source);
    rows.push({ what: `${name}, gzip bytes at once`, measured: sizes.atOnce, budget: atOnce });
    if (inAll !== atOnce)
      rows.push({ what: `${name}, gzip bytes in all`, measured: sizes.inAll, budget: inAll });
  }
  return rows;
}

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

function installRows(): Row[] {
  const stdout = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(stdout.toString()) as Packed[]; // npm's documented shape
  if (!packed) throw new Error('npm pack packed nothing');
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Readonly<Record<string, object>>; // its documented shape
  return [
    {
      what: 'dependencies',
      measured: Object.keys({ ...dependencies, ...optionalDependencies }).length,
      budget: install.dependencies,
    },
    { what: 'bytes unpacked', measured: packed.unpackedSize, budget: install.unpacked },
    { what: 'bytes packed', measured: packed.size, budget: install.packed },
    { what: 'files', measured: packed.entryCount, budget: install.files },
  ];
}

const rows = [...(await bundleRows()), ...installRows()];
for (const { what, measured, budget } of rows) {
  // Also when something could not be measured.
  const kept = measured <= budget;
  console.log(`${kept ? 'ok  ' : 'OVER'} ${what.padEnd(58)} ${String(measured).padStart(9)} of ${budget}`);
  if (!kept) process.exitCode = 1;
}
