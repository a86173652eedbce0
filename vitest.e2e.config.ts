import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/e2e/global-setup.ts'],
    // One browser at a time: with two cores a second one only makes both late.
    fileParallelism: false,
    // Pages of the walk beside each other: while one waits for the site, another one is being checked.
    maxConcurrency: 3,
    // For what hangs; a slow machine is no fault.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
