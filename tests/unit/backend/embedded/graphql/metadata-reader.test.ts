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
  test('both notations of includes, and nested ones', async () => {
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

  test('relationships by foreign key, by remote key and by hand', async () => {
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

  test('the database named default among several', async () => {
    await write({ 'databases/databases.yaml': '[{ name: outra, tables: [{ table: x }] }, { name: default, tables: [{ table: y }] }]' });
    expect((await readMetadata(directory)).tables[0]?.table.name).toBe('y');
  });
});

describe('refuses, naming file and key', () => {
  test.each([
    [
      'a missing directory part',
      { 'databases/default/tables.yaml': '- "!include nada.yaml"' },
      /tables\.yaml.*\[0\].*cannot read .*nada\.yaml/,
    ],
    ['another version', { 'version.yaml': 'version: 2' }, /version\.yaml.*version: expected version 3/],
    ['broken YAML', { 'databases/default/tables.yaml': 'a: [' }, /tables\.yaml: /],
    [
      'an include outside the directory',
      { 'databases/default/tables.yaml': '- "!include ../../../etc/passwd"' },
      /outside the metadata directory/,
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
      'computed fields',
      { 'databases/default/tables.yaml': '- { table: a, computed_fields: [{ name: x }] }' },
      /computed fields are not supported/,
    ],
    [
      'tracked functions',
      { 'databases/databases.yaml': '[{ name: default, functions: [{ function: f }] }]' },
      /tracked functions are not supported/,
    ],
    ['no default database', { 'databases/databases.yaml': '[{ name: a }, { name: b }]' }, /expected a database named default/],
  ])('%s', async (_, files, message) => {
    await write(files);
    await expect(readMetadata(directory)).rejects.toThrow(message);
  });

  test('a directory that does not exist', async () => {
    await expect(readMetadata(path.join(directory, 'nada'))).rejects.toThrow(/no such metadata directory/);
  });
});
