/** Rows of content made by SQL, for what is measured with many of them. */
import type { Database } from '../../../server/backend/embedded/database.ts';

/** Milliseconds that one statement may take to make rows. */
export const MAKING_MS = 3_600_000;

/** Statements that make rows beside each other: a database on a server needs as many connections. */
export const WRITERS = 8;

/**
 * Texts of words whose frequency falls with their rank, as in natural language: 8,000 made-up words behind a few that searches use. Twenty
 * thousand short and long texts are made once; a row takes one of each, so that rows are made quickly and each word is as common among them
 * as among the texts. `medida.longa` says which long text a row takes.
 */
const TEXTS = `
create schema if not exists medida;
create table medida.palavra as
  select posto, coalesce((array['de', 'do', 'da', 'contrato', 'servidor', 'lei', 'aposentadoria'])[posto],
    array_to_string(array(select substr('bacedifogulamenipotarevisuzo', 1 + 2 * (get_byte(decode(md5(posto::text), 'hex'), parte) % 14), 2)
      from generate_series(0, 1 + posto % 3) parte), '')) as palavra
    from generate_series(1, 8000) posto;
create unique index on medida.palavra (posto);
create function medida.texto(seed integer, palavras integer) returns text language sql stable as $$
  select string_agg((select p.palavra from medida.palavra p
      where p.posto = floor(exp(ln(8000) * (hashint4extended(seed * 31 + n, 7) & 65535) / 65536.0))::integer), ' ' order by n)
    from generate_series(1, palavras) n
$$;
analyze medida.palavra;
create table medida.frase (n integer primary key, curta text not null, longa text not null);
create function medida.acaso(n integer, campo integer, ate integer) returns integer language sql immutable
  return (hashint4extended(n, campo) & 1048575)::integer % ate;
create function medida.longa(n integer) returns integer language sql immutable
  return ((n::bigint * 7919 + n / 20000) % 20000)::integer;
insert into public.orgao_colegiado (chave, nome, ordem) values ('conselho_fiscal', 'Conselho Fiscal', 1), ('comite_investimento', 'Comitê de Investimentos', 2)
    on conflict do nothing;
`;

const PHRASES = `
insert into medida.frase select n, medida.texto(n, 8), medida.texto(-n - 1, 25) from generate_series($1::integer, $2::integer) n`;

/**
 * The fields of a document do not depend on each other: each comes from a hash of its number. A third is in one category. Of the types one has a
 * hundredth of the documents, and one half of those of the oldest year alone.
 */
const DOCUMENTS = `
with categorias as (select array_agg(slug order by slug = 'leis' desc, slug) as slugs from public.categoria_documento),
linhas as (
  select n, medida.acaso(n, 1, 3) as terco, medida.acaso(n, 2, 30) as categoria, 2000 + medida.acaso(n, 3, 26) as ano,
         medida.acaso(n, 4, 365) as dia, medida.acaso(n, 5, 4) as com_competencia, medida.acaso(n, 6, 50) as rascunho, medida.acaso(n, 7, 5) as situacao,
         medida.acaso(n, 8, 100) as tipo, medida.acaso(n, 9, 10) as orgao
    from generate_series($1::integer, $2::integer) n)
insert into public.documento
  (id, categoria_slug, titulo, numero, exercicio, competencia_inicio, competencia_fim, data_ato, publicado_em, ementa, situacao_id, publicado, tipo_id, orgao_id)
select linhas.n, slugs[1 + case when terco = 0 then 0 else categoria % cardinality(slugs) end], c.curta, linhas.n::text, ano,
       case when com_competencia = 0 then make_date(ano, 1, 1) end, case when com_competencia = 0 then make_date(ano, 12, 31) end,
       make_date(ano, 1, 1) + dia, make_date(ano, 1, 1) + dia, l.longa,
       case when situacao < 3 then 'vigente' when situacao = 3 then 'revogada' end, rascunho <> 0,
       case when ano = 2000 and tipo < 50 then 'resultado' when tipo < 60 then 'ordinaria' when tipo < 99 then 'extraordinaria' else 'outro' end,
       (select id from public.orgao_colegiado where chave = case when orgao < 7 then 'conselho_fiscal' else 'comite_investimento' end)
  from categorias, linhas join medida.frase c on c.n = linhas.n % 20000 join medida.frase l on l.n = medida.longa(linhas.n)`;

const NEWS = `
insert into public.noticia (id, slug, titulo, resumo, publicado, publicado_em)
select s.n, 'noticia-' || s.n, c.curta, l.longa, s.n % 50 <> 0, timestamptz '2025-12-31' - s.n * interval '17 minutes'
  from generate_series($1::integer, $2::integer) s (n) join medida.frase c on c.n = s.n % 20000 join medida.frase l on l.n = medida.longa(s.n)`;

const NOTICES = `
insert into public.comunicado (id, titulo, resumo, tipo, publicado, publicado_em)
select s.n, c.curta, l.longa, case when s.n % 3 = 0 then 'convocacao' else 'aviso' end, s.n % 50 <> 0,
       timestamptz '2025-12-31' - s.n * interval '29 minutes'
  from generate_series($1::integer, $2::integer) s (n) join medida.frase c on c.n = s.n % 20000 join medida.frase l on l.n = medida.longa(s.n)`;

/** Indexes that no constraint needs: to fill them row by row takes ten times as long as to build them at the end. */
const INDEXES = `
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
 where indrelid = $1::regclass and not indisunique order by pg_get_indexdef(indexrelid) like '%USING gin%' desc`;

