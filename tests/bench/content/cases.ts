/**
 * Measures what the staff's screens and the public reports ask of the cases of citizens, at several numbers of cases: each list of the inbox on its
 * first page and its last, the lists of the first screen, what is due for erasure, and both statistics reports:
 *
 *   node tests/bench/content/cases.ts [--sizes 0,100000] [--runs 10] [--on /usr/lib/postgresql/15/bin]
 *
 * Prints processor milliseconds of this process and the database's together for one request, the ratio of the last size to the first (of an empty
 * installation), and the tables that were read from end to end. Only the ratio holds on a machine that does other work.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readDueCases } from '../../../client/admin/cases/due-cases.ts';
import { readRetention } from '../../../client/admin/cases/erasure.ts';
import { LAST_PAGE, readInbox, readInboxChoices } from '../../../client/admin/cases/inbox.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { readInboxFilter } from '../../../shared/cases/inbox-filter.ts';
import { deskOf } from '../../integration/admin/own-engine.ts';
import { type GraphqlClient, graphqlClient } from '../../support/graphql-fixture/graphql-client.ts';
import { serverBinaries } from '../../support/postgres-server.ts';
import { openMeasured } from './content-database.ts';
import { MAKING_MS } from './content-rows.ts';
import { printCosts } from './request-cost.ts';

const PROJECT = path.resolve('server/project');
const REPORT = path.resolve('shared/graphql/operations/atendimento/relatorio-de-casos.graphql');
const OMBUDSMAN = { role: 'ouvidor', session: { 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000a' } };

/** Cases of ten years in two channels, of which the newest are open, without the triggers that work out their terms. */
const CASES = `
insert into casos.caso (id, canal, protocolo, chave, codigo_hash, situacao, aberto, tipo, identificacao, assunto_id, unidade_id, texto, registrado_em,
  prazo_em, respondido_em, respondido_no_prazo, resposta, tipo_resposta, recurso_ate, concluido_em, satisfacao)
select md5('caso' || n)::uuid, canal, prefixo || '-' || lpad(n::text, 8, '0'), 'chave-' || n, repeat('a', 64),
       case when aberto then case canal when 'sic' then 'em_tratamento' else 'em_analise' end when canal = 'sic' then 'finalizado' else 'concluida' end,
       aberto, case when canal = 'ouvidoria' then (array['reclamacao', 'solicitacao', 'denuncia', 'elogio'])[1 + n % 4] end, 'identificada',
       a.ids[1 + n % cardinality(a.ids)], case when n % 3 = 0 then n % 10 end, 'Texto ' || md5(n::text), momento, momento::date + 30,
       case when not aberto then momento + (n % 40) * interval '1 day' end, case when not aberto then n % 40 < 30 end,
       case when not aberto then 'Resposta' end, case when not aberto and canal = 'sic' then 'acesso_concedido' end,
       case when not aberto then momento::date + 50 end, case when not aberto then momento + interval '60 days' end,
       case when n % 5 = 0 and not aberto then 1 + n % 4 end
  from (select n, case when n % 2 = 0 then 'ouvidoria' else 'sic' end as canal, case when n % 2 = 0 then 'OUV' else 'SIC' end as prefixo,
               now() - n * interval '52 minutes' as momento, n <= 2000 as aberto from generate_series($1::integer, $2::integer) n) n
  join (select s.canal, array_agg(s.id) as ids from public.assunto s group by 1) a using (canal)`;

const PROFILES = `
insert into casos.perfil_estatistico (caso_id, pessoa, uf, municipio, faixa_etaria)
select id, 'PF', (array['PA', 'AM', 'MA'])[1 + hashtext(id::text) & 1], 'Município ' || (hashtext(id::text) & 63), '31 a 40' from casos.caso
on conflict do nothing`;

/** What the triggers would have counted. */
const SUMS = `
insert into estatistica.soma (canal, ano, dimensao, mes, valor, origem, quantidade)
select c.canal, extract(year from casos.dia(c.registrado_em)), p.dimensao, extract(month from casos.dia(c.registrado_em)), p.valor, 'registro', count(*)
  from casos.caso c cross join lateral estatistica.parcelas_do_caso(c) p
 group by 1, 2, 3, 4, 5`;

const ERASURES = `
insert into casos.ato_de_eliminacao (usuario, papel, quantidade, protocolos, eliminado_em)
select '00000000-0000-4000-8000-00000000000a', 'ouvidor', 1, array['OUV-' || n], now() - n * interval '1 hour' from generate_series($1::integer, $2::integer) n`;

type Questions = ReadonlyMap<string, () => Promise<unknown>>;

async function questionsOf(ask: GraphqlClient): Promise<Questions> {
  const { run } = await deskOf(() => ({ ask }), OMBUDSMAN);
  const today = new Date().toISOString().slice(0, 10);
  const questions = new Map<string, () => Promise<unknown>>();
  const filters = ['', 'fase=encerrados', 'fase=todos', 'prazo=atrasados', 'prazo=a-vencer', 'fase=todos&ordem=antigos', 'protocolo=123'];
  const words = ['a1b2c', 'texto', 'texto a1b2c', 'ti'].map((typed) => `fase=todos&palavras=${typed}`);
  const narrowed = ['canal=sic', 'situacao=sic:finalizado', 'tipo=denuncia', 'assunto=1', 'area=3'].map((filter) => `fase=todos&${filter}`);
  for (const filter of [...filters, ...narrowed, ...words]) {
    for (const page of [1, LAST_PAGE]) {
      questions.set(`inbox ${filter} page ${page}`, () => readInbox(run, readInboxFilter(new URLSearchParams(filter)), page, today));
    }
  }
  questions.set('choices of the inbox', () => readInboxChoices(run));
  questions.set('lists of the first screen', () => readDueCases(run, today));
  questions.set('retention', () => readRetention(run));
  const report = await readFile(REPORT, 'utf8');
  const year = new Date().getFullYear();
  for (const canal of ['ouvidoria', 'sic']) {
    for (const variables of [{ canal }, { canal, anos: `${year - 1}`, de: 1, ate: 6 }]) {
      questions.set(`report ${Object.values(variables).join(' ')}`, () => ask.data(report, { role: 'public', variables }));
    }
  }
  return questions;
}

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '0,100000' }, runs: { type: 'string', default: '10' }, on: { type: 'string' } },
});
const measured = await openMeasured(values.on ?? (await serverBinaries()));
try {
  const { database } = measured;
  const project = await openProject(PROJECT);
  await migrate(database, await readMigrations(project, path.join(PROJECT, 'bootstrap')));
  const engine = await createGraphqlEngine({ database, metadata: await readMetadata(project.metadata) });
  const questions = await questionsOf(graphqlClient(() => engine));
  const first = new Map<string, number>();
  let made = 0;
  for (const size of values.sizes.split(',').map(Number)) {
    const rows = [made + 1, size];
    await database.script('set session_replication_role = replica');
    for (const [statement, given] of [
      [CASES, rows],
      [PROFILES, []],
      ['truncate estatistica.soma', []],
      [SUMS, []],
      [ERASURES, rows],
    ] as const) {
      await database.query(statement, given, { timeoutMs: MAKING_MS });
    }
    await database.script('set session_replication_role = origin');
    await database.query('vacuum analyze', [], { timeoutMs: MAKING_MS });
    made = size;
    const schemas = ['public', 'casos', 'estatistica', 'storage'];
    await printCosts(measured, questions, { title: `${size} cases`, first, runs: Number(values.runs), schemas });
  }
} finally {
  await measured.close();
}
