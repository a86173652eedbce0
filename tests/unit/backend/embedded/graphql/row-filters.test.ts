/** What the row filters of the metadata ask of a row, as SQL over the row `r`. */
import { expect, test } from 'vitest';
import { boolSql } from '../../../../../server/backend/embedded/graphql/compiler/bool-sql.ts';
import { StatementBuilder } from '../../../../../server/backend/embedded/graphql/compiler/statement.ts';
import { buildRoleModel } from '../../../../../server/backend/embedded/graphql/model/role-model.ts';
import { modelOf } from './small-project.ts';

async function sqlOf(filter: string): Promise<string> {
  const tables = `
- table: livro
  object_relationships: [{ name: autor, using: { foreign_key_constraint_on: autor_id } }]
  computed_fields: [{ name: paginas, definition: { function: paginas } }, { name: outros, definition: { function: parecidos } }]
  select_permissions: [{ role: r, permission: { columns: [id], filter: ${filter} } }]
- table: autor
  array_relationships: [{ name: livros, using: { foreign_key_constraint_on: { column: autor_id, table: livro } } }]
`;
  const [table] = buildRoleModel(await modelOf({ tables }), 'r').tables;
  if (table === undefined) throw new Error('the role sees no table');
  return boolSql(new StatementBuilder(), table.filter, 'r');
}

test('a column may be called as an operator but for its first letter', async () => {
  const tables = '[{ table: folha, select_permissions: [{ role: r, permission: { columns: [id], filter: { cor: { _eq: azul } } } }] }]';
  const [table] = buildRoleModel(await modelOf({ tables }), 'r').tables;
  expect(table?.filter).toMatchObject({ kind: 'compare', subject: { column: 'cor' } });
});

test.each([
  ['{}', 'true'],
  ['{ id: { _eq: 1 } }', `(r."id" = '1'::int8)`],
  ['{ id: 1 }', `(r."id" = '1'::int8)`],
  ['{ titulo: { _in: [a, b] } }', `(r."titulo" = any('{"a","b"}'::text[]))`],
  ['{ titulo: { _in: [X-Hasura-Titulo] } }', `(r."titulo" = any('{"X-Hasura-Titulo"}'::text[]))`],
  ['{ titulo: { $ne: X-Hasura-Titulo } }', '(r."titulo" <> $1::text)'],
  ['{ publicado: { _eq: true } }', '(r."publicado" = true)'],
  ['{ publicado: false }', '(r."publicado" = false)'],
  ['{ publicado_em: { _is_null: true } }', '(r."publicado_em" is null)'],
  ['{ publicado_em: { _is_null: false } }', '(r."publicado_em" is not null)'],
  [
    '{ id: { _gt: 1, _lt: 9 }, preco: { _lte: 2.5 } }',
    `(((r."id" > '1'::int8) and (r."id" < '9'::int8)) and (r."preco" <= '2.5'::numeric))`,
  ],
  ['{ _or: [{ id: { _eq: 1 } }, { id: { _eq: 2 } }] }', `((r."id" = '1'::int8) or (r."id" = '2'::int8))`],
  ['{ _or: [] }', 'false'],
  ['{ _or: [{ id: 1 }] }', `(r."id" = '1'::int8)`],
  ['{ _and: [{}, {}] }', 'true'],
  ['{ _and: [{ id: 1 }, { _not: { titulo: a } }] }', `((r."id" = '1'::int8) and not ((r."titulo" = 'a'::text)))`],
  ['{ dados: { _contains: { a: 1 } } }', `(r."dados" @> '{"a":1}'::jsonb)`],
  ['{ dados: { _has_key: a } }', `(r."dados" ? 'a'::text)`],
  ['{ dados: { _cast: { String: { $like: "%a%" } } } }', '(r."dados"::text like $1::text)'],
  ['{ rotulos: { _contains: [a] } }', `(r."rotulos" @> '{"a"}'::text[])`],
  ['{ autor_id: { _ceq: revisor_id } }', '(r."autor_id" = r."revisor_id")'],
  ['{ autor_id: { _cne: [revisor_id] } }', '(r."autor_id" <> r."revisor_id")'],
  [
    '{ autor: { nome: { _eq: a } } }',
    `exists (select 1 from "public"."autor" as t1 where t1."id" = r."autor_id" and (t1."nome" = 'a'::text))`,
  ],
  [
    '{ autor: { livros: { autor_id: { _cgt: ["$", revisor_id] } } } }',
    'exists (select 1 from "public"."autor" as t1 where t1."id" = r."autor_id" and exists (select 1 from "public"."livro" as t2 where t2."autor_id" = t1."id" and (t2."autor_id" > r."revisor_id")))',
  ],
  [
    '{ _exists: { _table: autor, _where: { id: { _ceq: ["$", autor_id] } } } }',
    'exists (select 1 from "public"."autor" as t1 where (t1."id" = r."autor_id"))',
  ],
  ['{ paginas: { _gt: 9 } }', `("public"."paginas"("linha" => row(r.*)::"public"."livro") > '9'::int4)`],
  [
    '{ outros: { publicado: true } }',
    'exists (select 1 from "public"."parecidos"("linha" => row(r.*)::"public"."livro") as t1 where (t1."publicado" = true))',
  ],
])('%s is %s', async (filter, sql) => {
  expect((await sqlOf(filter)).replaceAll('::text::pg_catalog.', '::')).toBe(sql);
});
