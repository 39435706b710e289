import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installOnce, run } from '../packaging/run.ts';
import { type SandboxFacts, startSandbox } from './sandbox.ts';
import { steps } from './smoke.js';

const here = resolve('test/runtimes');
const app = inject('app');
const bin = (name: string) => join(here, 'node_modules', name);

const node = (major: number, main: string) => ({
  name: `Node ${major}, ${main.endsWith('.cjs') ? 'CommonJS' : 'ES module'}`,
  version: { program: bin(`node${major}/bin/node`), says: new RegExp(`^v${major}\\.`) },
  program: bin(`node${major}/bin/node`),
  args: [main],
});

/** How each runtime is started. Versions are asked for, so that no run shows another runtime than it says. */
const runtimes = [
  ...[20, 22, 24, 26].flatMap((major) => [node(major, 'main.mjs'), node(major, 'main.cjs')]),
  {
    name: 'Bun',
    version: { program: bin('.bin/bun'), says: /^1\./ },
    program: bin('.bin/bun'),
    args: ['main.mjs'],
  },
  {
    name: 'Deno',
    version: { program: bin('.bin/deno'), says: /^deno 2\./ },
    program: bin('.bin/deno'),
    // No right to read files outside the application, none to write, none to run anything.
    args: [
      'run',
      '--no-prompt',
      '--allow-env=SMOKE',
      '--allow-net=127.0.0.1',
      `--allow-read=${app}`,
      'main.mjs',
    ],
  },
  {
    name: 'workerd',
    version: { program: bin('.bin/workerd'), says: /^workerd \d/ },
    program: bin('.bin/workerd'),
    args: ['test', 'worker/worker.capnp'],
  },
];

let sandbox: { facts: SandboxFacts; stop: () => Promise<void> };

beforeAll(async () => {
  await installOnce(here);
  await Promise.all(
    ['main.mjs', 'main.cjs', 'smoke.js'].map((file) => copyFile(join(here, file), join(app, file))),
  );
  await bundleWorker();
  sandbox = await startSandbox(app);
});

afterAll(() => sandbox?.stop());

async function bundleWorker(): Promise<void> {
  await mkdir(join(app, 'worker'), { recursive: true });
  await copyFile(join(here, 'worker.capnp'), join(app, 'worker/worker.capnp'));
  await copyFile(join(here, 'worker.js'), join(app, 'worker-main.js'));
  await build({
    entryPoints: [join(app, 'worker-main.js')],
    outfile: join(app, 'worker/worker.js'),
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    logLevel: 'error',
  });
}

describe.each(runtimes)('$name', ({ version, program, args }) => {
  let results: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    const env = { SMOKE: JSON.stringify(sandbox.facts), NO_COLOR: '1' };
    const { stdout, stderr } = await run(program, args, { cwd: app, env, timeout: 60_000 });
    // workerd writes what a worker logs to its standard error.
    const json = /\{"constructs a client".*\}/.exec(`${stdout}\n${stderr}`)?.[0];
    if (!json) throw new Error(`no results:\n${stdout}\n${stderr}`);
    results = JSON.parse(json) as Record<string, string>; // written by smoke.js
  });

  it('is the runtime that it says', async () => {
    const { stdout } = await run(version.program, ['--version'], { cwd: app });
    expect(stdout).toMatch(version.says);
  });

  it.each(Object.keys(steps))('%s', (step) => {
    expect(results[step]).toBe('ok');
  });
});
