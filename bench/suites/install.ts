import { lstat, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contenders } from '../contenders.ts';
import { here } from '../processes.ts';
import { octokitWithPlugins } from '../programs.ts';
import type { Suite } from '../tables.ts';

const modules = join(here, 'node_modules');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Where `name` is found from a package's folder, as Node looks. */
async function resolve(name: string, from: string): Promise<string> {
  for (
    let folder = from;
    folder.startsWith(modules.slice(0, -'/node_modules'.length));
    folder = dirname(folder)
  ) {
    const candidate = join(folder, 'node_modules', name);
    if (await lstat(candidate).catch(() => undefined)) return candidate;
  }
  throw new Error(`${name} is not installed`);
}

/** The folders of a package and of everything that it installs. */
async function closure(names: readonly string[]): Promise<Set<string>> {
  const folders = new Set<string>();
  const add = async (name: string, from: string): Promise<void> => {
    const folder = await resolve(name, from);
    if (folders.has(folder)) return;
    folders.add(folder);
    const text = await readFile(join(folder, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(text) as Manifest; // every package has one
    for (const dependency of Object.keys(dependencies)) await add(dependency, folder);
  };
  for (const name of names) await add(name, here.replace(/\/$/, ''));
  return folders;
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // Nested packages count for themselves.
    if (entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await bytesOf(path) : (await lstat(path)).size;
  }
  return bytes;
}

/** What `npm install` of one name brings. */
export const install: Suite = async () => {
  const rows: string[][] = [];
  const packages = contenders.filter((contender) => contender.packages.length > 0);
  const octokitPlugins = octokitWithPlugins.also?.match(/@octokit\/[\w-]+/g) ?? [];
  const sets = [
    ...packages.map((contender) => ({ name: contender.name, packages: contender.packages.slice(0, 1) })),
    { name: octokitWithPlugins.name, packages: [octokitWithPlugins.from, ...octokitPlugins] },
  ];
  for (const set of sets) {
    const folders = await closure(set.packages);
    const sizes = await Promise.all([...folders].map(bytesOf));
    const megabytes = sizes.reduce((total, size) => total + size, 0) / 1e6;
    rows.push([set.name, String(folders.size), megabytes.toFixed(2)]);
  }
  return [
    {
      title: 'Install',
      note: 'What a user installs: the number of packages, dependencies included, and the bytes of their files in MB (1,000,000 bytes).',
      columns: ['client', 'packages', 'MB'],
      rows,
    },
  ];
};
