/** What the model refuses when metadata and catalog disagree: a start that fails beats a filter that is silently wider. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { printSchema } from 'graphql';
import { expect, test } from 'vitest';
import type { Catalog, CatalogFunction, CatalogTable } from '../../../../../server/backend/embedded/graphql/catalog/catalog.ts';
import { readMetadata } from '../../../../../server/backend/embedded/graphql/metadata/reader.ts';
import { buildModel } from '../../../../../server/backend/embedded/graphql/model/model.ts';
import { permissionConflicts } from '../../../../../server/backend/embedded/graphql/model/permissions.ts';
import { buildRoleModel, type RoleModel, rolesOf } from '../../../../../server/backend/embedded/graphql/model/role-model.ts';
import type { Model } from '../../../../../server/backend/embedded/graphql/model/tracked-table.ts';
import { buildRoleSchema } from '../../../../../server/backend/embedded/graphql/schema/role-schema.ts';
import { modelOf } from './small-project.ts';

function table(name: string, columns: readonly string[], foreignKeys: CatalogTable['foreignKeys'] = []): CatalogTable {
  return {
    schema: 'public',
    name,
    kind: 'r',
    comment: null,
    columns: columns.map((column) => ({
      name: column,
      type: 'int4',
      sqlType: 'pg_catalog.int4',
      isArray: false,
      required: true,
      writable: true,
      comment: null,
    })),
    events: 28,
    uniqueKeys: [],
    primaryKey: ['id'],
    foreignKeys,
  };
}

const TABLES = [
  table('a', ['id', 'b_id'], [{ name: 'fk', schema: 'public', table: 'b', columns: [['b_id', 'id']] }]),
  table('b', ['id', 'c']),
];
function returning(table: string, name: string): CatalogFunction {
  const kind = { isSet: true, isVolatile: false, comment: null, result: null };
  return { schema: 'public', name, ...kind, table: { schema: 'public', name: table }, arguments: [] };
}

const INTEGER = { type: 'int4', sqlType: 'pg_catalog.int4', isArray: false };
const VALUE: CatalogFunction = {
  ...returning('a', 'valor'),
  table: null,
  result: INTEGER,
  arguments: [{ ...INTEGER, name: 'linha', hasDefault: false, table: { schema: 'public', name: 'a' } }],
};
const FUNCTIONS = [
  returning('a', 'de_a'),
  returning('c', 'de_c'),
  returning('a', 'dupla'),
  returning('b', 'dupla'),
  returning('a', 'b'),
  VALUE,
];
const CATALOG: Catalog = {
  table: (_, name) => TABLES.find((item) => item.name === name),
  functions: (_, name) => FUNCTIONS.filter((item) => item.name === name),
};

async function build(tables: string, inheritedRoles = '[]', role = 'r', functions = ''): Promise<RoleModel> {
  return buildRoleModel(await buildTables(tables, inheritedRoles, functions), role);
}

async function buildTables(tables: string, inheritedRoles: string, functions = '', customization = '{}'): Promise<Model> {
  const directory = await mkdtemp(path.join(tmpdir(), 'model-'));
  try {
    await mkdir(path.join(directory, 'databases'));
    await writeFile(path.join(directory, 'version.yaml'), 'version: 3');
    await writeFile(
      path.join(directory, 'databases/databases.yaml'),
      `[{ name: default, customization: ${customization}, tables: [${tables}], functions: [${functions}] }]`,
    );
    await writeFile(path.join(directory, 'inherited_roles.yaml'), inheritedRoles);
    return buildModel({ catalog: CATALOG, metadata: await readMetadata(directory), enums: new Map() });
  } finally {
    await rm(directory, { recursive: true });
  }
}

function filtered(filter: string): string {
  return `{ table: a, object_relationships: [{ name: b, using: { foreign_key_constraint_on: b_id } }], select_permissions: [{ role: r, permission: { columns: [id], filter: ${filter} } }] }, { table: b }`;
}

test.each([
  ['a table that is not there', '{ table: nada }', /\[0\].*no table public\.nada/],
  [
    'a column of a permission',
    '{ table: a, select_permissions: [{ role: r, permission: { columns: [x], filter: {} } }] }',
    /no column "x"/,
  ],
  ['a renamed column', '{ table: a, configuration: { column_config: { x: { custom_name: y } } } }', /unknown column "x"/],
  ['a foreign key', '{ table: a, object_relationships: [{ name: r, using: { foreign_key_constraint_on: id } }] }', /no foreign key on id/],
  [
    'a foreign key of the other table',
    '{ table: b, array_relationships: [{ name: r, using: { foreign_key_constraint_on: { table: a, column: id } } }] }',
    /no foreign key on id to public\.b/,
  ],
  [
    'a mapped column',
    '{ table: a, array_relationships: [{ name: r, using: { manual_configuration: { remote_table: b, column_mapping: { id: x } } } }] }',
    /table public\.b has no column "x"/,
  ],
  [
    'a relationship named like a column',
    '{ table: a, object_relationships: [{ name: id, using: { foreign_key_constraint_on: b_id } }] }',
    /already the name of a column/,
  ],
  ['two tables of one name', '{ table: a }, { table: b, configuration: { custom_name: a } }', /both give the name "a"/],
  ['a filter that is missing', '{ table: a, select_permissions: [{ role: r, permission: { columns: [id] } }] }', /a filter is required/],
  ['a filter on an unknown column', filtered('{ x: { _eq: 1 } }'), /filter\.x: .*neither a column nor a relationship/],
  ['a filter with an unknown operator', filtered('{ id: { _like: x } }'), /filter\.id\._like: unknown operator/],
  ['a filter with null', filtered('{ id: { _eq: null } }'), /filter\.id\._eq: unexpected null value/],
  ['a filter that is null', filtered('{ id: null }'), /null compares with nothing/],
  ['a filter value of another type', filtered('{ id: { _eq: x } }'), /expected a number/],
  ['a filter value that the type cannot hold', filtered('{ id: { _eq: 1.5 } }'), /filter\.id\._eq: The value 1\.5 lies outside/],
  ['a filter on a related unknown column', filtered('{ b: { x: { _eq: 1 } } }'), /filter\.b\.x: table public\.b/],
  ['a filter on an untracked table', filtered('{ _exists: { _table: nada, _where: {} } }'), /public\.nada is not tracked/],
  ['an _exists without a condition', filtered('{ _exists: { _table: b } }'), /_where: a filter is required/],
  ['a column of an insert', '{ table: a, insert_permissions: [{ role: r, permission: { columns: [x], check: {} } }] }', /no column "x"/],
  [
    'an insert without a check',
    '{ table: a, insert_permissions: [{ role: r, permission: { columns: [id] } }] }',
    /check: a filter is required/,
  ],
  [
    'a preset column',
    '{ table: a, insert_permissions: [{ role: r, permission: { columns: [id], check: {}, set: { x: 1 } } }] }',
    /set\.x: table public\.a has no column "x"/,
  ],
  [
    'a preset of another type',
    '{ table: a, update_permissions: [{ role: r, permission: { columns: [id], filter: {}, set: { b_id: x } } }] }',
    /set\.b_id: expected a number/,
  ],
  [
    'an update without a filter',
    '{ table: a, update_permissions: [{ role: r, permission: { columns: [id] } }] }',
    /filter: a filter is required/,
  ],
  ['a delete without a filter', '{ table: a, delete_permissions: [{ role: r, permission: {} }] }', /filter: a filter is required/],
  ['a comparison with an unknown column', filtered('{ id: { _ceq: x } }'), /has no column "x"/],
])('refuses %s', async (_, tables, message) => {
  await expect(build(tables)).rejects.toThrow(message);
});

test.each([
  '{}',
  '{ b: { c: { _gt: 1 } } }',
  '{ $and: [{ id: { $eq: X-Hasura-Id } }, { _not: { id: { _in: [1, 2] } } }] }',
  '{ id: { _cgt: b_id } }',
  '{ id: 1 }',
])('accepts the filter %s', async (filter) => {
  await expect(build(filtered(filter))).resolves.toBeDefined();
});

const select = (role: string, columns: string): string => `{ role: ${role}, permission: { columns: [${columns}], filter: {} } }`;

test('gives an inherited role the tables of its parents, and its own permission where it has one', async () => {
  const tables = `{ table: a, select_permissions: [${select('p', 'id, b_id')}, ${select('r', 'id')}] }, { table: b, select_permissions: [${select('p', 'id, c')}] }`;
  const model = await build(tables, '[{ role_name: r, role_set: [q] }, { role_name: q, role_set: [p] }]');
  expect(model.tables.map(({ table: { name }, columns }) => [name.name, columns.map((column) => column.name)])).toEqual([
    ['a', ['id']],
    ['b', ['id', 'c']],
  ]);
});

test('gives a role that does not inherit nothing of another', async () => {
  const model = await build(`{ table: a, select_permissions: [${select('p', 'id')}] }`, '[{ role_name: q, role_set: [p] }]');
  expect(model.tables).toEqual([]);
});

test('joins what the parents of a role may select', async () => {
  const tables = `{ table: a, select_permissions: [${select('p', 'id')}, ${select('q', 'b_id')}] }`;
  const model = await build(tables, '[{ role_name: r, role_set: [p, q] }]');
  expect(model.tables.map(({ columns }) => columns.map(({ name }) => name))).toEqual([['id', 'b_id']]);
});

test('lets a role aggregate where one of its parents may', async () => {
  const aggregating = select('p', 'id').replace('filter: {}', 'filter: {}, allow_aggregations: true');
  const tables = `{ table: a, select_permissions: [${aggregating}, ${select('q', 'id')}] }`;
  const allows = async (parents: string): Promise<unknown> =>
    (await build(tables, `[{ role_name: r, role_set: [${parents}] }]`)).tables[0]?.allowsAggregations;
  expect([await allows('p, q'), await allows('p'), await allows('q')]).toEqual([true, true, false]);
});

const update = (role: string, columns: string, check: string): string =>
  `{ role: ${role}, permission: { columns: ${columns}, filter: {}, check: ${check} } }`;

test('gives an inherited role a writing permission on which its parents agree, and names one on which they differ', async () => {
  const roles = '[{ role_name: r, role_set: [p, q] }]';
  const check = ['{ id: { _gt: 1, _lt: 3 } }', '{ id: { _lt: 3, _gt: 1 } }'];
  const agreed = `{ table: a, update_permissions: [${update('p', '[id, b_id]', check[0] ?? '')}, ${update('q', "'*'", check[1] ?? '')}] }`;
  expect((await build(agreed, roles)).writables.map(({ update: found }) => found?.columns.length)).toEqual([2]);
  expect(permissionConflicts(await buildTables(agreed, roles))).toEqual([]);
  const differing = `{ table: a, update_permissions: [${update('p', '[id]', '{}')}, ${update('q', '[b_id]', '{}')}] }`;
  expect((await build(differing, roles)).writables).toEqual([]);
  expect(permissionConflicts(await buildTables(differing, roles))).toEqual([
    expect.stringMatching(/inherited_roles\.yaml\[0\]: the parents of "r" differ in how they may update public\.a/),
  ]);
  const own = differing.replace('update_permissions: [', `update_permissions: [${update('r', '[id]', '{}')}, `);
  expect(permissionConflicts(await buildTables(own, roles))).toEqual([]);
});

test('gives an inherited role what its parents may write, without the columns that are preset', async () => {
  const tables = `{ table: a,
    insert_permissions: [{ role: p, permission: { columns: [id, b_id], check: {}, set: { b_id: X-Hasura-Id } } }],
    update_permissions: [{ role: q, permission: { columns: [id], filter: {} } }],
    delete_permissions: [{ role: other, permission: { filter: {} } }] }`;
  const { writables } = await build(tables, '[{ role_name: r, role_set: [p, q] }]');
  expect(
    writables.map(({ insert, update, delete: condition }) => [
      insert?.columns.map(({ name }) => name),
      insert?.presets.map(({ column }) => column.name),
      update?.columns.map(({ name }) => name),
      condition,
    ]),
  ).toEqual([[['id'], ['b_id'], ['id'], undefined]]);
});

test('refuses a function that only reads as a mutation', async () => {
  const tracked = '{ function: de_a, configuration: { exposed_as: mutation } }';
  await expect(build('{ table: a }', '[]', 'r', tracked)).rejects.toThrow(/only a VOLATILE function/);
});

test('reads the older spellings of operators in row filters', async () => {
  const { tables } = await build(filtered('{ $and: [{ id: { $ne: 1 } }, { id: { _ne: 2 } }, { id: { $nin: [3] } }] }'));
  const [{ filter } = { filter: undefined }] = tables;
  expect(JSON.stringify(filter).match(/"_n\w+"/g)).toEqual(['"_neq"', '"_neq"', '"_nin"']);
});

test('puts the prefixes and suffixes of the source around the names of root fields and types', async () => {
  const customization = '{ root_fields: { prefix: antes_, suffix: _depois }, type_names: { prefix: Tipo_, suffix: _fim } }';
  const tables = '{ table: a, configuration: { custom_root_fields: { select: todos } } }';
  const schema = printSchema(
    buildRoleSchema(buildRoleModel(await buildTables(tables, '[]', '{ function: de_a }', customization), 'admin')).whole(),
  );
  for (const field of ['antes_todos_depois(', 'antes_a_aggregate_depois(', 'antes_insert_a_one_depois(', 'antes_de_a_depois('])
    expect(schema).toContain(field);
  expect(schema).toContain('by_pk_depois(id: Int!): Tipo_a_fim');
  expect(schema).toContain('input Tipo_a_bool_exp_fim {');
  expect(schema).toContain('id: Int_comparison_exp');
  expect(schema).not.toMatch(/\b(?:type|input|enum) a/);
});

test('knows every role that the metadata names', async () => {
  const tables = `{ table: a,
    select_permissions: [${select('leitor', 'id')}],
    insert_permissions: [{ role: autor, permission: { columns: [id], check: {} } }],
    update_permissions: [{ role: revisor, permission: { columns: [id], filter: {} } }],
    delete_permissions: [{ role: leitor, permission: { filter: {} } }, { role: limpeza, permission: { filter: {} } }] }`;
  const model = await buildTables(tables, '[{ role_name: chefe, role_set: [leitor] }]');
  expect(rolesOf({ ...model, introspectionDisabledFor: ['calado'] })).toEqual([
    'admin',
    'leitor',
    'autor',
    'revisor',
    'limpeza',
    'chefe',
    'calado',
  ]);
});

test('lets a role ask about its schema unless the metadata excludes it, and the service always', async () => {
  const model = { ...(await buildTables('{ table: a }', '[]')), introspectionDisabledFor: ['r', 'admin'] };
  expect(['r', 'q', 'admin'].map((role) => buildRoleModel(model, role).introspects)).toEqual([false, true, true]);
});

test('gives a role the functions whose table it may select from', async () => {
  const tables = `{ table: a, select_permissions: [${select('r', 'id')}] }, { table: b }`;
  const names = async (role: string): Promise<readonly string[]> =>
    (await build(tables, '[]', role, '{ function: de_a }')).functions.map(({ rootNames }) => rootNames.function);
  expect(await names('r')).toEqual(['de_a']);
  expect(await names('q')).toEqual([]);
});

test.each([
  ['{ function: de_a }', ['de_a', 'deA']],
  ['{ function: { schema: outro, name: de_a } }', ['outro_de_a', 'outroDeA']],
  ['{ function: de_a, configuration: { custom_name: minha_lista } }', ['minha_lista', 'minha_lista']],
])('names the field of %s by its schema and its own name, as the source spells names', async (tracked, expected) => {
  const names = ['hasura-default', 'graphql-default'].map(async (convention) => {
    const model = await buildTables('{ table: a }', '[]', tracked, `{ naming_convention: ${convention} }`);
    return buildRoleModel(model, 'admin').functions[0]?.rootNames.function;
  });
  expect(await Promise.all(names)).toEqual(expected);
});

const computed = (table: string, definition: string, name = 'x'): string =>
  `{ table: ${table}, computed_fields: [{ name: ${name}, definition: { ${definition} } }] }`;

test.each([
  ['a function that is not there', computed('a', 'function: nada'), /computed_fields\[0\]: the database has no function public\.nada/],
  ['a function of another row', computed('b', 'function: valor'), /takes no row of public\.b/],
  ['an unknown argument for the row', computed('a', 'function: valor, table_argument: y'), /takes no row of public\.a/],
  ['an unknown argument for the session', computed('a', 'function: valor, session_argument: y'), /has no argument "y"/],
  ['the name of a column', computed('a', 'function: valor', 'b_id'), /"b_id" is already the name of a field/],
  [
    'a permission for one that is not there',
    '{ table: a, select_permissions: [{ role: r, permission: { columns: [id], filter: {}, computed_fields: [x] } }] }',
    /has no computed field "x" that is a value/,
  ],
])('refuses a computed field with %s', async (_, tables, message) => {
  await expect(build(tables)).rejects.toThrow(message);
});

test('refuses a computed field with the name of another one', async () => {
  const field = '{ name: x, definition: { function: paginas } }';
  await expect(modelOf({ tables: `[{ table: livro, computed_fields: [${field}, ${field}] }]` })).rejects.toThrow(
    /computed_fields\[1\]: "x" is already the name of a field/,
  );
});

test.each([
  ['nada', /functions\[0\]: the database has no function public\.nada/],
  ['de_c', /functions\[0\]: the table public\.c is not tracked/],
  ['valor', /functions\[0\]: the function public\.valor does not return rows/],
  ['dupla', /functions\[0\]: the function public\.dupla is overloaded/],
  ['b', /the function "b" has the name that public\.b gives/],
])('refuses the function %s', async (name, message) => {
  await expect(build('{ table: a }, { table: b }', '[]', 'r', `{ function: ${name} }`)).rejects.toThrow(message);
});
