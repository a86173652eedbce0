/** Every column of public content is read: by an operation of the site, by a view, or by a function of the database. */
import { type FieldNode, type FragmentDefinitionNode, Kind, parse, type SelectionSetNode, type ValueNode } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QUERY_TEXTS } from '../../../../shared/graphql/generated/all.ts';
import { readTables, type TrackedTable } from '../../../unit/project/metadata.ts';
import { openProjectDatabase, type ProjectDatabase } from './database.ts';

/** Columns that tell the staff something, and nothing else. */
const FOR_THE_STAFF = [
  // Which day without work it is.
  'public.feriado.nome',
  'public.feriado.ambito',
  // Who did it, and what was there before.
  'public.arquivo.enviado_por',
  'public.documento_versao.alterado_por',
  'public.documento_versao.snapshot',
];

/** Kept for the administration: when a row was written, its version, and the order of choices. */
const OF_EVERY_TABLE = /\.(?:criado_em|atualizado_em|versao|ordem)$/;

/** Columns that a view reads; those that a function names together with their table, or for any table; those that tell rows apart or lead to others. */
const READ_BY_SQL = `
select n.nspname || '.' || c.relname as table, a.attname::text as column
  from pg_depend d
  join pg_class c on c.oid = d.refobjid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
 where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass
union
select t.name, a.attname::text
  from unnest($1::text[]) t (name)
  join pg_attribute a on a.attrelid = t.name::regclass and a.attnum > 0
  join pg_proc p on p.prosrc ~ ('\\m' || a.attname || '\\M')
   and (p.prosrc ~ ('\\m' || split_part(t.name, '.', 2) || '\\M') or p.pronamespace = 'contagem'::regnamespace)
 where p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
union
select n.nspname || '.' || c.relname, a.attname::text
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
 where k.contype in ('p', 'f')`;

const COLUMNS = `
select t.name as table, a.attname::text as column
  from unnest($1::text[]) t (name) join pg_attribute a on a.attrelid = t.name::regclass and a.attnum > 0 and not a.attisdropped`;

const FOREIGN_KEYS = `
select conrelid::regclass::text as table, (select attname::text from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as column,
       confrelid::regclass::text as other
  from pg_constraint where contype = 'f'`;

/** The tables whose rows the functions of the root return. */
const FUNCTIONS = `
select proname::text as column, prorettype::regtype::text as table from pg_proc
 where pronamespace = 'public'::regnamespace and prorettype in (select reltype from pg_class)`;

interface Named {
  readonly table: string;
  readonly column: string;
  readonly other: string;
}

let database: ProjectDatabase;
beforeAll(async () => {
  database = await openProjectDatabase();
});
afterAll(() => database.close());

const TABLES = readTables();
const CONTENT = [...TABLES.values()]
  .filter(({ table, select_permissions }) => table.startsWith('public.') && select_permissions.some(({ role }) => role === 'public'))
  .map(({ table }) => table);

const rows = async (query: string, values: unknown[] = []): Promise<readonly Named[]> => (await database.query<Named>(query, values)).rows;
const inPublic = (name: string): string => (name.includes('.') ? name : `public.${name}`);
const nameOf = ({ table, column }: Named): string => `${inPublic(table)}.${column}`;

/** Collects the columns that operations name, as `schema.table.column`. */
class Reader {
  readonly columns = new Set<string>();
  readonly #keys: ReadonlyMap<string, string>;
  #fragments: ReadonlyMap<string, FragmentDefinitionNode> = new Map();

  constructor(foreignKeys: readonly Named[]) {
    this.#keys = new Map(foreignKeys.map((key) => [nameOf(key), inPublic(key.other)]));
  }

  operation(text: string, tableOf: (field: string) => string): void {
    const { definitions } = parse(text);
    this.#fragments = new Map(
      definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).map((fragment) => [fragment.name.value, fragment]),
    );
    for (const definition of definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      for (const field of definition.selectionSet.selections)
        if (field.kind === Kind.FIELD) this.#field(tracked(tableOf(field.name.value)), field);
    }
  }

  #field(table: TrackedTable, { arguments: given = [], selectionSet }: FieldNode): void {
    for (const { value } of given) this.#value(table, value);
    this.#selection(table, selectionSet);
  }

  #selection(table: TrackedTable, set: SelectionSetNode | undefined): void {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) this.#selection(table, this.#fragments.get(selection.name.value)?.selectionSet);
      if (selection.kind !== Kind.FIELD) continue;
      const name = selection.name.value;
      const target = this.#target(table, name);
      // The fields of an aggregate are those of its own table.
      if (target !== undefined) this.#field(target, selection);
      else if (selection.selectionSet !== undefined) this.#selection(table, selection.selectionSet);
      else this.columns.add(`${table.table}.${name}`);
    }
  }

  /** The columns of conditions and orders. */
  #value(table: TrackedTable, value: ValueNode): void {
    if (value.kind === Kind.LIST) for (const item of value.values) this.#value(table, item);
    if (value.kind === Kind.ENUM) this.columns.add(`${table.table}.${value.value}`);
    if (value.kind !== Kind.OBJECT) return;
    for (const { name, value: inner } of value.fields) {
      this.columns.add(`${table.table}.${name.value}`);
      this.#value(this.#target(table, name.value) ?? table, inner);
    }
  }

  /** The table that a relationship leads to; its columns are read by it. */
  #target(table: TrackedTable, field: string): TrackedTable | undefined {
    const name = field.replace(/_aggregate$/, '');
    const using = [...table.object_relationships, ...table.array_relationships].find((relationship) => relationship.name === name)?.using;
    if (using === undefined) return undefined;
    if ('manual_configuration' in using) {
      const { remote_table, column_mapping } = using.manual_configuration;
      for (const [own, remote] of Object.entries(column_mapping))
        this.columns.add(`${table.table}.${own}`).add(`${remote_table}.${remote}`);
      return tracked(remote_table);
    }
    const key = using.foreign_key_constraint_on;
    return tracked(typeof key === 'string' ? (this.#keys.get(`${table.table}.${key}`) ?? '') : key.table);
  }
}

function tracked(name: string): TrackedTable {
  const table = TABLES.get(name);
  if (table === undefined) throw new Error(`${name} is not tracked`);
  return table;
}

it('every column of public content is read, and those of FOR_THE_STAFF by nothing', async () => {
  const functions = new Map((await rows(FUNCTIONS)).map(({ column, table }) => [column, inPublic(table)]));
  const reader = new Reader(await rows(FOREIGN_KEYS));
  for (const text of Object.values(QUERY_TEXTS)) {
    reader.operation(text, (field) => functions.get(field) ?? `public.${field.replace(/_(?:by_pk|aggregate)$/, '')}`);
  }
  const read = new Set([...reader.columns, ...(await rows(READ_BY_SQL, [CONTENT])).map(nameOf)]);
  const unread = (await rows(COLUMNS, [CONTENT])).map(nameOf).filter((name) => !read.has(name) && !OF_EVERY_TABLE.test(name));
  expect(unread.toSorted()).toEqual(FOR_THE_STAFF.toSorted());
});
