import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/support/runner/slowest-first.ts';

/** `TEST_SEED` repeats the order of an earlier run, which printed its seed. Without it every run has an order of its own. */
const givenSeed = process.env['TEST_SEED'];

/**
 * Integration tests that have a process of their own, because they change it or look at it: the client of the public cache suite keeps a list
 * of cases, the picture library's guards close most of its readers, and others replace modules, timers or variables, or count descriptors.
 */
const ALONE = [
  'tests/conformance/**/*.test.ts',
  'tests/integration/{file-and-image-attacks,images,tooling,uploads}/**/*.test.ts',
  'tests/integration/backend/embedded/{database,storage}/**/*.test.ts',
  'tests/integration/backend/alone/**/*.test.ts',
  'tests/integration/project/{aborted-load,editorial/replace-demonstration}.test.ts',
];

export default defineConfig({
  test: {
    environment: 'node',
    // What processes of the sources have compiled is taken over by the next ones: a seventh of a start.
    env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled') },
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { shuffle: true, sequencer: SlowestFirst, ...(givenSeed === undefined ? {} : { seed: Number(givenSeed) }) },
    // For what hangs; a slow machine is no fault.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{unit,properties,architecture}/**/*.test.{ts,tsx}'],
          // These files change nothing outside themselves, so the files of one worker share its modules.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          globalSetup: ['tests/support/postgres-global.ts'],
          // These files put back what they change, so the files of one worker share its modules as well.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'integration-alone', include: ALONE, globalSetup: ['tests/support/postgres-global.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-global.ts', 'tests/e2e/global-setup.ts'],
          // What these files test runs in processes of their own, so the files of one worker share its modules: a worker for each file took
          // more than a second of processor time to start and to load them.
          isolate: false,
          // One more than there are processors: cases wait for timers, disks and processes of sites.
          maxWorkers: Math.max(3, availableParallelism() + 1),
          // Cases of one file share a site and fill its cache, so they keep their order.
          sequence: { groupOrder: 1, shuffle: false },
          // Pages of one file beside each other: while one waits for the site, another one is being checked.
          maxConcurrency: 2,
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
        },
      },
    ],
  },
});
