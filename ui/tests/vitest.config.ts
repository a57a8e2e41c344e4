import { defineConfig } from 'vitest/config';

/** Browser tests share one server and one browser, and the machine's cores with the solver: one after the other. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/serve.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
