/** Keys and files of the metadata that this backend does not support, and those that no metadata has: refused by name, never ignored. */
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

async function read(files: Readonly<Record<string, string>>): Promise<unknown> {
  const all = { 'version.yaml': 'version: 3', 'databases/databases.yaml': '- { name: default, tables: [] }', ...files };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
    await writeFile(path.join(directory, name), text);
  }
  return readMetadata(directory);
}

const inSource = (text: string): Record<string, string> => ({ 'databases/databases.yaml': `- { name: default, tables: [], ${text} }` });
const inTable = (text: string): Record<string, string> => ({
  'databases/databases.yaml': `- { name: default, tables: [{ table: a, ${text} }] }`,
});
const inPermission = (text: string): Record<string, string> =>
  inTable(`select_permissions: [{ role: r, permission: { columns: [], filter: {}, ${text} } }]`);
const inUsing = (text: string): Record<string, string> => inTable(`array_relationships: [{ name: b, using: ${text} }]`);

describe('a feature that this backend does not have', () => {
  test.each<[string, Record<string, string>, string]>([
    ['actions', { 'actions.yaml': 'actions: [{ name: a }]' }, 'actions.yaml: actions.yaml.actions'],
    ['types of actions', { 'actions.yaml': 'custom_types: { enums: [{ name: a }] }' }, 'actions.yaml: actions.yaml.custom_types'],
    ['the schema of actions', { 'actions.graphql': 'type A { b: Int }' }, 'actions.graphql'],
    [
      'backend configs',
      { 'backend_configs.yaml': 'dataconnector: { a: { uri: b } }' },
      'backend_configs.yaml: backend_configs.yaml.dataconnector',
    ],
    ['cron triggers', { 'cron_triggers.yaml': '[{ name: a }]' }, 'cron_triggers.yaml'],
    ['remote schemas', { 'remote_schemas.yaml': '[{ name: a }]' }, 'remote_schemas.yaml'],
    ['REST endpoints', { 'rest_endpoints.yaml': '[{ name: a }]' }, 'rest_endpoints.yaml'],
    [
      'another result of a function',
      inSource('functions: [{ function: f, configuration: { response: { type: table } } }]'),
      '.configuration.response',
    ],
    ['native queries', inSource('native_queries: [{ root_field_name: a }]'), '[0].native_queries'],
    ['logical models', inSource('logical_models: [{ name: a }]'), '[0].logical_models'],
    ['stored procedures', inSource('stored_procedures: [{ returns: a }]'), '[0].stored_procedures'],
    ['a namespace of root fields', inSource('customization: { root_fields: { namespace: a } }'), '.customization.root_fields.namespace'],
    ['another kind of database', inSource('kind: mssql'), '[0].kind'],
    ['remote relationships', inTable('remote_relationships: [{ name: a }]'), '[0].remote_relationships'],
    ['Apollo Federation', inTable('apollo_federation_config: { enable: v1 }'), '[0].apollo_federation_config'],
    ['event triggers', inTable('event_triggers: [{ name: e, webhook: "https://a.example" }]'), '[0].event_triggers[0]'],
    [
      'a relationship to a native query',
      inUsing('{ manual_configuration: { remote_table: b, column_mapping: { a: b }, remote_native_query: c } }'),
      '.manual_configuration.remote_native_query',
    ],
  ])('%s', async (_, files, key) => {
    const reading = read(files);
    await expect(reading).rejects.toThrow(key);
    await expect(reading).rejects.toThrow('supported by the embedded backend');
  });
});

test.each<[string, Record<string, string>]>([
  ['comments and blank lines in the schema of actions', { 'actions.graphql': '# nothing\n   # at all\n\t\n' }],
  ['a list of empty mappings', inTable('remote_relationships: [{ a: [], b: "  ", c: null }]')],
  ['a blank text', inTable('apollo_federation_config: " "')],
  ['an empty mapping in a file', { 'backend_configs.yaml': 'dataconnector: { a: {} }' }],
])('%s asks for no feature', async (_, files) => {
  await expect(read(files)).resolves.toBeDefined();
});

test.each(['0', 'false', '[{ a: [0] }]'])('the value %s asks for a feature', async (value) => {
  await expect(read(inTable(`remote_relationships: ${value}`))).rejects.toThrow(
    '[0].remote_relationships: is not supported by the embedded backend',
  );
});

describe('a name that no metadata has', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a file', { 'alow_list.yaml': '[]' }, 'alow_list.yaml: is not a file of'],
    ['a file of version 2', { 'tables.yaml': '[]' }, 'tables.yaml: is not a file of'],
    ['a key of a database', inSource('table: []'), '[0].table: is not a key of'],
    ['a key of a table', inTable('select_permision: []'), '[0].select_permision: is not a key of'],
    ['a key of its configuration', inTable('configuration: { name: a }'), '.configuration.name: is not a key of'],
    ['a root field', inTable('configuration: { custom_root_fields: { selct: a } }'), '.custom_root_fields.selct: is not a key of'],
    ['a key of a column', inTable('configuration: { column_config: { a: { name: b } } }'), '.column_config.a.name: is not a key of'],
    ['a key of a relationship', inTable('object_relationships: [{ name: b, usin: {} }]'), '[0].usin: is not a key of'],
    ['a kind of relationship', inUsing('{ foreign_key: b }'), '.using.foreign_key: is not a key of'],
    ['a key of a foreign key', inUsing('{ foreign_key_constraint_on: { colunm: b, table: c } }'), '.colunm: is not a key of'],
    ['a key of a manual relationship', inUsing('{ manual_configuration: { mapping: {} } }'), '.mapping: is not a key of'],
    ['a key of a computed field', inTable('computed_fields: [{ name: b, function: c }]'), '[0].function: is not a key of'],
    ['a key of a function', inSource('functions: [{ function: f, configuration: { exposed: query } }]'), '.exposed: is not a key of'],
    ['a key of a permission', inPermission('filters: {}'), '.permission.filters: is not a key of'],
    ['a key beside a permission', inTable('select_permissions: [{ role: r, permision: {} }]'), '[0].permision: is not a key of'],
    ['a key of an inherited role', { 'inherited_roles.yaml': '[{ role_name: a, roles: [b] }]' }, '[0].roles: is not a key of'],
    [
      'a key of the allow list',
      { 'allow_list.yaml': '[{ colection: a }]', 'query_collections.yaml': '[]' },
      '[0].colection: is not a key of',
    ],
    [
      'a key of a scope',
      {
        'allow_list.yaml': '[{ collection: a, scope: { role: [b] } }]',
        'query_collections.yaml': '[{ name: a, definition: { queries: [] } }]',
      },
      '[0].scope.role: is not a key of',
    ],
    [
      'a query collection',
      { 'allow_list.yaml': '[{ collection: a }]', 'query_collections.yaml': '[]' },
      'there is no query collection "a"',
    ],
  ])('%s', async (_, files, message) => {
    await expect(read(files)).rejects.toThrow(message);
  });
});

describe('inherited roles', () => {
  test.each([
    ['a circle', '[{ role_name: a, role_set: [b] }, { role_name: b, role_set: [a] }]', 'the role "a" inherits from itself'],
    ['no parent', '[{ role_name: a, role_set: [] }]', 'needs at least one role'],
  ])('%s is refused', async (_, text, message) => {
    await expect(read({ 'inherited_roles.yaml': text })).rejects.toThrow(message);
  });
});
