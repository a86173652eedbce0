/**
 * `npm test` runs every check of the project: generated code; the build; then unit and integration tests; then browser tests, which wait for
 * timers and pages and so leave the processors some time for the static checks beside them. A failed check stops none of the others. The
 * end lists what failed, and the last line adds up all checks, a check counting as one. With names of checks as arguments, those run
 * (`npm run check`); any other arguments go to vitest (`npm test -- tests/unit/edge`).
 */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installedNginx } from './support/nginx.ts';
import { hasXmllint } from './support/open-data/xmllint.ts';
import { type Failure, failureList } from './support/runner/failure-list.ts';
import type { RunReport } from './support/runner/run-reporter.ts';
import { uncheckedFiles } from './support/runner/unchecked-files.ts';
import { installedRedis } from './support/shared-medium/redis-server.ts';

interface Check {
  readonly name: string;
  /** Writes to `print` what the check says, and returns its count. */
  readonly run: (print: (text: string) => void, priority: Priority) => Promise<RunReport>;
}

/** `last`: only while no test wants the processor. Tests of deadlines failed beside static checks of the same priority. */
type Priority = 'usual' | 'last';

const bin = (name: string): string => path.join('node_modules', '.bin', name);
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];

interface Execution {
  readonly ok: boolean;
  /** The end of what the command wrote. */
  readonly end: string;
  /** What a run of vitest sent (`support/runner/run-reporter.ts`). */
  readonly report: RunReport | undefined;
}

function execute(
  command: string,
  parameters: readonly string[],
  print: (text: string) => void,
  priority: Priority = 'usual',
): Promise<Execution> {
  return new Promise((resolve) => {
    let end = '';
    let report: RunReport | undefined;
    const say = (text: string): void => {
      end = `${end}${text}`.slice(-4_000);
      print(text);
    };
    const options = { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] } satisfies SpawnOptions;
    const isLast = priority === 'last';
    const child = isLast ? spawn('nice', ['-n', '19', command, ...parameters], options) : spawn(command, parameters, options);
    child.once('message', (message) => (report = message as RunReport));
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', say);
    child.once('error', (error) => {
      say(`${command}: ${error.message}\n`);
      resolve({ ok: false, end, report });
    });
    child.once('close', (code) => resolve({ ok: code === 0, end, report }));
  });
}

/** One failure, explained by the last lines that the command wrote. */
function failed(name: string, end: string): { readonly failed: 1; readonly failures: readonly Failure[] } {
  const lines = stripVTControlCharacters(end).trim().split('\n').slice(-10);
  return { failed: 1, failures: [{ name, message: lines.join('\n') }] };
}

function tool(name: string, command: string, ...parameters: readonly string[]): Check {
  return {
    name,
    run: async (print, priority) => {
      const { ok, end } = await execute(command, parameters, print, priority);
      return ok ? { passed: 1, failed: 0, failures: [] } : { passed: 0, ...failed(name, end) };
    },
  };
}

/** A tool that looks at each file: at those alone that it has not passed as they are. */
function fileTool(name: string, command: string, parameters: readonly string[], { withImports }: { readonly withImports: boolean }): Check {
  return {
    name,
    run: async (print, priority) => {
      const { files, total, passed } = await uncheckedFiles(name, { withImports });
      print(`${files.length} of ${total} files have changed since they passed\n`);
      if (files.length > 0) {
        // Without names the tool looks at everything.
        const { ok, end } = await execute(command, [...parameters, ...(files.length > total / 2 ? [] : files)], print, priority);
        if (!ok) return { passed: 0, ...failed(name, end) };
        await passed();
      }
      return { passed: 1, failed: 0, failures: [] };
    },
  };
}

/** Runs projects of vitest.config.ts. A run that ends without a report, or with an error that is no case's, is one failure. */
function vitest(name: string, ...projects: readonly string[]): Check {
  return {
    name,
    run: async (print) => {
      const parameters = [
        ...projects.map((project) => `--project=${project}`),
        '--reporter=default',
        '--reporter=./tests/support/runner/run-reporter.ts',
      ];
      const { ok, end, report } = await execute(process.execPath, [...VITEST, ...parameters], print);
      if (report === undefined) return { passed: 0, ...failed(name, end) };
      if (ok || report.failed > 0) return report;
      return { ...failed(name, end), ...(report.failures.length > 0 && { failures: report.failures }), passed: report.passed };
    },
  };
}

const GENERATE = tool('generated code', process.execPath, 'server/tooling/generate.ts');

/** Four unless told otherwise, each of which works out for itself what the files share: on two processors two take a fifth less of them. */
const CHECKERS = String(Math.min(4, availableParallelism()));

const BROWSER_TESTS = vitest('browser tests', 'browser');

