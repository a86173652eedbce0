/** What the reader makes of each key of the metadata. */
import { expect, test } from 'vitest';
import type { Metadata } from '../../../../../server/backend/embedded/graphql/metadata/metadata.ts';
import { metadataOf } from './small-project.ts';

const TABLES = `
- table: { schema: acervo, name: livro }
  is_enum: true
  configuration:
    custom_name: obra
    comment: o que se lê
    custom_root_fields:
      select: obras
      select_by_pk: { name: obra_unica, comment: uma só }
      insert: { comment: mais uma }
    custom_column_names: { titulo: nome, preco: custo }
    column_config: { preco: { custom_name: valor, comment: em reais }, capa: { comment: "" } }
  object_relationships:
    - { name: autor, comment: quem escreveu, using: { foreign_key_constraint_on: autor_id } }
    - { name: antes, using: { manual_configuration: { remote_table: a, column_mapping: { x: y, z: w }, insertion_order: before_parent } } }
  array_relationships:
    - { name: depois, using: { manual_configuration: { remote_table: { schema: s, name: a }, column_mapping: { x: y }, insertion_order: after_parent } } }
    - { name: livre, using: { manual_configuration: { remote_table: a, column_mapping: { x: y } } } }
  computed_fields:
    - { name: idade, comment: em anos, definition: { function: { schema: s, name: f }, table_argument: linha, session_argument: sessao } }
    - { name: outro, definition: { function: g } }
  select_permissions:
    - role: leitor
      permission:
        { columns: [titulo], computed_fields: [idade], filter: { id: 1 }, limit: 0, allow_aggregations: true,
          query_root_fields: [select, select_aggregate], subscription_root_fields: [select_stream] }
    - { role: todos, permission: { columns: "*", filter: {} } }
  insert_permissions:
    - { role: editor, permission: { columns: [titulo], check: { a: 1 }, set: { dono: eu }, backend_only: true } }
    - { role: outro, permission: { columns: "*", check: {} } }
  update_permissions:
    - { role: editor, permission: { columns: [titulo], filter: { b: 2 }, check: { c: 3 }, set: { dono: eu }, backend_only: true } }
    - { role: outro, permission: { columns: "*", filter: {} } }
  delete_permissions:
    - { role: editor, permission: { filter: { d: 4 }, backend_only: true } }
    - { role: outro, permission: { filter: {} } }
- table: simples
`;

const FUNCTIONS = `
  { function: { schema: s, name: f }, comment: acha, permissions: [{ role: editor }, { role: caixa }],
    configuration: { custom_name: achar, exposed_as: mutation, session_argument: sessao,
      custom_root_fields: { function: achados, function_aggregate: { name: quantos } } } },
  { function: g, configuration: { exposed_as: query } }, { function: h }`;

const read = (): Promise<Metadata> => metadataOf({ tables: TABLES, functions: FUNCTIONS });

test('names, comments and relationships of a table are what the metadata says', async () => {
  const [livro, simples] = (await read()).tables;
  expect(livro).toMatchObject({
    table: { schema: 'acervo', name: 'livro' },
    isEnum: true,
    customName: 'obra',
    customRootFields: { select: 'obras', select_by_pk: 'obra_unica' },
    customColumnNames: { titulo: 'nome', preco: 'valor' },
    comments: {
      table: 'o que se lê',
      columns: { preco: 'em reais', capa: '' },
      rootFields: { select_by_pk: 'uma só', insert: 'mais uma' },
    },
    relationships: [
      { kind: 'object', name: 'autor', comment: 'quem escreveu', insertsAfter: undefined },
      {
        kind: 'object',
        name: 'antes',
        insertsAfter: false,
        using: {
          table: { schema: 'public', name: 'a' },
          mapping: [
            ['x', 'y'],
            ['z', 'w'],
          ],
        },
      },
      { kind: 'array', name: 'depois', insertsAfter: true, using: { table: { schema: 's', name: 'a' }, mapping: [['x', 'y']] } },
      { kind: 'array', name: 'livre', insertsAfter: undefined, comment: undefined },
    ],
    computedFields: [
      { name: 'idade', comment: 'em anos', function: { schema: 's', name: 'f' }, tableArgument: 'linha', sessionArgument: 'sessao' },
      {
        name: 'outro',
        comment: undefined,
        function: { schema: 'public', name: 'g' },
        tableArgument: undefined,
        sessionArgument: undefined,
      },
    ],
  });
  expect(livro?.customRootFields).not.toHaveProperty('insert');
  expect(simples).toMatchObject({
    table: { schema: 'public', name: 'simples' },
    isEnum: false,
    customName: undefined,
    customRootFields: {},
    customColumnNames: {},
    comments: { table: undefined, columns: {}, rootFields: {} },
    relationships: [],
    computedFields: [],
    selectPermissions: [],
    insertPermissions: [],
    updatePermissions: [],
    deletePermissions: [],
  });
});

