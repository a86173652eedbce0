/**
 * The whole schema of a small project, names and descriptions, as tools of GraphQL read it: the files in `printed`. A change of it is a change for
 * every client; `npm test -- printed-schema -u` writes it down again, for the reader of the diff.
 */
import { assertValidSchema, isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { buildRoleModel } from '../../../../../server/backend/embedded/graphql/model/role-model.ts';
import { buildRoleSchema } from '../../../../../server/backend/embedded/graphql/schema/role-schema.ts';
import { modelOf } from './small-project.ts';

const METADATA = `
- table: autor
  array_relationships:
    - { name: livros, using: { foreign_key_constraint_on: { column: autor_id, table: livro } } }
  select_permissions:
    - { role: leitor, permission: { columns: [id, nome], filter: {}, allow_aggregations: true } }
- table: livro
  configuration: { custom_root_fields: { select: { name: livros, comment: todos os livros } }, column_config: { preco: { custom_name: valor } } }
  object_relationships:
    - { name: autor, using: { foreign_key_constraint_on: autor_id }, comment: quem o escreveu }
    - { name: revisor, using: { foreign_key_constraint_on: revisor_id } }
    - { name: dupla, using: { foreign_key_constraint_on: [revisor_id, autor_id] } }
  computed_fields:
    - { name: paginas, definition: { function: paginas } }
    - { name: vizinhos, definition: { function: vizinhos } }
  select_permissions:
    - role: leitor
      permission: { columns: [id, titulo], computed_fields: [paginas], filter: { publicado: { _eq: true } }, query_root_fields: [select_by_pk], subscription_root_fields: [] }
  insert_permissions:
    - { role: leitor, permission: { columns: [titulo], check: {}, set: { autor_id: 1 } } }
- { table: pais, is_enum: true }
- { table: { schema: acervo, name: resumo } }
`;

async function printed(role: string, convention: string): Promise<string> {
  const functions = '{ function: procurar }, { function: renovar }';
  const model = await modelOf({ tables: METADATA, functions, customization: `naming_convention: ${convention}` });
  const schema = buildRoleSchema(buildRoleModel(model, role)).whole();
  assertValidSchema(schema);
  return printSchema(lexicographicSortSchema(schema));
}

test.each(['admin', 'leitor'])('the schema of %s is the one that is written down', async (role) => {
  await expect(`${await printed(role, 'hasura-default')}\n`).toMatchFileSnapshot(`printed/${role}.txt`);
});

test('a comment of the metadata describes a column in place of that of the database, and an empty one describes nothing', async () => {
  const described = async (config: string): Promise<unknown> => {
    const tables = `[{ table: autor, configuration: { column_config: { nome: { ${config} } } } }]`;
    const type = buildRoleSchema(buildRoleModel(await modelOf({ tables }), 'admin'))
      .whole()
      .getType('autor');
    return isObjectType(type) ? type.getFields()['nome']?.description : type;
  };
  expect([await described(''), await described('comment: quem'), await described('comment: ""')]).toEqual(['como assina', 'quem', null]);
});

test('arrays and values of enum tables are not aggregated', async () => {
  const model = await modelOf({ tables: '[{ table: folha }, { table: autor }, { table: pais, is_enum: true }]' });
  const schema = buildRoleSchema(buildRoleModel(model, 'admin')).whole();
  const fieldsOf = (name: string): unknown => {
    const type = schema.getType(name);
    return isObjectType(type) ? Object.keys(type.getFields()) : type;
  };
  expect(['folha_sum_fields', 'folha_max_fields', 'autor_min_fields'].map(fieldsOf)).toEqual([['id'], ['id', 'cor'], ['id', 'nome']]);
});

test('a table whose key GraphQL cannot spell has no field by its key', async () => {
  const schema = buildRoleSchema(buildRoleModel(await modelOf({ tables: '[{ table: folha }]' }), 'admin')).whole();
  const fields = Object.keys({ ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() });
  expect(fields).toEqual(expect.arrayContaining(['folha', 'insert_folha', 'update_folha', 'delete_folha']));
  expect(fields.filter((name) => name.endsWith('by_pk'))).toEqual([]);
});

test('rows of a table are ordered by those aggregates alone that its columns have', async () => {
  const tables = `
- { table: livro, select_permissions: [{ role: r, permission: { columns: [titulo, publicado], filter: {} } }] }
- table: autor
  array_relationships: [{ name: livros, using: { foreign_key_constraint_on: { column: autor_id, table: livro } } }]
  select_permissions: [{ role: r, permission: { columns: [id], filter: {} } }]`;
  const schema = buildRoleSchema(buildRoleModel(await modelOf({ tables }), 'r')).whole();
  const text = printSchema(schema);
  expect(/^input livro_aggregate_order_by \{([^}]*)/m.exec(text)?.[1]?.match(/\w+(?=:)/g)).toEqual(['count', 'max', 'min']);
  expect(/^input livro_max_order_by \{([^}]*)/m.exec(text)?.[1]?.match(/\w+(?=:)/g)).toEqual(['titulo']);
});

test('a role that may only read has no other roots in the other convention either', async () => {
  const roots = 'query_root_fields: [select], subscription_root_fields: []';
  const tables = `[{ table: autor, select_permissions: [{ role: r, permission: { columns: [id], filter: {}, ${roots} } }] }]`;
  const model = await modelOf({ tables, customization: 'naming_convention: graphql-default' });
  const schema = buildRoleSchema(buildRoleModel(model, 'r')).whole();
  expect([schema.getQueryType()?.name, schema.getMutationType(), schema.getSubscriptionType()]).toEqual(['query_root', null, null]);
});

test.each([
  ['hasura-default', ['Tipo_autor_fim', 'Tipo_pais_enum_fim', 'Tipo_pais_enum_fim_comparison_exp', 'Int_comparison_exp']],
  ['graphql-default', ['Tipo_Autor_fim', 'Tipo_PaisEnum_fim', 'Tipo_PaisEnum_fimComparisonExp', 'IntComparisonExp']],
])('with %s and affixes an enum and its comparison are called as its table', async (convention, expected) => {
  const customization = `naming_convention: ${convention}, type_names: { prefix: Tipo_, suffix: _fim }`;
  const model = await modelOf({ tables: '[{ table: autor }, { table: pais, is_enum: true }]', customization });
  const schema = buildRoleSchema(buildRoleModel(model, 'admin')).whole();
  expect(Object.keys(schema.getTypeMap())).toEqual(expect.arrayContaining(expected));
});

test('in the other convention a custom name keeps its letters before the words of the dialect', async () => {
  const tables = '[{ table: livro, configuration: { custom_name: livro_raro } }, { table: autor }]';
  const model = await modelOf({ tables, customization: 'naming_convention: graphql-default' });
  const schema = buildRoleSchema(buildRoleModel(model, 'admin')).whole();
  const names = Object.keys(schema.getTypeMap());
  expect(names).toEqual(expect.arrayContaining(['livro_raro', 'livro_raroBoolExp', 'livro_raroSetInput', 'Autor', 'AutorBoolExp']));
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(
    expect.arrayContaining(['livro_raro', 'livro_raroByPk', 'autorByPk']),
  );
  expect(Object.keys(schema.getMutationType()?.getFields() ?? {})).toEqual(
    expect.arrayContaining(['insertLivro_raroOne', 'insertAutorOne']),
  );
});

test.each([
  ['hasura-default', 'procurar', ['procurar', 'procurar_aggregate']],
  ['graphql-default', 'procurar', ['procurar', 'procurarAggregate']],
  ['hasura-default', 'procurar, configuration: { custom_name: achar_livro }', ['achar_livro', 'achar_livro_aggregate']],
  ['graphql-default', 'procurar, configuration: { custom_name: achar_livro }', ['achar_livro', 'achar_livroAggregate']],
  ['hasura-default', 'procurar, configuration: { custom_root_fields: { function: achados } }', ['achados', 'procurar_aggregate']],
  ['hasura-default', 'procurar, configuration: { custom_root_fields: { function_aggregate: quantos } }', ['procurar', 'quantos']],
])('with %s the function %s has the fields %j', async (convention, fn, names) => {
  const functions = `{ function: ${fn} }`;
  const model = await modelOf({ tables: '[{ table: livro }]', functions, customization: `naming_convention: ${convention}` });
  const schema = buildRoleSchema(buildRoleModel(model, 'admin')).whole();
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => !name.startsWith('livro'))).toEqual(names);
});

test('the names of the other convention are those that are written down', async () => {
  const names = (text: string): readonly string[] => text.replaceAll(/"""[^]*?"""/g, '').match(/\w+/g) ?? [];
  const [ours, theirs] = [names(await printed('admin', 'hasura-default')), names(await printed('admin', 'graphql-default'))].map(
    (found) => new Set(found),
  );
  const only = [...(theirs ?? [])].filter((name) => ours?.has(name) !== true).toSorted();
  await expect(`${only.join('\n')}\n`).toMatchFileSnapshot('printed/names-of-graphql-default.txt');
});
