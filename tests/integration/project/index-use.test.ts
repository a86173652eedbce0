/**
 * No page reads a table that grows from end to end: with many rows on a real server, Postgres counts no sequential scan of one, and few rows
 * that are found through indexes.
 */
import path from 'node:path';
import type { GetListParams } from 'react-admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDueCases } from '../../../client/admin/cases/due-cases.ts';
import { type InboxPage, readInbox } from '../../../client/admin/cases/inbox.ts';
import type { ContentType } from '../../../client/admin/resources/content-type.ts';
import { contentTypeOf } from '../../../client/admin/resources/content-types.ts';
import { readReport } from '../../../client/admin/screens/dashboard/report.ts';
import { routeCalls } from '../../../client/routing/page.ts';
import { ADMIN_CALLER, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { NEXT_MOMENTS_QUERY } from '../../../server/backend/publication/next-moments.ts';
import { readInboxFilter } from '../../../shared/cases/inbox-filter.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { type OperationCall, operation } from '../../../shared/routes/types.ts';
import { graphqlClient } from '../../support/graphql-fixture/graphql-client.ts';
import { postgresFrom, type TestPostgres } from '../../support/postgres.ts';
import { packagedFolders, serverBinaries } from '../../support/postgres-server.ts';
import { type Desk, deskOf } from '../admin/own-engine.ts';
import { GROWING, insertManyRows } from './many-rows.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../server/project');

const SCANS = `
select schemaname || '.' || relname as table, seq_scan::integer, idx_tup_fetch::integer from pg_stat_user_tables
 where schemaname || '.' || relname = any($1) order by 1`;

interface Scans {
  readonly table: string;
  readonly count: number;
  /** Rows that were fetched through an index. */
  readonly fetched: number;
}

/** A search reads the newest 1,001 rows with its words twice, page 200 of a list passes over 4,000, and no page needs most of the rows. */
const MOST_ROWS = 8_000;

function callsOf(address: string): readonly OperationCall[] {
  const { pathname, searchParams } = new URL(address, 'http://site');
  const match = matchRoute(ROUTES, pathname, searchParams);
  if (match.kind !== 'route') throw new Error(`no route answers ${address}`);
  return routeCalls(match.route, match.input);
}

/**
 * How often each named statement of the connection was planned. Postgres chooses the plan that stays at the sixth run of one: the first five
 * are planned for their values.
 */
const PLANS = 'select name, (generic_plans + custom_plans)::integer as runs from pg_prepared_statements';
const RUNS_UNTIL_FINAL = 6;

/** The oldest supported version where it is installed, and the newest. */
async function versions(): Promise<readonly string[]> {
  return [...new Set([await serverBinaries(), ...(await packagedFolders())])];
}

const SERVERS = await versions();