/** Triggers that run after each row that is added: checks of keys, which hold, and what `NOTED` notes. */
const ROW_TRIGGERS = `
select quote_ident(tgname) as name from pg_trigger
 where tgrelid = $1::regclass and tgenabled = 'O' and tgtype & 1 = 1 and tgtype & 2 = 0 and tgtype & 4 = 4`;

/** As `novidades.anotar` notes each row that is added. */
const NOTED = `
insert into novidades.publicacao (tabela, chave, visivel_em)
select $1, id::text, greatest(now(), publicado_em::timestamptz) from`;

/** More rows than this are made without indexes, and found by searches only then: for each of them the index of the search reads its table by an index. */
const BULK = 2_000;

const INDEX_OF_SEARCH = 'indice.item';

/** Rows of which the index of the search is made in one statement. */
const INDEXED_AT_ONCE = 1_000;

const INDEX_ROWS = 'select indice.refazer($1, array(select n::text from generate_series($2::integer, $3::integer) n))';

/** Adds documents to all categories, a third of them to one. Their changes are not told: no server listens to a database that is measured. */
export function addDocuments(database: Database, count: number, inBulk = count > BULK): Promise<void> {
  return addRows(database, { table: 'documento', statement: DOCUMENTS, count, inBulk });
}

/** Adds as many news items and as many notices. */
export async function addNews(database: Database, count: number, inBulk = count > BULK): Promise<void> {
  await addRows(database, { table: 'noticia', statement: NEWS, count, inBulk });
  await addRows(database, { table: 'comunicado', statement: NOTICES, count, inBulk });
}

interface Rows {
  readonly table: string;
  readonly statement: string;
  readonly count: number;
  readonly inBulk: boolean;
}

async function addRows(database: Database, { table, statement, count, inBulk }: Rows): Promise<void> {
  const { rows: made } = await database.query(`select to_regclass('medida.frase') is not null as texts`);
  if (made[0]?.['texts'] !== true) await makeTexts(database);
  const { rows } = await database.query(`select coalesce(max(id), 0)::integer as last from public.${table}`);
  const first = Number(rows[0]?.['last'] ?? 0) + 1;
  const range = { first, last: first + count - 1 };
  await run(database, `select setval(pg_get_serial_sequence('public.${table}', 'id'), $1)`, [range.last]);
  if (inBulk) return addInBulk(database, { table, statement, range });
  await withoutTriggers(database, { table, triggers: ['notificar_insercao'] }, () => run(database, statement, [range.first, range.last]));
  await run(database, `vacuum analyze public.${table}`);
}

async function makeTexts(database: Database): Promise<void> {
  await database.script(TEXTS);
  await inParts({ first: 0, last: 19_999 }, 1_000, (first, last) => run(database, PHRASES, [first, last]));
  await run(database, 'vacuum analyze medida.frase');
}

/** Leaves what the triggers of each row would have left. */
async function addInBulk(
  database: Database,
  { table, statement, range }: { table: string; statement: string; range: Range },
): Promise<void> {
  const ofTable = await withoutIndexes(database, `public.${table}`);
  const ofSearch = await withoutIndexes(database, INDEX_OF_SEARCH);
  const { rows } = await database.query(ROW_TRIGGERS, [`public.${table}`]);
  const triggers = ['notificar_insercao', 'indexar_insercao', 'exigir_aprovacao_ao_criar', ...rows.map(({ name }) => String(name))];
  await withoutTriggers(database, { table, triggers }, () =>
    inParts(range, Math.ceil((range.last - range.first + 1) / WRITERS), (first, last) => run(database, statement, [first, last])),
  );
  await run(database, `${NOTED} public.${table} where id >= $2 and publicado and publicado_em is not null order by id`, [
    table,
    range.first,
  ]);
  await besideEachOther(ofTable.map((definition) => () => run(database, definition)));
  await run(database, `vacuum analyze public.${table}`);
  await inParts(range, INDEXED_AT_ONCE, (first, last) => run(database, INDEX_ROWS, [table, first, last]));
  await besideEachOther(ofSearch.map((definition) => () => run(database, definition)));
  await run(database, `vacuum analyze ${INDEX_OF_SEARCH}`);
}

async function run(database: Database, statement: string, values: readonly unknown[] = []): Promise<void> {
  await database.query(statement, values, { timeoutMs: MAKING_MS });
}

interface Range {
  readonly first: number;
  readonly last: number;
}

async function inParts(range: Range, size: number, work: (first: number, last: number) => Promise<void>): Promise<void> {
  const parts: (() => Promise<void>)[] = [];
  for (let { first } = range; first <= range.last; first += size) {
    const last = Math.min(range.last, first + size - 1);
    parts.push(() => work(first, last));
  }
  await besideEachOther(parts);
}

async function besideEachOther(works: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = works.values();
  const writer = async (): Promise<void> => {
    for (const work of waiting) await work();
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

async function withoutTriggers(
  database: Database,
  { table, triggers }: { table: string; triggers: readonly string[] },
  work: () => Promise<void>,
): Promise<void> {
  const each = (action: string): string =>
    triggers.map((trigger) => `alter table public.${table} ${action} trigger ${trigger};`).join('\n');
  await database.script(each('disable'));
  await work();
  await database.script(each('enable'));
}

/** Drops the indexes of a table that no constraint needs. Returns how each is made. */
async function withoutIndexes(database: Database, table: string): Promise<readonly string[]> {
  const { rows } = await database.query(INDEXES, [table]);
  for (const { name } of rows) await database.script(`drop index ${String(name)}`);
  return rows.map(({ definition }) => String(definition));
}
