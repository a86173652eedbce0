/** No list of the staff, no tracking and no routine reads a table of cases from end to end, however many cases there are. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CASES_CALLER, type Caller, type GraphqlRequest } from '../../../../server/backend/backend.ts';
import { openPostgresDatabase } from '../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../../server/backend/embedded/graphql/engine.ts';
import { migratedPostgres } from '../../../support/embedded/migrated-database.ts';
import type { TestPostgres } from '../../../support/postgres.ts';
import { projectMetadata } from '../../../support/project-metadata.ts';

/** Cases of many years, most of them ended; their triggers are tried elsewhere. */
const CASES = `
set session_replication_role = replica;
insert into casos.caso (id, canal, protocolo, chave, codigo_hash, situacao, aberto, tipo, identificacao, texto, registrado_em, prazo_em, respondido_em,
  resposta, recurso_ate, concluido_em)
select md5('caso' || n)::uuid, 'ouvidoria', 'OUV-' || n, 'chave-' || n, repeat('a', 64), case when n % 40 = 0 then 'em_analise' else 'concluida' end,
       n % 40 = 0, 'reclamacao', 'identificada', 'Texto ' || md5(n::text), timestamptz '2015-01-01' + n * interval '4 hours',
       date '2015-01-31' + n / 6, timestamptz '2015-01-20' + n * interval '4 hours', 'Resposta', date '2015-02-10' + n / 6,
       case when n % 40 <> 0 then timestamptz '2015-02-20' + n * interval '4 hours' end
  from generate_series(1, 20000) n;
insert into casos.solicitante (caso_id, nome, email) select id, 'Nome', 'a@exemplo.org' from casos.caso;
insert into casos.andamento (caso_id, para_situacao, autor, criado_em)
select c.id, p, 'instituicao', c.registrado_em from casos.caso c cross join unnest(array['registrada', 'em_analise', 'respondida']) p;
insert into casos.mensagem (caso_id, evento, criada_em, proxima_em, enviada_em)
select id, 'registro', registrado_em, registrado_em, registrado_em from casos.caso;
insert into casos.perfil_estatistico (caso_id, uf) select id, 'PA' from casos.caso;
insert into casos.anexo (caso_id, arquivo_id, autor, criado_em) select id, md5('arquivo' || id)::uuid, 'cidadao', registrado_em from casos.caso;
insert into storage.files (id, bucket_id, name, size, mime_type, etag, is_uploaded)
select arquivo_id, 'casos', 'a.csv', 3, 'text/csv', '"x"', true from casos.anexo on conflict (id) do nothing;
insert into casos.recurso (caso_id, instancia, motivo, interposto_em, prazo_em) select id, 1, 'Motivo', registrado_em, prazo_em from casos.caso;
insert into casos.anexo_esperado (arquivo_id, desde) select md5('esperado' || n)::uuid, now() - n * interval '1 second' from generate_series(1, 20000) n;
insert into casos.eliminacao (caso_id, protocolo, canal, eliminado_em)
select md5('eliminado' || n)::uuid, 'OUV-E' || n, 'ouvidoria', timestamptz '2015-01-01' + n * interval '1 hour' from generate_series(1, 20000) n;
insert into casos.ato_de_eliminacao (usuario, papel, quantidade, protocolos, eliminado_em)
select '00000000-0000-4000-8000-00000000000a', 'ouvidor', 1, array[protocolo], eliminado_em from casos.eliminacao;
insert into public.rascunho (usuario, tabela, chave, dados) select '00000000-0000-4000-8000-00000000000a', 'caso', id::text, '{}' from casos.caso;
set session_replication_role = origin;
`;

/** A named statement gets its final plan at the sixth run. */
const RUNS = 8;

/** A registration with a file, as the server asks for it. */
const REGISTER = `mutation ($chave: String!, $codigo: String!, $dados: jsonb!) {
  registrar_manifestacao(args: {chave: $chave, codigo_hash: $codigo, dados: $dados}) { ja_existia }
}`;

const FILLED = [
  'andamento',
  'anexo',
  'anexo_esperado',
  'ato_de_eliminacao',
  'caso',
  'eliminacao',
  'files',
  'mensagem',
  'perfil_estatistico',
  'rascunho',
  'recurso',
  'solicitante',
];
const SCANS = `
select relname, seq_scan::integer as scans from pg_stat_user_tables
 where (schemaname = 'casos' or relname in ('rascunho', 'files')) and relname = any ('{${FILLED.join()}}') order by 1`;

let postgres: TestPostgres;
let database: Database;
let engine: GraphqlEngine;
/** The first registrations of a new site: their answers, and the scans before and after them. */
const first: { readonly answers: unknown[]; readonly scans: unknown[] } = { answers: [], scans: [] };

