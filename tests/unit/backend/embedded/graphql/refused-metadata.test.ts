/** Metadata that would be misread: the start fails, and says where and why. */
import { describe, expect, test } from 'vitest';
import type { Row } from '../../../../../server/backend/embedded/database.ts';
import { type EnumValues, loadEnumValues } from '../../../../../server/backend/embedded/graphql/model/enum-values.ts';
import { buildRoleModel } from '../../../../../server/backend/embedded/graphql/model/role-model.ts';
import { CATALOG, metadataOf, modelOf, type ProjectMetadata } from './small-project.ts';

const inTable = (text: string, name = 'livro'): ProjectMetadata => ({ tables: `[{ table: ${name}, ${text} }, { table: autor }]` });
const filtered = (filter: string): ProjectMetadata =>
  inTable(
    `computed_fields: [{ name: vezes, definition: { function: vezes } }],
     select_permissions: [{ role: r, permission: { columns: [id], filter: ${filter} } }]`,
  );
const inSource = (functions: string): ProjectMetadata => ({ tables: '[{ table: livro }]', functions });
const related = (using: string): ProjectMetadata => inTable(`array_relationships: [{ name: a, using: ${using} }]`);
const computed = (definition: string): ProjectMetadata => inTable(`computed_fields: [{ name: x, definition: { ${definition} } }]`);
const manual = (order: string): ProjectMetadata =>
  related(`{ manual_configuration: { remote_table: autor, column_mapping: { id: id }, insertion_order: ${order} } }`);

/** The model of a role, whose permissions are read with it. */
async function read(project: ProjectMetadata): Promise<unknown> {
  return buildRoleModel(await modelOf(project), 'r');
}

describe('a start is refused with', () => {
  test.each<[what: string, project: ProjectMetadata, message: string]>([
    [
      'another naming convention',
      { tables: '[]', customization: 'naming_convention: snake' },
      'naming_convention: expected one of hasura-default, graphql-default',
    ],
    ['a switch that is none', inTable('is_enum: maybe'), '[0].is_enum: expected true or false'],
    ['another order of insertion', manual('first'), '.insertion_order: expected before_parent or after_parent'],
    [
      'an event trigger',
      inTable('event_triggers: [{ name: e, webhook_from_env: OUTRO }]'),
      'event triggers are not supported by the embedded backend, except those with webhook_from_env: CACHE_WEBHOOK',
    ],
    [
      'another exposure of a function',
      inSource('{ function: procurar, configuration: { exposed_as: all } }'),
      'exposed_as: expected query or mutation',
    ],
    [
      'a relationship that is there twice',
      inTable(
        `object_relationships: [{ name: a, using: { foreign_key_constraint_on: autor_id } }, { name: a, using: { foreign_key_constraint_on: revisor_id } }]`,
      ),
      'the relationship "a" is there twice',
    ],
    [
      'a foreign key of two columns that is not there',
      inTable('object_relationships: [{ name: a, using: { foreign_key_constraint_on: [autor_id, titulo] } }]'),
      'table public.livro has no foreign key on autor_id, titulo',
    ],
    [
      'a relationship to a table that is not there',
      related('{ foreign_key_constraint_on: { table: nenhuma, columns: [a, b] } }'),
      'the database has no table public.nenhuma',
    ],
    [
      'a foreign key of two columns that the other table does not have',
      related('{ foreign_key_constraint_on: { table: autor, columns: [id, nome] } }'),
      'table public.autor has no foreign key on id, nome to public.livro',
    ],
    [
      'a column that the mapping has and the table has not',
      related('{ manual_configuration: { remote_table: autor, column_mapping: { x: id } } }'),
      'table public.livro has no column "x"',
    ],
    ['a filter on a null test that is none', filtered('{ id: { _is_null: 1 } }'), 'filter.id._is_null: expected true or false'],
    ['a cast of another column', filtered('{ titulo: { _cast: { String: { _eq: x } } } }'), 'only jsonb can be cast, to String'],
    ['a cast to another type', filtered('{ dados: { _cast: { Int: { _eq: 1 } } } }'), 'only jsonb can be cast, to String'],
    ['a filter on a value with arguments', filtered('{ vezes: { _eq: 1 } }'), 'filter.vezes: "vezes" needs arguments'],
    ['a filter with a text for a number', filtered('{ preco: { _gt: muito } }'), 'filter.preco._gt: expected a number'],
    ['a filter with an unknown operator', filtered('{ preco: { _like: x } }'), 'unknown operator for a column of type numeric'],
    ['a comparison of three columns', filtered('{ id: { _ceq: [a, b, c] } }'), 'expected a column, or ["$", column]'],
    ['a comparison with a column elsewhere', filtered('{ id: { _ceq: [a, b] } }'), 'expected a column, or ["$", column]'],
    ['a comparison with an unknown column', filtered('{ id: { _ceq: ["$", x] } }'), 'table public.livro has no column "x"'],
    [
      'a filter on a relationship to a table that is not tracked',
      filtered('{ _exists: { _table: pais, _where: {} } }'),
      'the table public.pais is not tracked',
    ],
    [
      'a session argument of a type that holds no object',
      inSource('{ function: procurar, configuration: { session_argument: minimo } }'),
      'the session argument "minimo" is not of type json',
    ],
    [
      'a session argument that is not there',
      inSource('{ function: procurar, configuration: { session_argument: s } }'),
      'the function public.procurar has no argument "s"',
    ],
    [
      'a function of rows of another table that has the name of a tracked one',
      inSource('{ function: do_acervo }'),
      'the table acervo.livro is not tracked',
    ],
    ['a function whose name GraphQL has not', inSource('{ function: "nº" }'), 'functions[0]: GraphQL cannot spell "nº"'],
    [
      'a computed field of rows of a table that is not tracked',
      computed('function: linhas_do_acervo'),
      'computed_fields[0]: the table acervo.livro is not tracked',
    ],
    ['an argument whose name GraphQL has not', inSource('{ function: estranha }'), 'GraphQL cannot spell "não"'],
    [
      'a computed field with the name of a relationship',
      inTable(
        `object_relationships: [{ name: x, using: { foreign_key_constraint_on: autor_id } }],
         computed_fields: [{ name: x, definition: { function: paginas } }]`,
      ),
      'computed_fields[0]: "x" is already the name of a field',
    ],
    [
      'a computed field without a result',
      computed('function: nada'),
      'the function public.nada returns neither one value nor rows of a table',
    ],
    [
      'a computed field that may write',
      computed('function: sorte'),
      'the function public.sorte of a computed field must be STABLE or IMMUTABLE',
    ],
    [
      'a table whose name GraphQL has not',
      { tables: '[{ table: { schema: acervo, name: "r s" } }]' },
      'the database has no table acervo.r s',
    ],
  ])('%s', async (_what, project, message) => {
    await expect(read(project)).rejects.toThrow(message);
  });

  test('the place of each fault', async () => {
    await expect(read(computed('function: sorte'))).rejects.toThrow(/tables\[0\]\.computed_fields\[0\]: the function/);
    await expect(read(inSource('{ function: estranha }'))).rejects.toThrow(/functions\[0\]: GraphQL cannot/);
  });
});

