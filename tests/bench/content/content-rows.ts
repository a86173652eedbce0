/** Rows of content made by SQL, for what is measured with many of them. */
import type { Database } from '../../../server/backend/embedded/database.ts';

/** Milliseconds that one statement may take to make rows. */
export const MAKING_MS = 900_000;

/**
 * Texts of words whose frequency falls with their rank, as in natural language: 8,000 made-up words behind a few that searches use. `seed`
 * is the number of the row.
 */
const TEXT_FUNCTION = `
create schema if not exists medida;
create table if not exists medida.palavra as
  select posto, coalesce((array['de', 'do', 'da', 'contrato', 'servidor', 'lei', 'aposentadoria'])[posto],
    array_to_string(array(select substr('bacedifogulamenipotarevisuzo', 1 + 2 * (get_byte(decode(md5(posto::text), 'hex'), parte) % 14), 2)
      from generate_series(0, 1 + posto % 3) parte), '')) as palavra
    from generate_series(1, 8000) posto;
create unique index if not exists palavra_posto on medida.palavra (posto);
create or replace function medida.texto(seed integer, palavras integer) returns text language sql stable as $$
  select string_agg((select p.palavra from medida.palavra p
      where p.posto = floor(exp(ln(8000) * (hashint4extended(seed * 31 + n, 7) & 65535) / 65536.0))::integer), ' ' order by n)
    from generate_series(1, palavras) n
$$;
`;

const DOCUMENTS = `
with categorias as (select array_agg(slug order by slug = 'leis' desc, slug) as slugs from public.categoria_documento)
insert into public.documento
  (categoria_slug, titulo, numero, exercicio, competencia_inicio, competencia_fim, data_ato, publicado_em, ementa, situacao_id, tipo_id, publicado)
select slugs[1 + case when n % 3 = 0 then 0 else n % cardinality(slugs) end], medida.texto(n, 8), n::text, 2000 + n % 26,
       case when n % 4 = 0 then make_date(2000 + n % 26, 1, 1) end, case when n % 4 = 0 then make_date(2000 + n % 26, 12, 31) end,
       make_date(2000 + n % 26, 1 + n % 12, 1 + n % 28), make_date(2000 + n % 26, 1 + n % 12, 1 + n % 28),
       medida.texto(-n, 25), case when n % 5 < 3 then 'vigente' when n % 5 = 3 then 'revogada' end, null, n % 50 <> 0
  from categorias, generate_series($1::integer, $2::integer) n`;

const NEWS = `
insert into public.noticia (slug, titulo, resumo, publicado, publicado_em)
select 'noticia-' || n, medida.texto(n, 9), medida.texto(-n, 20), n % 50 <> 0, timestamptz '2010-01-01' + n * interval '53 hours'
  from generate_series(1, $1::integer) n`;

/** Adds documents to all categories, a third of them to one. Their changes are not told: nobody listens to a database that is measured. */
export async function addDocuments(database: Database, count: number): Promise<void> {
  await database.script(TEXT_FUNCTION);
  const { rows } = await database.query('select coalesce(max(id), 0)::integer as last from public.documento');
  const last = Number(rows[0]?.['last'] ?? 0);
  await quietly(database, 'documento', () => database.query(DOCUMENTS, [last + 1, last + count], { timeoutMs: MAKING_MS }));
}

export async function addNews(database: Database, count: number): Promise<void> {
  await database.script(TEXT_FUNCTION);
  await quietly(database, 'noticia', () => database.query(NEWS, [count], { timeoutMs: MAKING_MS }));
}

async function quietly(database: Database, table: string, make: () => Promise<unknown>): Promise<void> {
  await database.script(`alter table public.${table} disable trigger notificar_mudanca`);
  await make();
  await database.script(`alter table public.${table} enable trigger notificar_mudanca`);
  await database.query(`vacuum analyze public.${table}`, [], { timeoutMs: MAKING_MS });
}
