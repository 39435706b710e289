/**
 * Adds what npm leaves out of a lockfile: optional packages for other platforms than the one it ran on, when
 * its registry did not have them at hand. `npm ci` then refuses the lockfile, on this platform too.
 *
 * node scripts/complete-lockfile.ts [folder...]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Readonly<Record<string, string>>;
}

/** What a word in a platform package's name says. */
const words = {
  os: {
    windows: 'win32',
    ...same(
      'aix',
      'android',
      'darwin',
      'freebsd',
      'linux',
      'netbsd',
      'openbsd',
      'openharmony',
      'sunos',
      'win32',
    ),
  },
  cpu: {
    64: 'x64',
    aarch64: 'arm64',
    armv7: 'arm',
    ...same('arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'),
  },
  libc: { gnu: 'glibc', gnueabihf: 'glibc', musleabihf: 'musl', ...same('glibc', 'musl') },
} as const;

function same(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> {
  const parts = name.replace(/^.*\//, '').split(/[-_]/);
  const said = Object.entries(words).flatMap(([field, meanings]) => {
    const meaning = parts.map((part) => (meanings as Readonly<Record<string, string>>)[part]).find(Boolean); // one of the tables above
    return meaning ? [[field, [meaning]]] : [];
  });
  return Object.fromEntries(said);
}

function complete(folder: string): void {
  const path = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Locked> }; // npm's documented shape
  const { packages } = lock;
  const added: string[] = [];
  for (const [where, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const nested = `${where}/node_modules/${name}`;
      const top = `node_modules/${name}`;
      // A package of another name or a range is npm's to find.
      if (packages[nested] || packages[top]?.version === version || !/^\d+\.\d+\.\d+\S*$/.test(version))
        continue;
      const place = packages[top] ? nested : top;
      packages[place] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true };
      added.push(`${name}@${version}`);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);
  console.log(`${path}: ${added.length} added`);
}

const folders = process.argv.slice(2);
for (const folder of folders.length > 0
  ? folders
  : ['.', 'test/runtimes', 'test/packaging/consumers', 'test/packaging/types'])
  if (existsSync(join(folder, 'package-lock.json'))) complete(folder);
