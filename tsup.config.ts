import { existsSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { privateZod } from './scripts/private-zod.ts';

/** One file for each import path of `package.json`. */
const entries = {
  index: 'src/index.ts',
  schemas: 'src/schemas/index.ts',
  node: 'src/node/index.ts',
  sandbox: 'src/sandbox/index.ts',
  'sandbox/server': 'src/sandbox/server.ts',
  msw: 'src/msw/index.ts',
  redis: 'src/pacing/redis.ts',
  cli: 'src/cli/main.ts',
};

/** No import path: a file of its own, so that who imports an error alone bundles no client. */
const parts = { errors: 'src/errors/index.ts' };

const existing = (all: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(all).filter(([, source]) => existsSync(source)));

export default defineConfig({
  entry: existing({ ...entries, ...parts }),
  // scripts/finish-build.ts makes the CommonJS build of this one, file by file: tsup's own, made by sucrase,
  // takes `?.` and `??` apart into slow helper calls.
  format: ['esm'],
  platform: 'neutral',
  target: 'es2023',
  clean: true,
  // Shared code stands once: without splitting each entry would carry a Zod of its own.
  splitting: true,
  // scripts/finish-build.ts reads from these what was inlined.
  metafile: true,
  // `http` for `node:http` is a package of that name elsewhere.
  removeNodeProtocol: false,
  // The runtime libraries are devDependencies, so tsup inlines them; these are the user's own.
  external: [/^node:/, 'msw'],
  esbuildOptions(options) {
    options.mainFields = ['module', 'main'];
    // nanoid's Node build needs `Buffer`; the browser one runs everywhere.
    options.conditions = ['browser'];
    options.legalComments = 'none';
    // A fifth of the installation. Names stay, and lines stay short enough for stack traces.
    options.minifyWhitespace = true;
    options.minifySyntax = true;
    options.lineLimit = 110;
  },
  esbuildPlugins: [privateZod],
  // Made with the API of TypeScript 6: version 7 has none.
  dts: { entry: existing(entries), compilerOptions: { stripInternal: true } },
});