test('permissions of a table are what the metadata says', async () => {
  const [livro] = (await read()).tables;
  expect(livro?.selectPermissions).toMatchObject([
    {
      role: 'leitor',
      columns: ['titulo'],
      computedFields: ['idade'],
      filter: { value: { id: 1 } },
      limit: 0,
      allowAggregations: true,
      queryRootFields: ['select', 'select_aggregate'],
      subscriptionRootFields: ['select_stream'],
    },
    {
      role: 'todos',
      columns: '*',
      computedFields: [],
      filter: { value: {} },
      limit: undefined,
      allowAggregations: false,
      queryRootFields: undefined,
      subscriptionRootFields: undefined,
    },
  ]);
  const editor = { role: 'editor', columns: ['titulo'], presets: { value: { dono: 'eu' } }, backendOnly: true };
  const other = { role: 'outro', columns: '*', presets: { isAbsent: true }, backendOnly: false };
  expect(livro?.insertPermissions).toMatchObject([
    { ...editor, check: { value: { a: 1 } } },
    { ...other, check: { value: {} } },
  ]);
  expect(livro?.updatePermissions).toMatchObject([
    { ...editor, filter: { value: { b: 2 } }, check: { value: { c: 3 } } },
    { ...other, filter: { value: {} }, check: { isAbsent: true } },
  ]);
  expect(livro?.deletePermissions).toMatchObject([
    { role: 'editor', filter: { value: { d: 4 } }, backendOnly: true },
    { role: 'outro', filter: { value: {} }, backendOnly: false },
  ]);
});

test('functions are what the metadata says', async () => {
  const none = { customName: undefined, customRootFields: { function: undefined, function_aggregate: undefined } };
  expect((await read()).functions).toMatchObject([
    {
      name: { schema: 's', name: 'f' },
      customName: 'achar',
      customRootFields: { function: 'achados', function_aggregate: 'quantos' },
      exposedAs: 'mutation',
      sessionArgument: 'sessao',
      roles: ['editor', 'caixa'],
      comment: 'acha',
    },
    { name: { schema: 'public', name: 'g' }, ...none, exposedAs: 'query', sessionArgument: undefined, roles: [], comment: undefined },
    { name: { schema: 'public', name: 'h' }, ...none, exposedAs: undefined },
  ]);
});

test.each([
  ['', 'hasura-default', ['', '', '', '']],
  [
    'naming_convention: graphql-default, root_fields: { prefix: a, suffix: b }, type_names: { prefix: c, suffix: d }',
    'graphql-default',
    ['a', 'b', 'c', 'd'],
  ],
  ['root_fields: { suffix: b }, type_names: { prefix: c }', 'hasura-default', ['', 'b', 'c', '']],
])('the customization { %s } names things by %s with the affixes %j', async (customization, convention, affixes) => {
  const { customization: read } = await metadataOf({ tables: '[]', customization });
  expect([read.convention, [read.root.prefix, read.root.suffix, read.type.prefix, read.type.suffix]]).toEqual([convention, affixes]);
});
