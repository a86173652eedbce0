/**
 * `npm test`: every check of the project, in order of cost: generated code, lint, format, types, unused code, unit and integration
 * tests, the build, browser tests. All of them run even when one fails; the last line counts over all runners, a check being one.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Count {
  readonly passed: number;
  readonly failed: number;
}

interface Check {
  readonly name: string;
  readonly run: () => Promise<Count>;
}

const bin = (name: string): string => path.join('node_modules', '.bin', name);

function execute(command: string, parameters: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(false);
    });
    child.once('exit', (code) => resolve(code === 0));
  });
}

function tool(name: string, command: string, ...parameters: readonly string[]): Check {
  return {
    name,
    run: async () => ((await execute(command, parameters)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  };
}

/** Runs vitest and reads its own count; a runner that dies before it counted is one failure. */
function vitest(name: string, config: string): Check {
  return {
    name,
    run: async () => {
      const directory = await mkdtemp(path.join(tmpdir(), 'testes-'));
      const report = path.join(directory, 'report.json');
      const parameters = ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const ok = await execute(process.execPath, ['node_modules/vitest/vitest.mjs', ...parameters]);
      try {
        const counted: unknown = JSON.parse(await readFile(report, 'utf8'));
        const { numPassedTests: passed, numFailedTests: failed, numTotalTests: total } = counted as Record<string, number>;
        const count = { passed: passed ?? 0, failed: Math.max(failed ?? 0, (total ?? 0) - (passed ?? 0)) };
        return ok || count.failed > 0 ? count : { ...count, failed: 1 };
      } catch {
        // No report: the runner did not get as far as counting.
        return { passed: 0, failed: 1 };
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

const CHECKS: readonly Check[] = [
  tool('generated code', process.execPath, 'server/tooling/generate.ts'),
  tool('lint', bin('oxlint'), '--type-aware', '--deny-warnings'),
  tool('format', bin('biome'), 'check', '--linter-enabled=false'),
  tool('types', bin('tsc'), '-p', '.'),
  tool('unused code', bin('knip')),
  vitest('unit and integration tests', 'vitest.config.ts'),
  tool('build', process.execPath, 'server/tooling/build.ts'),
  vitest('browser tests', 'vitest.e2e.config.ts'),
];

let passed = 0;
let failed = 0;
const failures: string[] = [];
const wanted = process.argv.slice(2);
for (const check of CHECKS) {
  if (wanted.length > 0 && !wanted.includes(check.name)) continue;
  const startedAt = performance.now();
  process.stdout.write(`\n== ${check.name}\n`);
  const count = await check.run();
  passed += count.passed;
  failed += count.failed;
  if (count.failed > 0) failures.push(check.name);
  process.stdout.write(
    `== ${check.name}: ${count.passed} passed, ${count.failed} failed (${Math.round((performance.now() - startedAt) / 1000)} s)\n`,
  );
}
if (failures.length > 0) process.stdout.write(`\nfailed: ${failures.join(', ')}\n`);
process.stdout.write(`\ntests: ${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
