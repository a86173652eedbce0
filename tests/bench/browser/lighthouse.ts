/**
 * Scores of Lighthouse with its mobile settings: of four kinds of page as medians, or once of an address of every route. Each page is stored before
 * it is measured. Lighthouse is not among the packages, because it is larger than all of them that the site needs: install it in another folder.
 * Needs `npm run build`.
 *
 *   npm install --prefix /tmp/lighthouse lighthouse@13
 *   node tests/bench/browser/lighthouse.ts --lighthouse /tmp/lighthouse [--rounds 5] [--every-route]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { discoverAddresses } from '../../e2e/addresses.ts';
import { findBrowser } from '../../support/browser.ts';
import { loadedDataDirectory } from '../../support/loaded-site.ts';
import { startSite } from '../../support/site.ts';
import { median } from '../timing.ts';

const { values } = parseArgs({
  options: {
    lighthouse: { type: 'string', default: '/tmp/lighthouse' },
    rounds: { type: 'string', default: '5' },
    'every-route': { type: 'boolean', default: false },
  },
});

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;

interface Audit {
  readonly score: number | null;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly unknown[] };
}

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number; readonly auditRefs: readonly { readonly id: string }[] }>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

const browser = await findBrowser();
const folder = await mkdtemp(path.join(tmpdir(), 'lighthouse-'));

async function lighthouse(address: string): Promise<Report> {
  const script = path.join(path.resolve(values.lighthouse), 'node_modules/lighthouse/cli/index.js');
  // It ends before a pipe has taken a long report.
  const file = path.join(folder, 'report.json');
  const flags = [
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join()}`,
  ];
  const child = spawn(process.execPath, [script, address, ...flags, '--chrome-flags=--headless=new --no-sandbox --disable-gpu'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...browser.environment, CHROME_PATH: browser.path },
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}

const score = (report: Report, category: string): number => Math.round((report.categories[category]?.score ?? Number.NaN) * 100);

/** The element of the largest paint, as Lighthouse names it. */
const largestPaint = (report: Report): string =>
  /"selector":"([^"]+)"/.exec(JSON.stringify(report.audits['lcp-breakdown-insight'] ?? {}))?.[1] ?? '-';

/** What takes points from the three categories that do not depend on the machine. */
function faults(report: Report): readonly string[] {
  const ids = CATEGORIES.slice(1).flatMap((category) => report.categories[category]?.auditRefs ?? []);
  return ids.map(({ id }) => id).filter((id) => (report.audits[id]?.score ?? 1) < 1);
}

async function measure(name: string, address: string, rounds: number): Promise<void> {
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) reports.push(await lighthouse(address));
  const of = (read: (report: Report) => number): number => median(reports.map(read));
  const scores = CATEGORIES.map((category) => String(of((report) => score(report, category))).padStart(3));
  const times = TIMES.map((id) =>
    of((report) => report.audits[id]?.numericValue ?? Number.NaN).toFixed(id.startsWith('cumulative') ? 4 : 0),
  );
  const [first] = reports;
  const rest = first === undefined ? '' : `${largestPaint(first)} ${[...new Set(reports.flatMap(faults))].join(' ')}`;
  process.stdout.write(`${scores.join(' ')} | ${times.map((time) => time.padStart(6)).join(' ')} | ${name} | ${rest}\n`);
}

async function subjects(url: string): Promise<readonly string[]> {
  const addresses = await discoverAddresses(url);
  const found = new Map(addresses.map(({ route, path: address }) => [route.id as string, address]));
  if (values['every-route']) return [...found.values()];
  return ['inicio', 'noticia', 'documentos', 'sic'].flatMap((id) => found.get(id) ?? []);
}

const site = await startSite({ copyOf: await loadedDataDirectory() });
try {
  process.stdout.write(`${CATEGORIES.join(', ')} | ${TIMES.join(', ')} (ms) | page | largest paint, audits with faults\n`);
  for (const name of await subjects(site.url)) {
    // The first answer is streamed, the next ones are stored and compressed at leisure.
    for (let times = 0; times < 3; times += 1) await (await fetch(`${site.url}${name}`)).text();
    await measure(name, `${site.url}${name}`, values['every-route'] ? 1 : Number(values.rounds));
  }
} finally {
  await site.stop();
  await rm(folder, { recursive: true });
}
