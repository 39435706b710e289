import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Zod keeps its settings and its registry on `globalThis`, one for all copies. The inlined copy gets its
 * own: so importing this package touches no global, and an application's `z.config()` does not reach in here.
 */
export const privateZod: Plugin = {
  name: 'private-zod',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](core|registries)\.js$/ }, async ({ path }) => {
      const shared = /\(_a = globalThis\)\.(__zod_\w+) \?\? \(_a\.\1 = (.+?)\);/;
      const code = await readFile(path, 'utf8');
      const [statement, name, initial] = shared.exec(code) ?? [];
      if (!statement || !name) throw new Error(`${path} has changed: see how it shares its state now`);
      return {
        contents: code
          .replace(statement, '')
          .replace(`= globalThis.${name};`, `= /* @__PURE__ */ (() => (${initial}))();`)
          .replaceAll(`globalThis.${name}?.`, 'globalConfig?.'),
      };
    });
  },
};
