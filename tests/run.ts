/**
 * `npm test` runs every check of the project: generated code; then the static checks and the build, side by side; then unit and
 * integration tests, then browser tests. A failed check stops none of the others. The last line adds up all of them, a check counting as
 * one. With names of checks as arguments, those run (`npm run check`); any other arguments go to vitest (`npm test -- tests/unit/edge`).
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installedNginx } from './support/nginx.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
}

interface Check {
  readonly name: string;
  /** Writes to `print` what the check says, and returns its count. */
  readonly run: (print: (text: string) => void) => Promise<Count>;
}

const bin = (name: string): string => path.join('node_modules', '.bin', name);
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];

function execute(command: string, parameters: readonly string[], print: (text: string) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
    child.once('error', (error) => {
      print(`${command}: ${error.message}\n`);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

function tool(name: string, command: string, ...parameters: readonly string[]): Check {
  return {
    name,
    run: async (print) => ((await execute(command, parameters, print)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  };
}

/** Runs projects of vitest.config.ts and reads the report of vitest; a run that ends without a report is one failure. */
function vitest(name: string, ...projects: readonly string[]): Check {
  return {
    name,
    run: async (print) => {
      const directory = await mkdtemp(path.join(tmpdir(), 'testes-'));
      const report = path.join(directory, 'report.json');
      const parameters = [...projects.map((project) => `--project=${project}`), '--reporter=default', '--reporter=json'];
      const ok = await execute(process.execPath, [...VITEST, ...parameters, `--outputFile.json=${report}`], print);
      try {
        const counted: unknown = JSON.parse(await readFile(report, 'utf8'));
        const { numPassedTests: passed, numFailedTests: failed, numTotalTests: total } = counted as Record<string, number>;
        const count = { passed: passed ?? 0, failed: Math.max(failed ?? 0, (total ?? 0) - (passed ?? 0)) };
        return ok || count.failed > 0 ? count : { ...count, failed: 1 };
      } catch {
        return { passed: 0, failed: 1 };
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

const GENERATE = tool('generated code', process.execPath, 'server/tooling/generate.ts');

/** Each step waits for the step before it; the checks of one step run side by side. */
const STEPS: readonly (readonly Check[])[] = [
  [GENERATE],
  [
    tool('lint', bin('oxlint'), '--type-aware', '--deny-warnings'),
    tool('format', bin('biome'), 'check', '--linter-enabled=false'),
    tool('types', bin('tsc'), '-p', '.'),
    tool('unused code', bin('knip')),
    tool('build', process.execPath, 'server/tooling/build.ts'),
  ],
  [vitest('unit and integration tests', 'unit', 'integration')],
  [vitest('browser tests', 'browser')],
];

const write = (text: string): boolean => process.stdout.write(text);
const seconds = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1_000);

/** Runs the checks side by side. The output of a check that has company is held back until the check ends, so that it stays together. */
async function runStep(checks: readonly Check[]): Promise<readonly (Count & { readonly name: string })[]> {
  return Promise.all(
    checks.map(async ({ name, run }) => {
      const startedAt = performance.now();
      let held = '';
      const alone = checks.length === 1;
      if (alone) write(`\n== ${name}\n`);
      const count = await run((text) => (alone ? void write(text) : void (held += text)));
      if (!alone) write(`\n== ${name}\n${held}`);
      write(`== ${name}: ${count.passed} passed, ${count.failed} failed (${seconds(startedAt)} s)\n`);
      return { name, ...count };
    }),
  );
}

async function runChecks(names: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const counts: (Count & { readonly name: string })[] = [];
  for (const step of STEPS) {
    const checks = step.filter(({ name }) => names.length === 0 || names.includes(name));
    if (checks.length > 0) counts.push(...(await runStep(checks)));
  }
  const failures = counts.filter(({ failed }) => failed > 0).map(({ name }) => name);
  if (names.length === 0 && installedNginx() === undefined) {
    write('\nnot run: two replicas behind nginx, which is not installed (for example: apt-get install nginx)\n');
  }
  if (failures.length > 0) write(`\nfailed: ${failures.join(', ')}\n`);
  const [passed, failed] = [counts.reduce((sum, count) => sum + count.passed, 0), counts.reduce((sum, count) => sum + count.failed, 0)];
  write(`\nall of it: ${seconds(startedAt)} s\ntests: ${passed} passed, ${failed} failed\n`);
  return failed > 0 ? 1 : 0;
}

/** Passes arguments on to vitest, after the generated code that most tests import has been written once. */
async function runVitest(parameters: readonly string[]): Promise<number> {
  if (!existsSync('shared/graphql/generated/operations.ts')) await GENERATE.run(write);
  const child = spawn(process.execPath, [...VITEST, ...parameters], { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

const given = process.argv.slice(2);
const areNames = given.every((name) => STEPS.flat().some((check) => check.name === name));
process.exitCode = await (areNames ? runChecks(given) : runVitest(given));
