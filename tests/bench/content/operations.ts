/**
 * Times every content operation of the site's routes on the embedded backend with the demonstration in it, warm, one at a time:
 *
 *   node tests/bench/content/operations.ts [--rounds 60] [--only Name] [--session <sql>] [--against <checkout> ...]
 *
 * `public` is what a visitor's page waits for, `admin` the same operation without permission filters, and `× select 1` the ratio to the
 * smallest statement in the same run. With `--against` another checkout is measured in turns with this one, each on a database of its
 * own. `--session` tries a setting on this checkout's connection. Times are milliseconds from the call to the JSON text.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median, percentile, timed } from '../timing.ts';
import { sampleCalls } from './sample-calls.ts';
import { openSubject, type Subject } from './subject.ts';

// A named statement gets its final plan after five runs of its own.
const WARM_UP_ROUNDS = 8;

interface Line {
  readonly label: string;
  readonly open: () => Promise<void>;
  readonly restricted: () => Promise<void>;
}

interface Times {
  readonly open: number[];
  readonly restricted: number[];
}

interface Measured {
  readonly label: string;
  readonly times: readonly Times[];
}

function format(value: number): string {
  return value.toFixed(2).padStart(7);
}

function describe({ label, times }: Measured, baseline: number): string {
  const [first] = times;
  const cells = times.map(({ open, restricted }, index) => {
    const p50 = median(restricted);
    const ratio = index === 0 || first === undefined ? '' : ` (${(p50 / median(first.restricted)).toFixed(2)} of the first)`;
    return `${format(p50)} ${format(percentile(restricted, 0.95))} ${format(median(open))} ${format(p50 / baseline)}${ratio}`;
  });
  return `${label.padEnd(44)} ${cells.join('  | ')}`;
}

async function measure(lines: readonly Line[], rounds: number): Promise<Measured> {
  const times = lines.map((): Times => ({ open: [], restricted: [] }));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const [index, line] of lines.entries()) {
      const restricted = await timed(line.restricted);
      const open = await timed(line.open);
      if (round < 0) continue;
      times[index]?.restricted.push(restricted);
      times[index]?.open.push(open);
    }
  }
  return { label: lines[0]?.label ?? '', times };
}

async function report(subjects: readonly Subject[], options: { readonly rounds: number; readonly only: string }): Promise<void> {
  const floor = await measure(
    subjects.map(({ selectOne }) => ({ label: 'select 1', open: selectOne, restricted: selectOne })),
    options.rounds,
  );
  const baseline = median(floor.times[0]?.restricted ?? []);
  process.stdout.write(`${'milliseconds'.padEnd(44)} ${subjects.map(() => ' public     p95   admin × select 1').join('  | ')}\n`);
  process.stdout.write(`${describe(floor, baseline)}\n`);
  const [main] = subjects;
  if (main === undefined) return;
  const totals = new Map<string, number[]>();
  for (const { address, call } of await sampleCalls(main.database)) {
    if (!call.operation.includes(options.only)) continue;
    const lines = subjects.map(({ run }) => ({
      label: `${call.operation} ${address}`,
      open: () => run(call, 'admin'),
      restricted: () => run(call, 'public'),
    }));
    const measured = await measure(lines, options.rounds);
    process.stdout.write(`${describe(measured, baseline)}\n`);
    const sums = totals.get(address) ?? subjects.map(() => 0);
    totals.set(
      address,
      sums.map((sum, index) => sum + median(measured.times[index]?.restricted ?? [])),
    );
  }
  process.stdout.write('\nall operations of a page, sum of the medians\n');
  for (const [address, sums] of totals) process.stdout.write(`${address.padEnd(44)} ${sums.map(format).join('  | ')}\n`);
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    session: { type: 'string', default: '' },
    against: { type: 'string', multiple: true, default: [] },
  },
});
const own = path.resolve(import.meta.dirname, '../../..');
const subjects: Subject[] = [];
try {
  for (const root of [own, ...values.against.map((other) => path.resolve(other))]) subjects.push(await openSubject(root));
  if (values.session !== '') await subjects[0]?.database.script(values.session);
  await report(subjects, { rounds: Number(values.rounds), only: values.only });
} finally {
  for (const subject of subjects) await subject.close();
}
