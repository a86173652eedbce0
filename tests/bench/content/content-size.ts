/**
 * Shows whether the cost of a page grows with the content: every operation that a page waits for, at several numbers of documents.
 *
 *   node tests/bench/content/content-size.ts [--sizes 1000,10000,100000] [--rounds 40] [--only /lai] [--on pglite,<folder of initdb>,...]
 *   node tests/bench/content/content-size.ts --on postgresql://... --sizes ''
 *
 * Without `--on`: the server that is installed, the newest, and PGlite, which gets no more than 10,000 documents.
 *
 * Each size has a database of its own, and they are asked by turns. Rows are made by SQL with some thousand words of natural frequency; there
 * are as many documents as a size says and a tenth of it of news and of notices. Without sizes a database is measured as it is. Prints milliseconds of all operations of a page, one after the other as a visitor
 * without a token: median, 95th percentile, processor time of this process and the database's together; and the ratio of the largest content
 * to the smallest. On a busy machine the processor time tells more than the others.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { routeCalls } from '../../../client/routing/page.ts';
import type { Caller } from '../../../server/backend/backend.ts';
import { vacuumWorn } from '../../../server/backend/embedded/database/maintenance.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { type OperationCall, operation } from '../../../shared/routes/types.ts';
import { packagedFolders, serverBinaries } from '../../support/postgres-server.ts';
import { median, percentile, timed } from '../timing.ts';
import { type MeasuredDatabase, openMeasured } from './content-database.ts';
import { addDocuments, addNews } from './content-rows.ts';
import { PAGES } from './page-addresses.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BOOTSTRAP = path.join(ROOT, 'server/project/bootstrap');

/** A named statement gets its final plan after five runs of its own. */
const WARM_UP_ROUNDS = 8;

const MOST_ON_PGLITE = 10_000;

/** Sees what a visitor sees and waits longer. */
const PATIENT_VISITOR: Caller = { role: 'public', trust: 'service', session: {} };

interface Page {
  readonly address: string;
  readonly calls: readonly OperationCall[];
}

interface Subject extends Pick<MeasuredDatabase, 'cpuMs' | 'close'> {
  readonly engine: GraphqlEngine;
  /** Name and version of the database. */
  readonly name: string;
}

interface Cost {
  readonly p50: number;
  readonly p95: number;
  readonly cpu: number;
}

function pagesOf(only: string): readonly Page[] {
  const pages = PAGES.filter((address) => address.startsWith(only)).map((address) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const match = matchRoute(ROUTES, pathname, searchParams);
    if (match.kind !== 'route') throw new Error(`no route answers ${address}`);
    return { address, calls: routeCalls(match.route, match.input) };
  });
  return [{ address: 'state of every page', calls: [operation('EstadoDoSite', {})] }, ...pages];
}

async function ask(engine: GraphqlEngine, { operation: name, variables }: OperationCall): Promise<void> {
  const request = { query: QUERY_TEXTS[name], operationName: name, variables: { ...variables } };
  const answer = await engine.execute(request, { caller: PATIENT_VISITOR });
  if (answer.kind === 'errors') throw new Error(`${name}: ${answer.errors[0]?.message}`);
}

/** Rounds that one database has to itself before the next one has its turn. */
const ROUNDS_OF_A_TURN = 5;

/** What a page costs on each subject. They take turns, so that the speed of the machine, which changes, is the same for all. */
async function costsOf(subjects: readonly Subject[], { calls }: Page, rounds: number): Promise<readonly Cost[]> {
  const runs = subjects.map((subject) => ({ subject, times: [] as number[], cpu: 0 }));
  const round = ({ engine }: Subject): Promise<number> =>
    timed(async () => {
      for (const call of calls) await ask(engine, call);
    });
  for (const { subject } of runs) for (let warm = 0; warm < WARM_UP_ROUNDS; warm += 1) await round(subject);
  for (let done = 0; done < rounds; done += ROUNDS_OF_A_TURN) {
    for (const run of runs) {
      const before = await run.subject.cpuMs();
      for (let turn = 0; turn < ROUNDS_OF_A_TURN; turn += 1) run.times.push(await round(run.subject));
      run.cpu += (await run.subject.cpuMs()) - before;
    }
  }
  return runs.map(({ times, cpu }) => ({ p50: median(times), p95: percentile(times, 0.95), cpu: cpu / times.length }));
}

async function openEngine(database: Database): Promise<GraphqlEngine> {
  const project = await openProject(path.join(ROOT, 'server/project'));
  await migrate(database, await readMigrations(project, BOOTSTRAP));
  return createGraphqlEngine({ database, metadata: await readMetadata(project.metadata) });
}

const cells = (values: readonly number[]): string => values.map((value) => value.toFixed(1).padStart(8)).join('');

function print(sizes: readonly number[], costs: ReadonlyMap<string, readonly Cost[]>): void {
  const heads = sizes.length === 0 ? ['as it is'] : sizes.map(String);
  process.stdout.write(`${'documents'.padEnd(42)}${heads.map((head) => head.padStart(26)).join('')}        ratio\n`);
  process.stdout.write(`${''.padEnd(42)}${heads.map(() => '       p50     p95     cpu').join('')}     p50     cpu\n`);
  for (const [address, found] of costs) {
    const [first, last] = [found[0], found.at(-1)];
    const ratios = first === undefined || last === undefined ? [] : [last.p50 / first.p50, last.cpu / first.cpu];
    process.stdout.write(
      `${address.padEnd(42)}${found.map(({ p50, p95, cpu }) => `  ${cells([p50, p95, cpu])}`).join('')}${cells(ratios)}\n`,
    );
  }
}

/** A database with as many documents, or as it is. */
async function openSubject(given: string, size: number | undefined): Promise<Subject> {
  const measured = await openMeasured(given);
  const { database, writing } = measured;
  const engine = await openEngine(database);
  if (size !== undefined) {
    await addNews(writing, Math.round(size / 10));
    await addDocuments(writing, size);
    // A server does it by itself within a minute, and the site for PGlite within five.
    await vacuumWorn(database);
  }
  const { rows } = await database.query('select version()');
  return {
    engine,
    name: `${String(rows[0]?.['version']).split(',')[0]}, ${database.kind}`,
    cpuMs: () => measured.cpuMs(),
    close: () => measured.close(),
  };
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    rounds: { type: 'string', default: '40' },
    on: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const sizes = values.sizes === '' ? [] : values.sizes.split(',').map(Number);
const pages = pagesOf(values.only);
const all = [...new Set([await serverBinaries(), ...(await packagedFolders()), 'pglite'])];
for (const given of values.on?.split(',') ?? all) {
  const own = given === 'pglite' && values.on === undefined ? sizes.filter((size) => size <= MOST_ON_PGLITE) : sizes;
  const subjects: Subject[] = [];
  try {
    for (const size of own.length === 0 ? [undefined] : own) subjects.push(await openSubject(given, size));
    process.stdout.write(`\n${subjects[0]?.name}\n`);
    const costs = new Map<string, readonly Cost[]>();
    for (const page of pages) costs.set(page.address, await costsOf(subjects, page, Number(values.rounds)));
    print(own, costs);
  } finally {
    for (const subject of subjects) await subject.close();
  }
}
