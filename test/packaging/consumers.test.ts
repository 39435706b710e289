import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { installOnce, run } from './run.ts';

const tools = resolve('test/packaging/consumers');
const app = inject('app');
const expected = 'draft_unscheduled two,one true NotFoundError 404';

/** A tool of the consumers' own install, run in the application. */
const tool = (name: string, ...args: string[]) =>
  run(join(tools, 'node_modules/.bin', name), args, { cwd: app });

const write = (file: string, text: string) => writeFile(join(app, file), text);

/** The program as a CommonJS file: only its imports and its export are spelled differently. */
async function commonJS(): Promise<string> {
  const text = await readFile(join(tools, 'program.mjs'), 'utf8');
  return `${text
    .replaceAll(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = require($2);')
    .replace('export async function', 'async function')}\nmodule.exports = { program };\n`;
}

beforeAll(async () => {
  await installOnce(tools, '--ignore-scripts');
  await mkdir(join(app, 'out'), { recursive: true });
  await copyFile(join(tools, 'program.mjs'), join(app, 'program.mjs'));
  await write(
    'main.mjs',
    `import { program } from './program.mjs';\nprogram().then((said) => console.log(said));\n`,
  );
  await write('program.cjs', await commonJS());
  await write(
    'main.cjs',
    `const { program } = require('./program.cjs');\nprogram().then((said) => console.log(said));\n`,
  );
});

async function says(file: string): Promise<void> {
  const { stdout, stderr } = await run('node', [file], { cwd: app });
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe(expected);
}

describe('without a bundler', () => {
  it('runs as an ES module', () => says('main.mjs'));

  it('runs as CommonJS', () => says('main.cjs'));

  it('runs in Jest as CommonJS, without a line of configuration', async () => {
    await write(
      'program.test.js',
      `test('runs', async () => expect(await require('./program.cjs').program()).toBe('${expected}'));`,
    );
    const { stderr } = await tool(
      'jest',
      '--rootDir',
      app,
      '--testMatch',
      '**/program.test.js',
      '--watchman=false',
    );
    expect(stderr).toContain('Tests:       1 passed, 1 total');
  });

  it('has a command line that starts', async () => {
    const { stdout } = await run('npx', ['--offline', 'social-publishing', '--help'], { cwd: app });
    expect(stdout).toContain('sandbox');
  });
});

/** Each bundles `main.mjs`, minified where the bundler can, into one folder; the first file is what runs. */
const bundlers = [
  {
    name: 'esbuild as an ES module',
    output: 'out/esbuild/main.mjs',
    bundle: () =>
      tool(
        'esbuild',
        'main.mjs',
        '--bundle',
        '--minify',
        '--format=esm',
        '--outdir=out/esbuild',
        '--out-extension:.js=.mjs',
        '--log-level=error',
      ),
  },
  {
    name: 'esbuild as CommonJS',
    output: 'out/esbuild.cjs',
    bundle: () =>
      tool(
        'esbuild',
        'main.cjs',
        '--bundle',
        '--minify',
        '--platform=node',
        '--outfile=out/esbuild.cjs',
        '--log-level=error',
      ),
  },
  {
    name: 'Rollup',
    output: 'out/rollup/main.mjs',
    bundle: async () => {
      const resolver = join(tools, 'node_modules/@rollup/plugin-node-resolve/dist/es/index.js');
      await write(
        'rollup.config.mjs',
        `import resolver from '${resolver}';\nexport default { plugins: [resolver()] };\n`,
      );
      return tool(
        'rollup',
        '-c',
        'rollup.config.mjs',
        '-i',
        'main.mjs',
        '-d',
        'out/rollup',
        '-f',
        'es',
        '--entryFileNames',
        '[name].mjs',
        '--chunkFileNames',
        '[name]-[hash].mjs',
        '--failAfterWarnings',
      );
    },
  },
  {
    name: 'webpack',
    output: 'out/webpack/main.cjs',
    bundle: async () => {
      await write('build.cjs', webpackBuild);
      return run('node', ['build.cjs', join(tools, 'node_modules/webpack')], { cwd: app });
    },
  },
  {
    name: 'Vite',
    output: 'out/vite/main.mjs',
    bundle: async () => {
      await write(
        'vite.config.mjs',
        `export default { logLevel: 'warn', build: { target: 'es2023', outDir: 'out/vite', lib: { entry: 'main.mjs', formats: ['es'], fileName: () => 'main.mjs' }, minify: true } };`,
      );
      return tool('vite', 'build');
    },
  },
] as const;

const webpackBuild = `
const webpack = require(process.argv[2]);
webpack({
  mode: 'production',
  // A page's build: the default conditions and no Node polyfill.
  target: 'web',
  performance: false,
  entry: './main.mjs',
  output: { path: __dirname + '/out/webpack', filename: 'main.cjs', chunkFormat: 'commonjs', chunkLoading: 'require' },
}, (error, stats) => {
  const { errors, warnings } = stats?.toJson() ?? {};
  for (const { message } of [...(errors ?? []), ...(warnings ?? [])]) console.error(message);
  process.exitCode = error || stats.hasErrors() || stats.hasWarnings() ? 1 : 0;
});
`;

describe.each(bundlers)('bundled by $name', ({ output, bundle }) => {
  it('runs, its errors with their names and classes', async () => {
    const { stderr } = await bundle();
    expect(stderr).not.toMatch(/warn|error/i);
    expect(existsSync(join(app, output))).toBe(true);
    await says(output);
  });
});

describe('what is not imported', () => {
  /** The size of what is left of a program, and its text. */
  const left = async (name: string, source: string): Promise<string> => {
    await write(`${name}.mjs`, source);
    await tool(
      'esbuild',
      `${name}.mjs`,
      '--bundle',
      '--minify',
      '--format=esm',
      '--splitting',
      `--outdir=out/${name}`,
      '--log-level=error',
    );
    return readFile(join(app, `out/${name}/${name}.js`), 'utf8');
  };

  it('leaves nothing behind where nothing is used', async () => {
    expect(await left('bare', `import 'social-publishing';`)).toBe('');
  });

  it('leaves the client and Zod behind where only an error is used', async () => {
    const code = await left(
      'error',
      `import { InvalidRequestError } from 'social-publishing'; console.log(InvalidRequestError);`,
    );
    expect(code).not.toMatch(/_zod|SOCIAL_PUBLISHING_BASE_URL/);
    expect(Buffer.byteLength(code)).toBeLessThan(6_000);
  });

  it('also where Rollup and webpack bundle', async () => {
    await write(
      'only.mjs',
      `import { InvalidRequestError } from 'social-publishing'; console.log(InvalidRequestError);`,
    );
    await tool('rollup', '-c', 'rollup.config.mjs', '-i', 'only.mjs', '-d', 'out/only', '-f', 'es');
    await write('only.cjs', webpackBuild.replace('./main.mjs', './only.mjs').replace('main.cjs', 'only.cjs'));
    await run('node', ['only.cjs', join(tools, 'node_modules/webpack')], { cwd: app });
    for (const file of ['out/only/only.js', 'out/webpack/only.cjs'])
      expect(await readFile(join(app, file), 'utf8')).not.toMatch(/_zod|SOCIAL_PUBLISHING_BASE_URL/);
  });
});
