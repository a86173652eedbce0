/**
 * Runs the benchmarks one after the other and prints their tables. About two and a half hours; the machine should have nothing else to do.
 *
 *   npm run bench [-- --before <another built checkout>] [--only hit,miss]
 *
 * `--before` goes to those that compare two builds. `replicas.ts` is not among them: it needs nginx and stops a database for a minute.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { before: { type: 'string', default: '' }, only: { type: 'string', default: '' } } });
const before = values.before === '' ? [] : ['--before', values.before];

const BENCHMARKS: readonly (readonly [file: string, ...options: readonly string[]])[] = [
  ['hit.ts'],
  ['hit-in-memory.ts'],
  ['direct-paths.ts', '100000'],
  ['encodings.ts'],
  ['edge-memory.ts'],
  ['stampede.ts'],
  ['pages/miss.ts'],
  ['pages/first-byte.ts'],
  ['content/content-size.ts'],
  ['content/page-costs.ts'],
  ['content/operations.ts'],
  ['content/mutations.ts'],
  ['content/publication.ts'],
  ['content/write-triggers.ts'],
  ['content/administration.ts'],
  ['images.ts'],
  ['image-hits.ts'],
  ['files.ts'],
  ['uploads.ts'],
  ['sanitizer.ts'],
  ['doors/doors.ts', ...before],
  ['doors/overload.ts'],
  ['doors/subscriptions.ts'],
  ['process/process.ts', ...before],
  ['process/large-start.ts'],
  ['process/scale.ts'],
  ['process/soak.ts'],
  ['browser/page-load.ts', ...before],
];

const wanted = values.only === '' ? null : values.only.split(',');
const chosen = BENCHMARKS.filter(([file]) => wanted === null || wanted.includes(path.basename(file, '.ts')));
let failures = 0;
for (const [file, ...options] of chosen) {
  process.stdout.write(`\n== ${[file, ...options].join(' ')}\n`);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file), ...options], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) failures += 1;
}
process.exitCode = failures;
