import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { run } from './run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    tarball: string;
    /** An empty application that has installed it. */
    app: string;
  }
}

/** Packs what stands in `dist` and installs it as its users do, without a network. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync('dist/index.js')) throw new Error('dist is empty: run `npm run build` first');
  const folder = await mkdtemp(join(tmpdir(), 'social-publishing-'));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const [packed] = JSON.parse(stdout) as { filename: string }[]; // npm's documented shape
  if (!packed) throw new Error('npm pack packed nothing');
  const tarball = join(folder, packed.filename);
  const app = join(folder, 'app');
  await install(app, tarball);
  project.provide('tarball', tarball);
  project.provide('app', app);
  return () => rm(folder, { recursive: true, force: true });
}

async function install(app: string, tarball: string): Promise<void> {
  await mkdir(app);
  await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball], {
    cwd: app,
  });
}
