/** Rows of content made by SQL, for what is measured with many of them. */
import type { Database } from '../../../server/backend/embedded/database.ts';

/** Milliseconds that one statement may take to make rows. */
export const MAKING_MS = 3_600_000;

/**
 * Texts of words whose frequency falls with their rank, as in natural language: 8,000 made-up words behind a few that searches use. Twenty
 * thousand short and long texts are made once; a row takes one of each, so that rows are made quickly and each word is as common among them
 * as among the texts.
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
create table medida.frase as
  select n, medida.texto(n, 8) as curta, medida.texto(-n - 1, 25) as longa from generate_series(0, 19999) n;
create unique index on medida.frase (n);
analyze medida.frase;
create function medida.acaso(n integer, campo integer, ate integer) returns integer language sql immutable
  return (hashint4extended(n, campo) & 1048575)::integer % ate;
create function medida.curta(n integer) returns text language sql stable as $$ select curta from medida.frase f where f.n = curta.n % 20000 $$;
create function medida.longa(n integer) returns text language sql stable as $$
  select longa from medida.frase f where f.n = (longa.n::bigint * 7919 + longa.n / 20000) % 20000 $$;
insert into public.orgao_colegiado (chave, nome, ordem) values ('conselho_fiscal', 'Conselho Fiscal', 1), ('comite_investimento', 'Comitê de Investimentos', 2)
    on conflict do nothing;
`;

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
  (categoria_slug, titulo, numero, exercicio, competencia_inicio, competencia_fim, data_ato, publicado_em, ementa, situacao_id, publicado, tipo_id, orgao_id)
select slugs[1 + case when terco = 0 then 0 else categoria % cardinality(slugs) end], medida.curta(n), n::text, ano,
       case when com_competencia = 0 then make_date(ano, 1, 1) end, case when com_competencia = 0 then make_date(ano, 12, 31) end,
       make_date(ano, 1, 1) + dia, make_date(ano, 1, 1) + dia, medida.longa(n),
       case when situacao < 3 then 'vigente' when situacao = 3 then 'revogada' end, rascunho <> 0,
       case when ano = 2000 and tipo < 50 then 'resultado' when tipo < 60 then 'ordinaria' when tipo < 99 then 'extraordinaria' else 'outro' end,
       (select id from public.orgao_colegiado where chave = case when orgao < 7 then 'conselho_fiscal' else 'comite_investimento' end)
  from categorias, linhas`;

const NEWS = `
insert into public.noticia (slug, titulo, resumo, publicado, publicado_em)
select 'noticia-' || n, medida.curta(n), medida.longa(n), n % 50 <> 0, timestamptz '2025-12-31' - n * interval '17 minutes'
  from generate_series($1::integer, $2::integer) n`;

const NOTICES = `
insert into public.comunicado (titulo, resumo, tipo, publicado, publicado_em)
select medida.curta(n), medida.longa(n), case when n % 3 = 0 then 'convocacao' else 'aviso' end, n % 50 <> 0,
       timestamptz '2025-12-31' - n * interval '29 minutes'
  from generate_series($1::integer, $2::integer) n`;

/** Indexes that no constraint needs: to fill them row by row takes ten times as long as to build them at the end. */
const INDEXES = `
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
 where indrelid = $1::regclass and not indisunique`;

/** More rows than this are made without indexes. */
const BULK = 20_000;

/** Adds documents to all categories, a third of them to one. Their changes are not told: nobody listens to a database that is measured. */
export function addDocuments(database: Database, count: number): Promise<void> {
  return addRows(database, { table: 'public.documento', statement: DOCUMENTS, count });
}

export async function addNews(database: Database, count: number): Promise<void> {
  await addRows(database, { table: 'public.noticia', statement: NEWS, count });
  await addRows(database, { table: 'public.comunicado', statement: NOTICES, count });
}

interface Rows {
  readonly table: string;
  readonly statement: string;
  readonly count: number;
}

async function addRows(database: Database, { table, statement, count }: Rows): Promise<void> {
  const { rows: made } = await database.query(`select to_regclass('medida.frase') is not null as texts`);
  if (made[0]?.['texts'] !== true) await database.script(TEXTS);
  const { rows } = await database.query(`select coalesce(max(id), 0)::integer as last from ${table}`);
  const last = Number(rows[0]?.['last'] ?? 0);
  const indexes = count > BULK ? (await database.query(INDEXES, [table])).rows : [];
  await database.script(`alter table ${table} disable trigger notificar_insercao`);
  for (const { name } of indexes) await database.script(`drop index ${String(name)}`);
  await database.query(statement, [last + 1, last + count], { timeoutMs: MAKING_MS });
  for (const { definition } of indexes) await database.query(String(definition), [], { timeoutMs: MAKING_MS });
  await database.script(`alter table ${table} enable trigger notificar_insercao`);
  await database.query(`vacuum analyze ${table}`, [], { timeoutMs: MAKING_MS });
}