describe('the values of an enum table', () => {
  const load = async (rows: readonly Row[]): Promise<EnumValues> => {
    const asked: string[] = [];
    const database = {
      query: async (text: string) => {
        asked.push(text);
        return { rows, rowCount: rows.length };
      },
      script: async () => undefined,
    };
    const found = await loadEnumValues(
      database,
      CATALOG,
      await metadataOf({ tables: '[{ table: pais, is_enum: true }, { table: autor }]' }),
    );
    expect(asked).toEqual(['select "codigo"::text as value, "descricao"::text as comment from "public"."pais" order by "codigo"']);
    return found;
  };

  test('are its keys, described by its only other column', async () => {
    const values = await load([
      { value: 'BR', comment: 'Brasil' },
      { value: 'PT', comment: null },
    ]);
    expect([...values.values()]).toEqual([
      [
        { name: 'BR', comment: 'Brasil' },
        { name: 'PT', comment: null },
      ],
    ]);
  });

  test.each([
    ['folha', 'a primary key of two columns'],
    ['{ schema: acervo, name: resumo }', 'no primary key'],
  ])('are refused in the table %s, which has %s', async (table) => {
    const database = { query: async () => ({ rows: [], rowCount: 0 }), script: async () => undefined };
    const metadata = await metadataOf({ tables: `[{ table: autor }, { table: ${table}, is_enum: true }]` });
    await expect(loadEnumValues(database, CATALOG, metadata)).rejects.toThrow('[1]: an enum table needs a primary key of one column');
  });

  test('have no description where the table has several other columns', async () => {
    const asked: string[] = [];
    const database = {
      query: async (text: string) => {
        asked.push(text);
        return { rows: [{ value: 'a', comment: null }], rowCount: 1 };
      },
      script: async () => undefined,
    };
    await loadEnumValues(database, CATALOG, await metadataOf({ tables: '[{ table: livro, is_enum: true }]' }));
    expect(asked).toEqual(['select "id"::text as value, null as comment from "public"."livro" order by "id"']);
  });

  test('are refused where there is none, and where GraphQL cannot spell one', async () => {
    await expect(load([])).rejects.toThrow('an enum table needs at least one row');
    await expect(load([{ value: 'B R', comment: null }])).rejects.toThrow('the enum value "B R" is not a GraphQL name');
  });
});
