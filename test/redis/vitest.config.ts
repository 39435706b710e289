import { defineConfig } from 'vitest/config';

/** Needs Debian's package `redis-server`, or any other `redis-server` on the path. */
export default defineConfig({
  test: { dir: import.meta.dirname, include: ['**/*.test.ts'], testTimeout: 30_000, fileParallelism: false },
});
