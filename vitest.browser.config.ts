import { defineConfig } from 'vitest/config';

/** The uploads in Chromium, from the sources: no build is needed for it. */
export default defineConfig({
  test: {
    include: ['test/browser/uploads.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
