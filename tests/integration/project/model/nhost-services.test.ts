/** The bootstrap and the metadata against the tables that the services of the pinned versions make and track. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SERVICE_TABLES, type ServiceTable } from '../../../support/nhost/service-tables.ts';
import { TABLES } from '../../../unit/project/metadata.ts';
import { column, openProjectDatabase, type ProjectDatabase } from './database.ts';

const SERVICES = Object.entries(SERVICE_TABLES);

let database: ProjectDatabase;

beforeAll(async () => {
  database = await openProjectDatabase();
});
afterAll(() => database.close());

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const texts = async (query: string): Promise<readonly string[]> => (await column(database, query)).map(String);
const columnOf = (table: string, query: string): Promise<readonly string[]> => texts(query.replaceAll('$table', `'${table}'::regclass`));
const pairs = (text: string): Record<string, string> => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return Object.fromEntries(words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : [])));
};
const upper = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

interface Relationship {
  readonly name: string;
  readonly using: {
    readonly foreign_key_constraint_on?: string | { readonly column: string; readonly table: { schema: string; name: string } };
  };
}

interface Tracked {
  readonly is_enum?: boolean;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly object_relationships?: readonly Relationship[];
  readonly array_relationships?: readonly Relationship[];
}

const tracked = (table: string): Tracked => parse(readFileSync(join(TABLES, `${table.replace('.', '_')}.yaml`), 'utf8')) as Tracked;

function rootFields({ roots: [plural, singular] }: ServiceTable): Readonly<Record<string, string>> {
  const [many, one] = [upper(plural), upper(singular)];
  return {
    select: plural,
    select_by_pk: singular,
    select_aggregate: `${plural}Aggregate`,
    insert: `insert${many}`,
    insert_one: `insert${one}`,
    update: `update${many}`,
    update_by_pk: `update${one}`,
    delete: `delete${many}`,
    delete_by_pk: `delete${one}`,
  };
}

/** Relationships by name with what they stand on; those that the site adds are told by their manual configuration. */
function relationships(list: readonly Relationship[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    list.flatMap(({ name, using: { foreign_key_constraint_on: on } }) => {
      if (on === undefined) return [];
      return [[name, typeof on === 'string' ? on : `${on.table.schema}.${on.table.name}.${on.column}`]];
    }),
  );
}

describe.each(SERVICES)('%s', (table, service) => {
  it('has the columns of the service', async () => {
    const found = await columnOf(
      table,
      `select concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then '!' end, pg_get_expr(d.adbin, d.adrelid))
         from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = $table and a.attnum > 0 and not a.attisdropped`,
    );
    expect(found.toSorted()).toEqual(lines(service.columns).toSorted());
  });

  it('has the constraints and triggers of the service', async () => {
    const constraints = await columnOf(
      table,
      `select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = $table and contype in ('p', 'u', 'f', 'c') order by conname`,
    );
    expect(constraints).toEqual(lines(service.constraints));
    // The embedded backend keeps its own account of the files' bytes by triggers of its schema.
    const triggers = await columnOf(
      table,
      `select tgname from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where tgrelid = $table and not tgisinternal and p.pronamespace <> 'embutido'::regnamespace order by tgname`,
    );
    expect(triggers).toEqual(service.triggers ?? []);
  });

  it('is tracked under the names and with the relationships of the service', () => {
    const names = pairs(service.names);
    const config = Object.fromEntries(Object.entries(names).map(([key, field]) => [key, { custom_name: field }]));
    const { is_enum: isEnum, configuration, object_relationships: objects, array_relationships: arrays } = tracked(table);
    expect(isEnum).toBe(service.isEnum);
    expect(configuration).toEqual({
      custom_name: service.customName,
      custom_root_fields: rootFields(service),
      ...(service.names === '' ? {} : { column_config: config, custom_column_names: names }),
    });
    expect(relationships(objects)).toEqual(service.objects ?? {});
    expect(relationships(arrays)).toEqual(service.arrays ?? {});
  });
});

describe('the schemas of the services', () => {
  it('have these tables and no other', async () => {
    const found = await texts(
      `select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('auth', 'storage') and c.relkind in ('r', 'v')`,
    );
    expect(found.toSorted()).toEqual(SERVICES.map(([name]) => name).toSorted());
  });

  it('take an e-mail address in any letter case once, and refuse what is none', async () => {
    await database.exec("insert into auth.users (email, locale) values ('Ana@Instituto.example', 'pt')");
    await expect(database.exec("insert into auth.users (email, locale) values ('ana@instituto.example', 'pt')")).rejects.toThrow(
      'users_email_key',
    );
    await expect(database.exec("insert into auth.users (email, locale) values ('ana', 'pt')")).rejects.toThrow('email_check');
  });

  it('keep the default bucket', async () => {
    await expect(database.exec("delete from storage.buckets where id = 'default'")).rejects.toThrow('default bucket');
    await expect(database.exec("update storage.buckets set id = 'x' where id = 'default'")).rejects.toThrow('default bucket');
  });

  it('hold the kinds of refresh tokens and the providers of the service', async () => {
    expect(await column(database, 'select value from auth.refresh_token_types order by value')).toEqual(['pat', 'regular']);
    expect(await column(database, 'select count(*)::int from auth.providers')).toEqual([15]);
  });
});
