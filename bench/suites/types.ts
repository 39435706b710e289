import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { here, root, run } from '../processes.ts';
import { octokitWithPlugins, programs, realistic } from '../programs.ts';
import type { Suite } from '../tables.ts';

// Inside the bench, where the packages are found.
const folder = join(here, 'node_modules', '.types');

const options = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
};

interface Cost {
  readonly instantiations: number;
  readonly checkSeconds: number;
  readonly errors: number;
}

async function check(name: string, text: string): Promise<Cost> {
  const project = join(folder, name);
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'program.mts'), text);
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['program.mts'] }),
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // A type error of a peer's own declarations is a finding, no end.
  const script = `try { process.stdout.write(require('node:child_process').execFileSync(process.execPath, process.argv.slice(1), { encoding: 'utf8' })) } catch (error) { process.stdout.write(error.stdout) }`;
  const { stdout } = await run(process.execPath, ['-e', script, tsc, '--extendedDiagnostics', '-p', project]);
  const figure = (label: string) =>
    Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1] ?? Number.NaN);
  return {
    instantiations: figure('Instantiations'),
    checkSeconds: figure('Check time'),
    errors: stdout.match(/error TS\d+/g)?.length ?? 0,
  };
}

/** What the compiler does for a file that uses a client, above an empty one. */
export const types: Suite = async () => {
  await rm(folder, { recursive: true, force: true });
  const empty = await check('empty', "console.log('nothing');\nexport {};\n");
  const rows: string[][] = [];
  for (const [index, program] of [...programs, octokitWithPlugins].entries()) {
    const { instantiations, checkSeconds, errors } = await check(`p${index}`, realistic(program));
    rows.push([
      program.name,
      String(instantiations - empty.instantiations),
      (checkSeconds - empty.checkSeconds).toFixed(2),
      String(errors),
    ]);
  }
  await rm(folder, { recursive: true, force: true });
  return [
    {
      title: 'Type check',
      note: 'What `tsc` does for the program of the bundle, above an empty file: instantiations, seconds of checking (one run, so roughly), and errors with `skipLibCheck` on.',
      columns: ['client', 'instantiations', 'check, s', 'errors'],
      rows,
    },
  ];
};
