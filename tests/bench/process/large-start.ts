/**
 * Starts of the built site on a Postgres server with few and with many documents, and the first answer of some pages after each. Needs
 * `npm run build`, and the warm-up may have stored a page before it is asked for; a million documents take ten minutes to make. On a busy machine trust processor time, which is that of the site's process.
 *
 *   node tests/bench/process/large-start.ts [--sizes 1000,1000000] [--rounds 3]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { postgresForTests } from '../../support/postgres.ts';
import { openForWriting } from '../content/content-database.ts';
import { addDocuments, addNews } from '../content/content-rows.ts';
import { median, timed } from '../timing.ts';
import { start, subjectAt } from './subject.ts';

const ADDRESSES = ['/', '/lai', '/lai/documentos/leis', '/busca?q=contrato'];

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,1000000' }, rounds: { type: 'string', default: '3' } },
});

type Variables = Readonly<Record<string, string>>;

async function add(connectionString: string, documents: number): Promise<void> {
  const database = await openForWriting(connectionString);
  await addNews(database, Math.round(documents / 10));
  await addDocuments(database, documents);
  await database.close();
}

async function firstAnswerMs(address: string): Promise<number> {
  return timed(async () => {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    await response.text();
    if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
  });
}

/** Prints medians of some starts: seconds until ready, of processor time, and milliseconds of each page's first answer. */
async function measure(name: string, variables: Variables): Promise<void> {
  const subject = await subjectAt('this checkout', process.cwd());
  const figures: number[][] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const running = await start(subject, variables);
    const answers: number[] = [];
    for (const address of ADDRESSES) answers.push(await firstAnswerMs(running.url + address));
    figures.push([running.readyMs / 1000, running.readyCpuMs / 1000, ...answers]);
    await running.stop();
  }
  const medians = (figures[0] ?? []).map((_, index) =>
    median(figures.map((of) => of[index] ?? Number.NaN))
      .toFixed(2)
      .padStart(12),
  );
  process.stdout.write(`${name.padEnd(12)}${medians.join('')}\n`);
}

const directory = await mkdtemp(path.join(tmpdir(), 'medida-'));
const server = await postgresForTests();
const variables = { DATA_DIR: directory, DEMO_CONTENT: 'off', DATABASE_URL: server.connectionString };
try {
  process.stdout.write(
    `${'documents'.padEnd(12)}${['start, s', 'CPU, s', ...ADDRESSES.map((address) => `${address.slice(-8)}, ms`)].map((head) => head.padStart(12)).join('')}\n`,
  );
  await measure('0', variables);
  let made = 0;
  for (const size of values.sizes.split(',').map(Number)) {
    await add(server.connectionString, size - made);
    made = size;
    await measure(String(size), variables);
  }
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
