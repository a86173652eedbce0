import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    environment: 'node',
    globalSetup: ['tests/support/postgres-global.ts'],
    // The machine of a developer may have two cores; more workers than that only make timers late.
    maxWorkers: 2,
    // For what hangs; a slow machine is no fault.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