describe.each(SERVERS)('with the server of %s', (binaries) => {
  let postgres: TestPostgres;
  let database: Database;
  let engine: GraphqlEngine;

  beforeAll(async () => {
    postgres = await postgresFrom(binaries);
    // One connection, whose statistics are flushed before they are read.
    database = await openPostgresDatabase({ connectionString: postgres.connectionString, connections: 1, statementTimeoutMs: 300_000 });
    const project = await openProject(PROJECT);
    await migrate(database, await readMigrations(project, path.join(PROJECT, 'bootstrap')));
    await insertManyRows(database);
    engine = await createGraphqlEngine({ database, metadata: await readMetadata(project.metadata) });
  }, 300_000);
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  async function scans(): Promise<readonly Scans[]> {
    await database.query('select pg_stat_force_next_flush()');
    const { rows } = await database.query(SCANS, [GROWING]);
    return rows.map((row) => ({ table: String(row['table']), count: Number(row['seq_scan']), fetched: Number(row['idx_tup_fetch']) }));
  }

  async function plans(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await database.query(PLANS);
    return new Map(rows.map((row) => [String(row['name']), Number(row['runs'])]));
  }

  /**
   * Runs until all statements of the run have their final plan, which statements of cases before have at once. Returns the tables that a run
   * read from end to end, and those of which it found more rows through indexes than `most`.
   */
  async function scannedBy(run: () => Promise<void>, most = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
    for (let [before, planned] = [await scans(), await plans()]; ; ) {
      await run();
      const after = await scans();
      const faults = after.flatMap(({ table, count, fetched }, index) => {
        const rows = fetched - (before[index]?.fetched ?? 0);
        if (count !== before[index]?.count) return [table];
        return rows > most ? [`${table}: ${rows} rows`] : [];
      });
      const now = await plans();
      const ran = [...now].filter(([name, runs]) => runs !== planned.get(name));
      if (faults.length > 0 || ran.every(([, runs]) => runs >= RUNS_UNTIL_FINAL)) return faults;
      [before, planned] = [after, now];
    }
  }

  async function ask({ operation: name, variables }: OperationCall): Promise<void> {
    const request = { query: QUERY_TEXTS[name], operationName: name, variables: { ...variables } };
    const answer = await engine.execute(request, { caller: PUBLIC_CALLER });
    if (answer.kind === 'errors') throw new Error(`${name}: ${answer.errors[0]?.message}`);
  }

  describe('a page over 20,000 rows reads no growing table from end to end', () => {
    const plain = ROUTES.filter(({ params }) => Object.keys(params).length === 0).map((route) => route.path);
    const lists = [
      '',
      '?pagina=3',
      '?pagina=200',
      '?ordem=antigos',
      '?ordem=titulo',
      '?ano=2020',
      '?ano=2020&ano=2010',
      '?q=abcd',
      '?q=ato',
    ];
    const searches = [
      '/busca?q=abcd',
      '/busca?q=ementa',
      '/busca?q=ementa&pagina=40',
      '/busca?q=ato+ementa',
      '/busca?q=emen',
      '/busca?q=ementta',
      '/busca?q=ementarrio',
      '/busca?q=%22ato+ementa%22',
      '/busca?q=ato+-ementa&ano=2010',
    ];
    const months = ['?mes=3', '?mes=3&pagina=20', '?mes=3&ano=2010&ano=2020', '?q=ato&mes=3'];
    const ofDocuments = [
      ...lists,
      ...months,
      '?ordem=numero',
      '?situacao=vigente',
      '?situacao=revogada&ordem=titulo',
      '?tipo=edital&ordem=titulo&pagina=150',
      '?tipo=resultado',
      '?tipo=pregao',
      '?orgao=comite_investimento&situacao=vigente&mes=5',
      '?q=ato&tipo=resultado',
    ];
    test.each([
      ...plain,
      ...searches,
      ...ofDocuments.map((query) => `/lai/documentos/leis${query}`),
      ...[...lists, ...months].flatMap((query) => [`/informacoes/noticias${query}`, `/informacoes/comunicados${query}`]),
      '/informacoes/comunicados?tipo=prazo',
      '/informacoes/noticia/3',
      '/lai/documentos/leis/3',
    ])('%s', async (address) => {
      const run = async (): Promise<void> => {
        for (const call of callsOf(address)) await ask(call);
      };
      expect(await scannedBy(run, MOST_ROWS)).toEqual([]);
    });
  });

  // Some two thousand acts of the list have this type, the oldest ones. A month has more than a thousand news.
  test.each([
    ...['?tipo=homologacao', '?mes=3', '?orgao=comite_investimento', '?mes=3&pagina=5'].map((query) => `/lai/documentos/leis${query}`),
    '/informacoes/noticias?mes=3&pagina=5',
    '/informacoes/comunicados?mes=3&pagina=5',
  ])('a list with one filter finds few rows more than it shows: %s', async (address) => {
    const run = async (): Promise<void> => {
      for (const call of callsOf(address)) await ask(call);
    };
    expect(await scannedBy(run, 1_000)).toEqual([]);
  });

  // Where it does not, it sorts all acts of a month to show the first, however many there are.
  test('the planner knows about how many acts a month has', async () => {
    const month = 'extract(month from coalesce(competencia_fim, competencia_inicio, data_ato, publicado_em))::integer';
    const acts = `from documento where publicado and ${month} = 3`;
    const { rows: plan } = await database.query(`explain select id ${acts}`);
    const { rows: known } = await database.query(`select count(*)::integer as count ${acts}`);
    const guessed = /rows=(\d+)/.exec(String(plan[0]?.['QUERY PLAN']))?.[1];
    const share = Number(guessed) / Number(known[0]?.['count']);
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(2);
  });

  test('a list with a word of two acts in five looks at few more of them than it counts, and again at those', async () => {
    const run = async (): Promise<void> => {
      for (const call of callsOf('/lai/documentos/portarias?q=contrato')) await ask(call);
    };
    expect(await scannedBy(run, 2_500)).toEqual([]);
  });

  test('a search for a word of every row looks at the rows of one month where that has enough', async () => {
    // Two months of five thousand, the newest of all.
    await database.query(`
      insert into indice.item (tabela, chave, tipo, categoria, ano, data, fator, titulo, destino, comprimento, principal, termos)
      select 'noticia', 'mes-' || n, 'noticia', '', 2035, d, 1, 'Mutirão', '', 1, 'mutira:1A', ('mutira:1A #2035 #2035-' || extract(month from d))::tsvector
        from (select n, date '2035-02-01' + n % 2 * 28 as d from generate_series(1, 10000) n) r`);
    await database.query(`insert into contagem.publicados values ('noticia', '', 2035, '', 10000)`);
    try {
      const run = async (): Promise<void> => {
        for (const call of callsOf('/busca?q=mutir%C3%A3o')) await ask(call);
      };
      // One month, the 1,001 that are ranked, and the 2,000 that tell where the month ends.
      expect(await scannedBy(run, 8_100)).toEqual([]);
    } finally {
      await database.query(`delete from indice.item where chave like 'mes-%'`);
      await database.query(`delete from contagem.publicados where ano = 2035`);
    }
  });

  test('the file of the payments finds few rows more than those of a batch, however many are before it', async () => {
    const { rows } = await database.query(
      'select id::integer, pago_em::text from pagamento order by pago_em desc, id desc offset 3000 limit 1',
    );
    const batch = operation('DadosDosPagamentos', { ate: String(rows[0]?.['pago_em']), antes: Number(rows[0]?.['id']), limit: 100 });
    expect(await scannedBy(() => ask(batch), 1_000)).toEqual([]);
  });

  test('the file of a list of documents finds few rows more than those of a batch, however many are before it', async () => {
    const { rows } = await database.query(
      `select id::integer, data_ato::text, publicado_em::text from documento where categoria_slug = 'leis' and publicado
        order by data_ato desc nulls last, publicado_em desc, id desc offset 5000 limit 1`,
    );
    const after = { ato: String(rows[0]?.['data_ato']), publicacao: String(rows[0]?.['publicado_em']), antes: Number(rows[0]?.['id']) };
    const batch = operation('DadosDeUmaLista', { slug: 'leis', ...after, limit: 100 });
    expect(await scannedBy(() => ask(batch), 1_000)).toEqual([]);
  });

  test.each([{}, { de: '2010-01-01', ate: '2011-01-01' }])(
    'the file of the numbers finds few rows more than those of a batch, however many are before it: %o',
    async (days) => {
      const { rows } = await database.query(
        'select id::integer, data_base::text, indicador_codigo from numero_documento order by indicador_codigo, data_base desc, id desc offset 6000 limit 1',
      );
      const after = {
        indicador: String(rows[0]?.['indicador_codigo']),
        dia: String(rows[0]?.['data_base']),
        antes: Number(rows[0]?.['id']),
      };
      const batch = operation('DadosDosNumeros', { ...days, ...after, limit: 100 });
      expect(await scannedBy(() => ask(batch), 1_000)).toEqual([]);
    },
  );

  test('the state of every page reads no growing table from end to end', async () => {
    expect(await scannedBy(() => ask(operation('EstadoDoSite', {})), MOST_ROWS)).toEqual([]);
  });

  test('the look for the next publication reads no growing table from end to end', async () => {
    const request = { query: NEXT_MOMENTS_QUERY, variables: { agora: '2026-01-01T00:00:00Z', hoje: '2026-01-01' } };
    const run = async (): Promise<void> => {
      const answer = await engine.execute(request, { caller: ADMIN_CALLER });
      if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message);
    };
    expect(await scannedBy(run)).toEqual([]);
  });

  // The functions plan their own statements: for their values five times, then for good.
  test.each([
    'public.distribuir_novidades(50)',
    'public.reservar_novidades(10, 60)',
    'public.esquecer_novidades(100)',
    'casos.que_esperam(public.hoje())',
  ])('what is told by e-mail is found without a growing table read from end to end: %s', async (call) => {
    const run = async (): Promise<void> => {
      for (let time = 0; time < RUNS_UNTIL_FINAL; time += 1) await database.query(`select * from ${call}`);
    };
    expect(await scannedBy(run, RUNS_UNTIL_FINAL * MOST_ROWS)).toEqual([]);
  });

  describe('the staff of citizens reads no growing table from end to end', () => {
    let desk: Desk;
    beforeAll(async () => {
      const person = { role: 'ouvidor', session: { 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000a' } };
      desk = await deskOf(() => ({ ask: graphqlClient(() => engine) }), person);
    });

    test.each(
      [
        '',
        'prazo=atrasados',
        'prazo=a-vencer',
        'prazo=area-atrasada',
        'fase=encerrados',
        'fase=todos&ordem=antigos',
        'canal=sic',
        'fase=todos&canal=sic',
        'fase=todos&situacao=ouvidoria:concluida',
        'fase=todos&tipo=denuncia',
        'fase=todos&assunto=3',
        'fase=todos&area=7&ordem=antigos',
        'fase=todos&canal=ouvidoria&tipo=denuncia&assunto=14',
        'fase=todos&protocolo=OUV-2010-0012',
        'fase=todos&protocolo=777',
        'fase=todos&palavras=contracheque',
        'palavras=contracheque+atrasado',
        'fase=todos&palavras=ti',
      ].flatMap((query) => [1, 3].map((page) => [query, page] as const)),
    )('the list of %j on page %i reads no growing table from end to end', async (query, page) => {
      const filter = readInboxFilter(new URLSearchParams(query));
      const read = (): Promise<InboxPage> => readInbox(desk.run, filter, page, '2012-06-15');
      expect(await scannedBy(async () => void (await read()))).toEqual([]);
    });

    test('a request that asks two root fields for one view reads no growing table from end to end', async () => {
      const one = (key: string): string => `${key}: caso(where: {id: {_eq: $${key}}}) { id }`;
      const query = `query Dois($a: uuid!, $b: uuid!) { ${one('a')} ${one('b')} }`;
      const variables = { a: '00000000-0000-4000-8000-00000000000a', b: '00000000-0000-4000-8000-00000000000b' };
      expect(await scannedBy(async () => void (await desk.run(query, variables)))).toEqual([]);
    });

    test('the first screen reads no growing table from end to end', async () => {
      expect(await scannedBy(async () => void (await readDueCases(desk.run, '2012-06-15')))).toEqual([]);
    });
  });

  // Newer servers find more plans, not fewer: for the staff the oldest one is enough.
  if (binaries !== SERVERS[0]) return;

  describe('the administration reads no growing table from end to end', () => {
    let desk: Desk;
    beforeAll(async () => {
      const person = { role: 'administrador', session: { 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000a' } };
      desk = await deskOf(() => ({ ask: graphqlClient(() => engine) }), person);
    });

    const lists = ['documento', 'noticia', 'comunicado', 'arquivo'].map(contentTypeOf);

    async function scannedByList(type: ContentType, query: Partial<GetListParams>, most?: number): Promise<readonly string[]> {
      const usual = { field: type.order.column, order: type.order.direction };
      const params = { pagination: { page: 1, perPage: 25 }, sort: usual, filter: {}, ...query };
      return scannedBy(async () => void (await desk.provider.getList(type.table, params)), most);
    }

    test.each(
      lists.flatMap((type) =>
        [type.title, type.order.column, ...type.columns].flatMap((field) =>
          (['ASC', 'DESC'] as const).map((order) => [type.table, field, order, type] as const),
        ),
      ),
    )('the list of %s by %s %s reads no growing table from end to end', async (_table, field, order, type) => {
      expect(await scannedByList(type, { sort: { field, order } })).toEqual([]);
    });

    test.each(lists.flatMap((type) => type.filters.map((name) => [type.table, name, type] as const)))(
      'the list of %s with the filter %s reads no growing table from end to end',
      async (_table, name, type) => {
        expect(Object.keys(FILTERED)).toContain(name);
        for (const value of FILTERED[name] ?? []) {
          expect(await scannedByList(type, { filter: { [name]: value } }, MOST_ROWS)).toEqual([]);
          const sort = { field: type.title, order: 'ASC' } as const;
          expect(await scannedByList(type, { filter: { [name]: value }, sort }, MOST_ROWS)).toEqual([]);
        }
      },
    );

    test.each(lists.flatMap((type) => ['abcd', 'ato', 'ab', 'ab ato', 'ato ementa'].map((words) => [type.table, words, type] as const)))(
      'the list of %s for the words "%s" reads no growing table from end to end',
      async (_table, q, type) => {
        expect(await scannedByList(type, { filter: { q } }, MOST_ROWS)).toEqual([]);
      },
    );

    test('the reports of the first screen read no growing table from end to end', async () => {
      expect(await scannedBy(async () => void (await readReport(desk.run, desk.access)))).toEqual([]);
    });
  });
});

/** Values of each filter: of many rows, of some, of none. */
const FILTERED: Readonly<Record<string, readonly unknown[]>> = {
  categoria_slug: ['leis', 'contratoPublicacao'],
  exercicio: [2020, 1999],
  tipo_id: ['lei'],
  situacao_id: ['vigente', 'revogada'],
  orgao_id: [1],
  categoria_noticia_id: [1],
  destaque: [true, false],
  tipo: ['prazo', 'aviso'],
  prioridade: ['normal', 'alta'],
  pesquisavel: [true, false],
};
