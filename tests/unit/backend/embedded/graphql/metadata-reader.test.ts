import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readMetadata } from '../../../../../server/backend/embedded/graphql/metadata/reader.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'metadata-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  const all = {
    'version.yaml': 'version: 3',
    'databases/databases.yaml': '- { name: default, tables: "!include default/tables.yaml" }',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
    await writeFile(path.join(directory, name), text);
  }
}

describe('reads', () => {
  test('reads both notations of includes, and nested ones', async () => {
    await write({
      'databases/default/tables.yaml': '- "!include a.yaml"\n- !include more/b.yaml\n- table: c\n',
      'databases/default/a.yaml': 'table: { schema: x, name: a }',
      'databases/default/more/b.yaml': 'table: { name: b }',
    });
    const { tables } = await readMetadata(directory);
    expect(tables.map(({ table }) => table)).toEqual([
      { schema: 'x', name: 'a' },
      { schema: 'public', name: 'b' },
      { schema: 'public', name: 'c' },
    ]);
  });

  test('reads includes in quotes, and 16 of them one in another', async () => {
    const chain = (length: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [
          `databases/default/${index === 0 ? 'tables' : index}.yaml`,
          index === length - 1 ? '- table: a' : `'!include "${index + 1}.yaml"'`,
        ]),
      );
    await write(chain(16));
    expect((await readMetadata(directory)).tables).toHaveLength(1);
    await write(chain(17));
    await expect(readMetadata(directory)).rejects.toThrow(/nested more than 16 deep/);
  });

  test.each(['pg', 'postgres'])('reads a database of the kind %s', async (kind) => {
    await write({ 'databases/databases.yaml': `[{ name: default, kind: ${kind}, tables: [{ table: a }] }]` });
    expect((await readMetadata(directory)).tables).toHaveLength(1);
  });

  test.each(['README.md', 'tables.yaml.bak', 'yaml', 'notas.txt'])('reads nothing of a file %s', async (name) => {
    await write({ 'databases/default/tables.yaml': '- table: a', [name]: '{' });
    expect((await readMetadata(directory)).tables).toHaveLength(1);
  });

  test('reads relationships by foreign key, by remote key and by hand', async () => {
    await write({
      'databases/default/tables.yaml': `
- table: a
  object_relationships:
    - { name: um, using: { foreign_key_constraint_on: x_id } }
    - { name: dois, using: { foreign_key_constraint_on: [x, y] } }
    - { name: tres, using: { foreign_key_constraint_on: { column: a_id, table: b } } }
  array_relationships:
    - { name: quatro, using: { foreign_key_constraint_on: { columns: [x, y], table: { schema: s, name: b } } } }
    - { name: cinco, using: { manual_configuration: { remote_table: b, column_mapping: { id: a_id } } } }`,
    });
    const { tables } = await readMetadata(directory);
    expect(tables[0]?.relationships.map(({ kind, name, using }) => ({ kind, name, using }))).toEqual([
      { kind: 'object', name: 'um', using: { kind: 'own-key', columns: ['x_id'] } },
      { kind: 'object', name: 'dois', using: { kind: 'own-key', columns: ['x', 'y'] } },
      { kind: 'object', name: 'tres', using: { kind: 'remote-key', table: { schema: 'public', name: 'b' }, columns: ['a_id'] } },
      { kind: 'array', name: 'quatro', using: { kind: 'remote-key', table: { schema: 's', name: 'b' }, columns: ['x', 'y'] } },
      { kind: 'array', name: 'cinco', using: { kind: 'manual', table: { schema: 'public', name: 'b' }, mapping: [['id', 'a_id']] } },
    ]);
  });

  test('reads version 2, which knows one database', async () => {
    await write({
      'version.yaml': 'version: 2',
      'tables.yaml': '- table: { schema: public, name: a }',
      'functions.yaml': '- function: f',
      'remote_schemas.yaml': '[]',
    });
    await rm(path.join(directory, 'databases'), { recursive: true });
    const { tables, functions, customization } = await readMetadata(directory);
    expect([tables.map(({ table }) => table.name), functions.map(({ name }) => name.name), customization.convention]).toEqual([
      ['a'],
      ['f'],
      'hasura-default',
    ]);
    await write({ 'tables.yaml': '- table: a' });
    await expect(readMetadata(directory)).rejects.toThrow("functions.yaml: is not a file of Hasura's metadata");
  });

  test('reads inherited roles, and the operations that the public is held to', async () => {
    await write({
      'databases/default/tables.yaml': '- table: a',
      'inherited_roles.yaml': '- { role_name: user, role_set: [public] }',
      'allow_list.yaml':
        '- collection: todos\n- { collection: seus, scope: { global: false, roles: [user] } }\n- { collection: nossos, scope: { global: false, roles: [public, user] } }',
      'query_collections.yaml': `
- { name: todos, definition: { queries: [{ name: A, query: "query A { a { id } }" }] } }
- { name: seus, definition: { queries: [{ name: B, query: "query B { b { id } }" }] } }
- { name: nossos, definition: { queries: [{ name: C, query: "query C { c { id } }" }] } }`,
    });
    const { inheritedRoles, allowList } = await readMetadata(directory);
    expect(inheritedRoles.map(({ role, parents }) => ({ role, parents }))).toEqual([{ role: 'user', parents: ['public'] }]);
    expect(allowList).toEqual(['query A { a { id } }', 'query C { c { id } }']);
  });

  test('reads a project without inherited roles and without an allow list', async () => {
    await write({ 'databases/default/tables.yaml': '- table: a', 'allow_list.yaml': '[]', 'query_collections.yaml': '[]' });
    expect(await readMetadata(directory)).toMatchObject({ inheritedRoles: [], allowList: undefined });
  });

  test('reads a directory as Hasura exports it when nothing but tables is used', async () => {
    await write({
      'databases/default/tables.yaml': '- { table: a, computed_fields: [], remote_relationships: [], event_triggers: [] }',
      'databases/databases.yaml':
        '- { name: default, kind: postgres, configuration: { connection_info: {} }, customization: { naming_convention: hasura-default, root_fields: null, type_names: {} }, functions: [], tables: "!include default/tables.yaml" }',
      'actions.graphql': '# no types\n\n',
      'actions.yaml': 'actions: []\ncustom_types: { enums: [], input_objects: [], objects: [], scalars: [] }',
      'allow_list.yaml': '[]',
      'api_limits.yaml': 'depth_limit: { global: 5 }',
      'backend_configs.yaml': '{}',
      'cron_triggers.yaml': '[]',
      'graphql_schema_introspection.yaml': 'disabled_for_roles: [public]',
      'inherited_roles.yaml': '[]',
      'metrics_config.yaml': '{}',
      'network.yaml': 'tls_allowlist: [{ host: a }]',
      'opentelemetry.yaml': 'status: enabled',
      'query_collections.yaml': '[]',
      'remote_schemas.yaml': '[]',
      'rest_endpoints.yaml': '[]',
    });
    expect((await readMetadata(directory)).tables.map(({ table }) => table.name)).toEqual(['a']);
  });
});

