/** Rows that are made in bulk for measurements are what the triggers of each row would have left: what a benchmark measures is what a site has. */
import { expect, onTestFinished, test } from 'vitest';
import { openForWriting } from '../../bench/content/content-database.ts';
import { addDocuments, addNews } from '../../bench/content/content-rows.ts';
import { migratedPostgres } from '../../support/embedded/migrated-database.ts';

/** Everything but when a row was written, and numbers that follow the order in which rows were written. */
const STATE = `
select 'table' as kind, t.name, md5(string_agg(t.row, ' ' order by t.row)) as sum, count(*)::integer as rows from (
  select 'documento' as name, (to_jsonb(d) - '{criado_em,atualizado_em}'::text[])::text as row from public.documento d
  union all select 'noticia', (to_jsonb(n) - '{criado_em,atualizado_em}'::text[])::text from public.noticia n
  union all select 'comunicado', (to_jsonb(c) - '{criado_em,atualizado_em}'::text[])::text from public.comunicado c
  union all select 'publicados', to_jsonb(c)::text from contagem.publicados c
  union all select 'filtrados', to_jsonb(c)::text from contagem.filtrados c
  union all select 'por_campo', to_jsonb(c)::text from contagem.por_campo c
  union all select 'documento_sem_arquivo', to_jsonb(s)::text from edicao.documento_sem_arquivo s
  union all select 'ligacao', to_jsonb(l)::text from edicao.ligacao l
  union all select 'auditoria', (to_jsonb(a) - '{id,transacao,ocorrido_em}'::text[])::text from public.auditoria a
  union all select 'publicacao', (to_jsonb(p) - '{id,visivel_em}'::text[])::text from novidades.publicacao p
  union all select 'item', (to_jsonb(i) - 'id')::text from indice.item i
  union all select 'palavra', to_jsonb(p)::text from indice.palavra p) t group by 2
union all select 'index', tablename, md5(string_agg(indexdef, ' ' order by indexdef)), count(*)::integer from pg_indexes where schemaname <> 'pg_catalog' group by 2
union all select 'trigger', tgrelid::regclass::text, string_agg(distinct tgenabled::text, ''), count(*)::integer from pg_trigger group by 2
order by 1, 2`;

async function stateOf(inBulk: boolean): Promise<readonly unknown[]> {
  const server = await migratedPostgres();
  const database = await openForWriting(server.connectionString);
  onTestFinished(async () => {
    await database.close();
    await server.stop();
  });
  await addNews(database, 100, inBulk);
  await addDocuments(database, 1_000, inBulk);
  return (await database.query(STATE)).rows;
}

test('a thousand documents made in bulk leave the counts, the index of the search and every index as those made row by row', async () => {
  const [byTriggers, inBulk] = await Promise.all([stateOf(false), stateOf(true)]);
  expect(byTriggers).toContainEqual({ kind: 'table', name: 'item', sum: expect.any(String), rows: expect.any(Number) });
  expect(inBulk).toEqual(byTriggers);
}, 300_000);