/** Each step waits for the step before it; the checks of one step run side by side. */
const STEPS: readonly (readonly Check[])[] = [
  [GENERATE],
  // Not beside the tests: it starts a database, which has to be ready in time.
  [tool('build', process.execPath, 'server/tooling/build.ts')],
  [vitest('unit and integration tests', 'unit', 'integration', 'integration-alone')],
  [
    BROWSER_TESTS,
    fileTool('lint', bin('oxlint'), ['--type-aware', '--deny-warnings'], { withImports: true }),
    fileTool('format', bin('biome'), ['check', '--linter-enabled=false', '--no-errors-on-unmatched'], { withImports: false }),
    tool('types', bin('tsc'), '-p', '.', '--checkers', CHECKERS),
    tool('unused code', bin('knip')),
    tool('secrets', process.execPath, 'tests/secrets.ts'),
  ],
];

/** In bytes. A whole run has up to 1.1 GB of files at a time. */
const FILES = 4 * 1024 ** 3;

/**
 * Puts the temporary files of the tests in memory where there is enough of it. A run creates and deletes several hundred thousand of them,
 * most of them tables of databases; on ext4 looking for a free inode among those just deleted took a tenth of the processor's time.
 */
function keepFilesInMemory(): void {
  const memory = '/dev/shm';
  if (process.env['TMPDIR'] !== undefined || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < FILES || freemem() < 2 * FILES) return;
  const folder = mkdtempSync(path.join(memory, 'testes-'));
  // As of every folder for temporary files: Postgres runs as a user of its own.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

const write = (text: string): boolean => process.stdout.write(text);
const seconds = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1_000);

/** Runs a check. One that does not write as it goes has its output held back until it ends. */
async function runOne({ name, run }: Check, priority: Priority, writesAsItGoes: boolean): Promise<RunReport> {
  const startedAt = performance.now();
  let held = '';
  if (writesAsItGoes) write(`\n== ${name}\n`);
  const count = await run((text) => (writesAsItGoes ? void write(text) : void (held += text)), priority);
  if (!writesAsItGoes) write(`\n== ${name}\n${held}`);
  write(`== ${name}: ${count.passed} passed, ${count.failed} failed (${seconds(startedAt)} s)\n`);
  return count;
}

/** Runs the checks side by side. Beside tests the others run two at a time, for the memory that they take. */
async function runStep(checks: readonly Check[]): Promise<readonly RunReport[]> {
  if (!checks.includes(BROWSER_TESTS)) return Promise.all(checks.map((check, index) => runOne(check, 'usual', index === 0)));
  const waiting = checks.filter((check) => check !== BROWSER_TESTS);
  const reports: RunReport[] = [];
  const takeTurns = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) reports.push(await runOne(next, 'last', false));
  };
  const [ofTests] = await Promise.all([runOne(BROWSER_TESTS, 'usual', true), takeTurns(), takeTurns()]);
  return [ofTests, ...reports];
}

async function runChecks(names: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  // One seed for all runs of vitest, so that one variable repeats their order.
  const seed = (process.env['TEST_SEED'] ??= String(randomInt(1_000_000)));
  const reports: RunReport[] = [];
  for (const step of STEPS) {
    const checks = step.filter(({ name }) => names.length === 0 || names.includes(name));
    if (checks.length > 0) reports.push(...(await runStep(checks)));
  }
  if (names.length === 0 && installedNginx() === undefined) {
    write('\nnot run: three replicas behind nginx, which is not installed (for example: apt-get install nginx)\n');
  }
  if (names.length === 0 && installedRedis() === undefined) {
    write('\nnot run: three replicas and their shared cache; Redis is not installed (for example: apt-get install redis-server)\n');
  }
  if (names.length === 0 && !hasXmllint()) {
    write(
      '\nnot run: the check of feeds and sitemaps by their schemas, for which xmllint is not installed (for example: apt-get install libxml2-utils)\n',
    );
  }
  if (names.length === 0 && spawnSync('java', ['-version']).error !== undefined) {
    write(
      '\nnot run: the check of the HTML of all pages, for which Java is not installed (for example: apt-get install default-jre-headless)\n',
    );
  }
  const failures = reports.flatMap((report) => report.failures);
  if (failures.length > 0) write(`\nfailed (TEST_SEED=${seed} repeats the order):\n${failureList(failures)}`);
  const sum = (kind: 'passed' | 'failed'): number => reports.reduce((total, report) => total + report[kind], 0);
  write(`\nall of it: ${seconds(startedAt)} s\ntests: ${sum('passed')} passed, ${sum('failed')} failed\n`);
  return sum('failed') > 0 ? 1 : 0;
}

/** Passes arguments on to vitest, after the generated code that most tests import has been written: another branch has other operations. */
async function runVitest(parameters: readonly string[]): Promise<number> {
  const { failed } = await GENERATE.run(write, 'usual');
  if (failed > 0) return 1;
  const child = spawn(process.execPath, [...VITEST, ...parameters], { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

keepFilesInMemory();
const given = process.argv.slice(2);
const areNames = given.every((name) => STEPS.flat().some((check) => check.name === name));
process.exitCode = await (areNames ? runChecks(given) : runVitest(given));