describe('refuses, naming file and key', () => {
  test.each<[what: string, files: Record<string, string>, message: RegExp]>([
    [
      'a missing directory part',
      { 'databases/default/tables.yaml': '- "!include nada.yaml"' },
      /tables\.yaml.*\[0\].*cannot read .*nada\.yaml/,
    ],
    ['another version', { 'version.yaml': 'version: 1' }, /version\.yaml.*version: expected version 2 or 3/],
    ['broken YAML', { 'databases/default/tables.yaml': 'a: [' }, /tables\.yaml: /],
    [
      'an include outside the directory',
      { 'databases/default/tables.yaml': '- "!include ../../../etc/passwd"' },
      /outside the metadata directory/,
    ],
    ...['outro.yaml', 'outro.yml', 'outro.json', 'outro.graphql'].map((name): [string, Record<string, string>, RegExp] => [
      `the file ${name}`,
      { [name]: '' },
      /outro\.\w+: is not a file of Hasura's metadata/,
    ]),
    ...['1.5', '"5"', '9007199254740992'].map((limit): [string, Record<string, string>, RegExp] => [
      `the row limit ${limit}`,
      {
        'databases/default/tables.yaml': `- { table: a, select_permissions: [{ role: r, permission: { columns: [], filter: {}, limit: ${limit} } }] }`,
      },
      /permission\.limit: expected a number of at least 0/,
    ]),
    [
      'a database of another kind',
      { 'databases/databases.yaml': '[{ name: default, kind: mssql }]' },
      /databases\.yaml\[0\]\.kind: only postgres is supported by the embedded backend/,
    ],
    ['an include of itself', { 'databases/default/tables.yaml': '"!include tables.yaml"' }, /nested more than 16 deep/],
    ['a table without a name', { 'databases/default/tables.yaml': '- table: { schema: public }' }, /\[0\]\.table\.name: expected a text/],
    ['a list that is none', { 'databases/default/tables.yaml': 'x: 1' }, /expected a list/],
    ['a table tracked twice', { 'databases/default/tables.yaml': '- table: a\n- table: a' }, /public\.a is already tracked/],
    [
      'a relationship without a key',
      { 'databases/default/tables.yaml': '- { table: a, object_relationships: [{ name: b, using: {} }] }' },
      /object_relationships\[0\]\.using: expected foreign_key_constraint_on or manual_configuration/,
    ],
    [
      'a list relationship by a key of its own table',
      { 'databases/default/tables.yaml': '- { table: a, array_relationships: [{ name: b, using: { foreign_key_constraint_on: b_id } }] }' },
      /foreign_key_constraint_on: expected a mapping/,
    ],
    [
      'a mapping without columns',
      {
        'databases/default/tables.yaml':
          '- { table: a, array_relationships: [{ name: b, using: { manual_configuration: { remote_table: b, column_mapping: {} } } }] }',
      },
      /column_mapping: needs at least one column/,
    ],
    [
      'a name that GraphQL cannot spell',
      { 'databases/default/tables.yaml': '- { table: a, configuration: { custom_name: "não" } }' },
      /custom_name: "não" is not a GraphQL name/,
    ],
    [
      'a row limit below 0',
      {
        'databases/default/tables.yaml':
          '- { table: a, select_permissions: [{ role: r, permission: { columns: [], filter: {}, limit: -1 } }] }',
      },
      /permission\.limit: expected a number of at least 0/,
    ],
    [
      'an unknown root field',
      {
        'databases/default/tables.yaml':
          '- { table: a, select_permissions: [{ role: r, permission: { columns: [], filter: {}, query_root_fields: [all] } }] }',
      },
      /query_root_fields\[0\]: expected one of select, select_by_pk, select_aggregate/,
    ],
    [
      'a computed field without a function',
      { 'databases/default/tables.yaml': '- { table: a, computed_fields: [{ name: x }] }' },
      /tables\[0\]\.computed_fields\[0\]\.definition\.function\.name: expected a text/,
    ],
    [
      'a function without a name',
      { 'databases/databases.yaml': '[{ name: default, functions: [{ comment: f }] }]' },
      /databases\.yaml\[0\]\.functions\[0\]\.function\.name: expected a text/,
    ],
    ['no database', { 'databases/databases.yaml': '[]' }, /expected a database/],
    [
      'a second database',
      { 'databases/databases.yaml': '[{ name: a }, { name: b }]' },
      /databases\.yaml\[1\]: a second database is not supported/,
    ],
  ])('%s', async (_, files, message) => {
    await write(files);
    await expect(readMetadata(directory)).rejects.toThrow(message);
  });

  test('an include from a directory beside it whose name begins in the same way', async () => {
    await write({ 'databases/default/tables.yaml': `- "!include ../../../${path.basename(directory)}-outro/a.yaml"` });
    await expect(readMetadata(directory)).rejects.toThrow(/\[0\]: includes a file outside the metadata directory/);
  });

  test('a directory that does not exist', async () => {
    await expect(readMetadata(path.join(directory, 'nada'))).rejects.toMatchObject({
      name: 'MetadataError',
      message: expect.stringMatching(/nada: no such metadata directory$/) as unknown,
      cause: { code: 'ENOENT' },
    });
  });

  test('a file that cannot be read, with the reason', async () => {
    await write({ 'databases/default/tables.yaml': '- "!include nada.yaml"' });
    await expect(readMetadata(directory)).rejects.toMatchObject({ cause: { code: 'ENOENT' } });
  });
});
