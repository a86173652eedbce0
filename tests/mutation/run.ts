/**
 * Mutation testing by hand or nightly: `node tests/mutation/run.ts AREA [SHARE] [SEED]`. Stryker changes the area's files one mutant at a
 * time and runs the area's tests against each. SHARE, a number above 0 and at most 1, takes that part of the files' lines, chosen by SEED
 * in blocks of 10 lines, because the whole of an area takes hours. The score is printed and written to `.data/mutation/AREA.json`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serverBinaries, startServer } from '../support/postgres-server.ts';
import { AREAS } from './areas.ts';

/** Lines of one block of a sample. */
const BLOCK_LINES = 10;

const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGES = path.join(import.meta.dirname, 'node_modules');
const OUTPUT = path.join(ROOT, '.data/mutation');

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** Returns a number from 0 up to 1 for each call, the same ones for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the blocks of lines to mutate, as Stryker names them: `file:first-last`. */
function sampled(files: readonly string[], share: number, seed: number): readonly string[] {
  const random = randomFrom(seed);
  const blocks: string[] = [];
  for (const file of files) {
    const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n').length;
    for (let first = 1; first <= lines; first += BLOCK_LINES) {
      if (random() < share) blocks.push(`${file}:${first}-${Math.min(lines, first + BLOCK_LINES - 1)}`);
    }
  }
  return blocks;
}

const [name = '', shareText = '1', seedText = '1'] = process.argv.slice(2);
const area = AREAS[name] ?? fail(`usage: node tests/mutation/run.ts ${Object.keys(AREAS).join('|')} [share] [seed]`);
const share = Number(shareText);
if (!(share > 0 && share <= 1)) fail(`share is no number above 0 and at most 1: ${shareText}`);
if (!existsSync(PACKAGES)) fail('Stryker is not installed: run npm ci in tests/mutation first');

// Code that is not in the repository, which the files and their tests import.
const generated = spawnSync(process.execPath, ['server/tooling/generate.ts'], { cwd: ROOT, stdio: 'inherit' });
if (generated.status !== 0) fail('the code that is made could not be made');

const excluded = area.mutate.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
const files = globSync(
  area.mutate.filter((glob) => !glob.startsWith('!')),
  { cwd: ROOT, exclude: excluded },
).sort();
const mutate = share === 1 ? files : sampled(files, share, Number(seedText));
mkdirSync(OUTPUT, { recursive: true });
const vitestConfig = path.join(OUTPUT, `${name}.vitest.config.mjs`);
const testOptions = {
  include: area.tests,
  environment: 'node',
  // The files of one worker share its modules: a third of the time, as for the units and the edge in vitest.config.ts.
  isolate: false,
  // A test that waits for ever because of a mutant fails here, which costs less than the end of its runner by Stryker.
  testTimeout: 10_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 8_000 } },
  globalSetup: ['tests/support/postgres-global.ts'],
};
writeFileSync(
  vitestConfig,
  `import { QuickestFirst } from '../../tests/mutation/quickest-first.ts';
export default { test: { ...${JSON.stringify(testOptions, null, 2)}, sequence: { sequencer: QuickestFirst } } };
`,
);
const config = path.join(OUTPUT, `${name}.stryker.json`);
writeFileSync(
  config,
  JSON.stringify(
    {
      plugins: [path.join(PACKAGES, '@stryker-mutator/vitest-runner/dist/src/index.js')],
      testRunner: 'vitest',
      vitest: { configFile: path.relative(ROOT, vitestConfig), related: false },
      coverageAnalysis: 'perTest',
      mutate,
      // No such file: Stryker would rewrite tsconfig.json with the compiler API of TypeScript 5, which TypeScript 7 does not have.
      tsconfigFile: 'tests/mutation/no-tsconfig.json',
      ignorePatterns: ['dist', '.data/*', '!.data/mutation', 'coverage', 'tests/mutation/node_modules', 'tests/conformance/node_modules'],
      ignoreStatic: true,
      concurrency: 2,
      timeoutMS: 10_000,
      reporters: ['progress-append-only', 'clear-text', 'json'],
      clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true, reportMutants: true },
      jsonReporter: { fileName: path.relative(ROOT, path.join(OUTPUT, `${name}.json`)) },
      tempDirName: '.data/mutation/tmp',
      allowEmpty: false,
    },
    null,
    2,
  ),
);
process.stdout.write(
  `${name}: ${mutate.length} ${share === 1 ? 'files' : `blocks of ${BLOCK_LINES} lines, share ${share}, seed ${seedText}`}\n`,
);
// One server for the whole run: those of test runners that Stryker kills, because a mutant hangs, would be left behind.
const postgres = area.needsPostgres === true ? await startServer(await serverBinaries()) : undefined;
const env = postgres === undefined ? process.env : { ...process.env, TEST_DATABASE_URL: postgres.connectionString };
try {
  const stryker = spawn(process.execPath, [path.join(PACKAGES, '@stryker-mutator/core/bin/stryker.js'), 'run', config], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  const [status] = (await once(stryker, 'exit')) as [number | null];
  process.exitCode = status ?? 1;
} finally {
  await postgres?.stop();
}
