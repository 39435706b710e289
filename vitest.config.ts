import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/runtimes/**', 'test/browser/**', 'test/redis/**', 'test/packaging/**', 'test/heap/**'],
    testTimeout: 10_000,
  },
});
