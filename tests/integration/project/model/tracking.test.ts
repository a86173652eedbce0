import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { TABLES_WITHOUT_PAGES } from '../../../../shared/content/content-rules.ts';
import type { TrackedTable } from '../../../unit/project/metadata.ts';
import { includedFiles, METADATA, PROJECT, readTables, TABLES } from '../../../unit/project/metadata.ts';
import type { Catalog, ForeignKey } from './catalog.ts';
import { readCatalog } from './catalog.ts';
import { column, openProjectDatabase, type ProjectDatabase } from './database.ts';

const tables = readTables();
/** Tables that no page shows: live queries are told of their changes, caches are not. */
const WITHOUT_PAGES = TABLES_WITHOUT_PAGES.map((table) => `public.${table}`);
const MIGRATIONS = join(PROJECT, 'nhost/migrations/default');

let database: ProjectDatabase;
let catalog: Catalog;

beforeAll(async () => {
  database = await openProjectDatabase();
  catalog = await readCatalog(database);
});

afterAll(async () => {
  await database.close();
});

function hasForward(key: ForeignKey): boolean {
  const relationships = tables.get(key.child)?.object_relationships ?? [];
  return relationships.some(({ using }) => 'foreign_key_constraint_on' in using && using.foreign_key_constraint_on === key.column);
}

/** An array, or for a key that is itself the primary key (one to one) an object configured by hand. */
function hasBackward(key: ForeignKey): boolean {
  const parent = tables.get(key.parent);
  const asArray = parent?.array_relationships.some(
    ({ using }) =>
      'foreign_key_constraint_on' in using &&
      using.foreign_key_constraint_on.table === key.child &&
      using.foreign_key_constraint_on.column === key.column,
  );
  const asObject = parent?.object_relationships.some(
    ({ using }) =>
      'manual_configuration' in using &&
      using.manual_configuration.remote_table === key.child &&
      using.manual_configuration.column_mapping[key.parent_column] === key.column,
  );
  return asArray === true || asObject === true;
}

type Relationship = TrackedTable['object_relationships'][number] | TrackedTable['array_relationships'][number];

function standsOnSomething(table: string, { using }: Relationship): boolean {
  if ('manual_configuration' in using) {
    const { remote_table: remote, column_mapping: mapping } = using.manual_configuration;
    return Object.entries(mapping).every(
      ([from, to]) => catalog.columns.get(table)?.includes(from) === true && catalog.columns.get(remote)?.includes(to) === true,
    );
  }
  const on = using.foreign_key_constraint_on;
  if (typeof on === 'string') return catalog.foreignKeys.some((key) => key.child === table && key.column === on);
  return catalog.foreignKeys.some((key) => key.child === on.table && key.column === on.column && key.parent === table);
}

function fieldNames(table: TrackedTable): readonly string[] {
  const relationships = [...table.object_relationships, ...table.array_relationships];
  return [...(catalog.columns.get(table.table) ?? []), ...relationships.map(({ name }) => name)];
}

describe('the project folder', () => {
  it('holds every file that a deployment reads', () => {
    const names =
      'version actions allow_list api_limits backend_configs cron_triggers graphql_schema_introspection inherited_roles metrics_config ' +
      'network opentelemetry query_collections remote_schemas rest_endpoints databases/databases';
    const files = ['actions.graphql', ...names.split(' ').map((name) => `${name}.yaml`)];
    expect(files.filter((file) => !existsSync(join(METADATA, file)))).toEqual([]);
    expect(parse(readFileSync(join(METADATA, 'version.yaml'), 'utf8'))).toEqual({ version: 3 });
  });

  it('closes introspection to the public and to those who only signed in', () => {
    const introspection: unknown = parse(readFileSync(join(METADATA, 'graphql_schema_introspection.yaml'), 'utf8'));
    expect(introspection).toEqual({ disabled_for_roles: ['public', 'user', 'me'] });
  });

  it('names each migration with 13 digits and gives it both directions', () => {
    const folders = readdirSync(MIGRATIONS);
    expect(folders.filter((folder) => !/^\d{13}_[a-z_]+$/u.test(folder))).toEqual([]);
    expect(folders.filter((folder) => readdirSync(join(MIGRATIONS, folder)).toSorted().join() !== 'down.sql,up.sql')).toEqual([]);
  });

  it('includes each table file once and no other, each named after its table', () => {
    const onDisk = readdirSync(TABLES).filter((file) => file !== 'tables.yaml');
    expect(includedFiles().toSorted()).toEqual(onDisk.toSorted());
    expect(includedFiles().filter((file) => !tables.has(file.replace('_', '.').replace('.yaml', '')))).toEqual([]);
  });
});

describe('tracking', () => {
  it('covers every table and view, and nothing else', () => {
    expect([...tables.keys()].toSorted()).toEqual([...catalog.columns.keys()].toSorted());
  });

  it('has both relationships of every foreign key of the content', () => {
    const keys = catalog.foreignKeys.filter(({ child }) => child.startsWith('public.'));
    expect(keys.length).toBeGreaterThan(60);
    const missing = keys.filter((key) => !hasForward(key) || !hasBackward(key));
    expect(missing.map((key) => `${key.child}.${key.column}`)).toEqual([]);
  });

  it('has no relationship without its foreign key or columns', () => {
    const groundless = [...tables.values()].flatMap((table) =>
      [...table.object_relationships, ...table.array_relationships]
        .filter((relationship) => !standsOnSomething(table.table, relationship))
        .map(({ name }) => `${table.table}.${name}`),
    );
    expect(groundless).toEqual([]);
  });

  it('gives each field of a table a name of its own', () => {
    const ambiguous = [...tables.values()].filter((table) => new Set(fieldNames(table)).size !== fieldNames(table).length);
    expect(ambiguous.map(({ table }) => table)).toEqual([]);
  });
});

describe('change notices', () => {
  it('come from an event trigger for the same tables as from the database', async () => {
    const notified = await column(
      database,
      `select 'public.' || c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'notificar_mudanca'`,
    );
    const hooked = [...tables.values()].filter((table) => table.event_triggers.length > 0).map(({ table }) => table);
    expect(new Set([...hooked, ...WITHOUT_PAGES])).toEqual(new Set(notified));
    expect(hooked.filter((table) => WITHOUT_PAGES.includes(table))).toEqual([]);
  });

  it('cover every public table that an editor may write', () => {
    const silent = [...tables.values()].filter(
      (table) =>
        table.table.startsWith('public.') &&
        table.event_triggers.length === 0 &&
        !WITHOUT_PAGES.includes(table.table) &&
        (table.insert_permissions.length > 0 || table.update_permissions.length > 0),
    );
    expect(silent.map(({ table }) => table)).toEqual([]);
  });

  it('have event triggers of different names', () => {
    const names = [...tables.values()].flatMap((table) => table.event_triggers.map(({ name }) => name));
    expect(names).toHaveLength(new Set(names).size);
  });
});
