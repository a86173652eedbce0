/**
 * Shows whether the cost of a page grows with the content: every operation that a page waits for, at several numbers of documents.
 *
 *   node tests/bench/content/content-size.ts [--sizes 1000,10000,100000] [--rounds 15] [--binaries <folder of initdb>] [--only /lai]
 *
 * Rows are made by SQL with some thousand words of natural frequency, on a Postgres server of its own. Prints milliseconds (median) of all
 * operations of a page, one after the other as a visitor without a token, and the ratio of the largest content to the smallest.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { routeCalls } from '../../../client/routing/page.ts';
import type { Caller } from '../../../server/backend/backend.ts';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { type OperationCall, operation } from '../../../shared/routes/types.ts';
import { postgresFrom } from '../../support/postgres.ts';
import { serverBinaries } from '../../support/postgres-server.ts';
import { median, timed } from '../timing.ts';
import { addDocuments, addNews, MAKING_MS } from './content-rows.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BOOTSTRAP = path.join(ROOT, 'server/project/bootstrap');

/** A named statement gets its final plan after five runs of its own. */
const WARM_UP_ROUNDS = 8;

const ADDRESSES = [
  '/',
  '/lai',
  '/lai/documentos/leis',
  '/lai/documentos/leis?pagina=20',
  '/lai/documentos/leis?ordem=numero',
  '/lai/documentos/leis?ano=2020',
  '/lai/documentos/leis?q=contrato',
  '/lai/documentos/leis/1',
  '/informacoes/noticias',
  '/informacoes/noticias?q=contrato',
  '/busca?q=contrato',
  '/busca?q=contrato+servidor',
  '/busca?q=de',
  '/busca?q=zzzz',
];

/** Sees what a visitor sees and waits longer. */
const PATIENT_VISITOR: Caller = { role: 'public', trust: 'service', session: {} };

interface Page {
  readonly address: string;
  readonly calls: readonly OperationCall[];
}

function pagesOf(only: string): readonly Page[] {
  const pages = ADDRESSES.filter((address) => address.startsWith(only)).map((address) => {
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

async function timeOf(engine: GraphqlEngine, { calls }: Page, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const time = await timed(async () => {
      for (const call of calls) await ask(engine, call);
    });
    if (round >= 0) times.push(time);
  }
  return median(times);
}

async function openEngine(database: Database): Promise<GraphqlEngine> {
  const project = await openProject(path.join(ROOT, 'server/project'));
  await migrate(database, await readMigrations(project, BOOTSTRAP));
  return createGraphqlEngine({ database, metadata: await readMetadata(project.metadata) });
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    rounds: { type: 'string', default: '15' },
    binaries: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const pages = pagesOf(values.only);
const server = await postgresFrom(values.binaries ?? (await serverBinaries()));
const database = await openPostgresDatabase({ connectionString: server.connectionString, statementTimeoutMs: MAKING_MS });
try {
  const engine = await openEngine(database);
  await addNews(database, 2_000);
  const { rows } = await database.query('show server_version');
  process.stdout.write(`Postgres ${Object.values(rows[0] ?? {}).join()}, milliseconds of all operations of a page, median\n`);
  const times = new Map(pages.map(({ address }): [string, number[]] => [address, []]));
  let made = 0;
  for (const size of sizes) {
    await addDocuments(database, size - made);
    made = size;
    for (const page of pages) times.get(page.address)?.push(await timeOf(engine, page, Number(values.rounds)));
  }
  process.stdout.write(`${'documents'.padEnd(40)}${sizes.map((size) => String(size).padStart(10)).join('')}     ratio\n`);
  for (const [address, found] of times) {
    const ratio = (found.at(-1) ?? Number.NaN) / (found[0] ?? Number.NaN);
    process.stdout.write(
      `${address.padEnd(40)}${found.map((time) => time.toFixed(1).padStart(10)).join('')}${ratio.toFixed(1).padStart(10)}\n`,
    );
  }
} finally {
  await database.close();
  await server.stop();
}
