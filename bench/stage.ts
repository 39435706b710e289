/** Puts everything in place that the suites measure: the peers, and our package as users install it. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { here, root, run } from './processes.ts';

const modules = join(here, 'node_modules');

/** Installs the peers once. Their install scripts do not run. */
export async function installPeers(): Promise<void> {
  if (existsSync(join(modules, 'openai'))) return;
  console.error('bench: installing the peers');
  await run('npm', ['ci', '--prefix', here, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root });
}

/** Builds the package, packs it and unpacks it where `import 'social-publishing'` finds it. */
export async function stagePackage(): Promise<void> {
  console.error('bench: building and packing the package');
  await run('npm', ['run', 'build'], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'social-publishing-bench-'));
  try {
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      { cwd: root },
    );
    const filename = packedName(JSON.parse(stdout));
    await run('tar', ['-xzf', join(folder, filename), '-C', folder]);
    const target = join(modules, 'social-publishing');
    await rm(target, { recursive: true, force: true });
    await mkdir(modules, { recursive: true });
    await rename(join(folder, 'package'), target).catch(async () => {
      // Another file system.
      await run('cp', ['-R', join(folder, 'package'), target]);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** npm 12 answers with an object by package name, older ones with an array. */
function packedName(report: unknown): string {
  const [first] = Object.values(report as object); // npm's own report
  return (first as { filename: string }).filename;
}

/** The version of an installed package. */
export async function versionOf(name: string): Promise<string> {
  const text = await readFile(join(modules, name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // every package has one
}