beforeAll(async () => {
  postgres = await migratedPostgres();
  // One connection, whose statistics are flushed before they are read.
  database = await openPostgresDatabase({ connectionString: postgres.connectionString, connections: 1, statementTimeoutMs: 300_000 });
  engine = await createGraphqlEngine({ database, metadata: await projectMetadata() });
  first.scans.push(await scans());
  for (let time = 0; time < RUNS; time += 1) first.answers.push(await engine.execute(registration(), { caller: CASES_CALLER }));
  first.scans.push(await scans());
  await database.script(CASES);
  await database.query('vacuum analyze');
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

async function scans(): Promise<unknown> {
  await database.query('select pg_stat_force_next_flush()');
  return (await database.query(SCANS)).rows;
}

const REGISTERED = { kind: 'data', json: expect.stringMatching(/"ja_existia" : false/) };

function registration(): GraphqlRequest {
  const id = randomUUID();
  const arquivos = [{ id, name: 'a.csv', size: 3, mime_type: 'text/csv', etag: '"x"' }];
  const dados = { identificacao: 'anonima', tipo: 'reclamacao', texto: 'Um texto', outras_chaves: [randomUUID()], anexos: [id], arquivos };
  return { query: REGISTER, variables: { chave: randomUUID(), codigo: 'a'.repeat(64), dados } };
}

test('on a new site no registration reads the cases or the files from end to end, although there are few', () => {
  expect(first.answers).toEqual(Array.from({ length: RUNS }, () => REGISTERED));
  expect(first.scans[0]).toHaveLength(FILLED.length);
  expect(first.scans[1]).toEqual(first.scans[0]);
});

test('a registration among 20,000 cases reads no table from end to end', async () => {
  const before = await scans();
  for (let time = 0; time < RUNS; time += 1) expect(await engine.execute(registration(), { caller: CASES_CALLER })).toEqual(REGISTERED);
  expect(await scans()).toEqual(before);
});

const STAFF: Caller = { role: 'ouvidor', trust: 'signed-in', session: { 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000a' } };
const ROW = 'id protocolo situacao prazo_em';
const OF_A_CITIZEN = `protocolo: "OUV-19997", codigo_hash: "${'a'.repeat(64)}", tentativa_hash: "x"`;
test.each<readonly [string, Caller, string]>([
  [
    'the inbox by term',
    STAFF,
    `{ caso(where: {aberto: {_eq: true}}, order_by: [{reclamacao_ate: asc}, {prazo_em: asc}, {id: asc}], limit: 25) { ${ROW} } }`,
  ],
  [
    'what is overdue',
    STAFF,
    `{ caso(where: {aberto: {_eq: true}, prazo_em: {_lt: "2016-01-01"}}, order_by: [{reclamacao_ate: asc}, {prazo_em: asc}, {id: asc}], limit: 25) { ${ROW} } }`,
  ],
  [
    'the cases of a state',
    STAFF,
    `{ caso(where: {canal: {_eq: "ouvidoria"}, situacao: {_eq: "concluida"}}, order_by: {registrado_em: desc}, limit: 25) { ${ROW} } }`,
  ],
  [
    'a case with its history',
    STAFF,
    `{ caso(where: {protocolo: {_eq: "OUV-19997"}}) { ${ROW} andamentos(order_by: {id: asc}) { id } anexos { id } } }`,
  ],
  ['what may be erased', STAFF, '{ listar_casos_a_eliminar(args: {limite: 500}) { id protocolo canal encerrado_em } }'],
  [
    'what was erased',
    STAFF,
    '{ ato_de_eliminacao(order_by: {id: desc}, limit: 30) { id autor { nome } quantidade protocolos eliminado_em } }',
  ],
  ['the files of no case', CASES_CALLER, 'mutation { anexos_abandonados(args: {limite: 10}) { arquivo_id } }'],
  ['the tracking by protocol', CASES_CALLER, `mutation { consultar_caso(args: {${OF_A_CITIZEN}}) { id andamentos } }`],
  ['the queue of e-mails', CASES_CALLER, 'mutation { reservar_mensagens(args: {limite: 10, segundos: 60}) { id } }'],
  ['the end of terms', CASES_CALLER, 'mutation { encerrar_casos_por_prazo(args: {limite: 10}) { quantidade } }'],
  [
    'a repeated submission',
    CASES_CALLER,
    'mutation { registrar_manifestacao(args: {chave: "chave-19997", codigo_hash: "x", dados: {}}) { ja_existia } }',
  ],
])('among 20,000 cases, %s reads no table from end to end', async (_, caller, query) => {
  const before = await scans();
  expect(before).toHaveLength(FILLED.length);
  for (let time = 0; time < RUNS; time += 1) expect(await engine.execute({ query }, { caller })).toMatchObject({ kind: 'data' });
  expect(await scans()).toEqual(before);
});

test('the erasure of some of 20,000 cases reads no table from end to end', async () => {
  const listed = await engine.execute({ query: '{ listar_casos_a_eliminar(args: {limite: 500}) { id } }' }, { caller: STAFF });
  if (listed.kind === 'errors') throw new Error(JSON.stringify(listed.errors));
  const ids = (JSON.parse(listed.json) as { listar_casos_a_eliminar: readonly { id: string }[] }).listar_casos_a_eliminar.map(
    ({ id }) => id,
  );
  expect(ids).toHaveLength(500);
  const query = 'mutation ($ids: jsonb!) { eliminar_casos(args: {ids: $ids, confirmacao: 50}) { quantidade } }';
  const before = await scans();
  for (let time = 0; time < RUNS; time += 1) {
    const variables = { ids: ids.slice(time * 50, (time + 1) * 50) };
    const answer = await engine.execute({ query, variables }, { caller: STAFF });
    expect(answer.kind === 'data' ? JSON.parse(answer.json) : answer).toEqual({ eliminar_casos: { quantidade: 50 } });
  }
  expect(await scans()).toEqual(before);
});
