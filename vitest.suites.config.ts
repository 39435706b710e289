import { defineConfig } from 'vitest/config';

/** The suites that need more than Node and the sources: the built package, other runtimes, a browser. */
const suite = (name: string, ...setup: readonly string[]) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude: ['**/node_modules/**'],
    globalSetup: [...setup],
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});

const packed = 'test/packaging/pack.ts';

export default defineConfig({
  test: {
    // A small machine has room for one browser, one bundler, one server at a time.
    fileParallelism: false,
    projects: [
      suite('packaging', packed),
      suite('runtimes', packed),
      suite('browser', packed),
      suite('heap', packed),
      suite('redis'),
    ],
  },
});
