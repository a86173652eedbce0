/** What the database says about itself: tables, views, columns, keys, functions. Read once. */
import { z } from 'zod';
import type { Queryable } from '../../database.ts';
import type { TableName } from '../metadata/metadata.ts';
import { CATALOG_QUERY, FUNCTIONS_QUERY } from './query.ts';

const columnSchema = z.object({
  name: z.string(),
  /** Name of the type, of the element type for an array. */
  type: z.string(),
  /** The same type as SQL text, qualified and quoted by the database. */
  sqlType: z.string(),
  isArray: z.boolean(),
  required: z.boolean(),
  /** False where no statement may set it: generated, identity "always", or an expression of a view. */
  writable: z.boolean(),
  comment: z.string().nullable(),
});

const foreignKeySchema = z.object({
  name: z.string(),
  schema: z.string(),
  table: z.string(),
  /** Pairs of own column and referenced column. */
  columns: z.array(z.tuple([z.string(), z.string()])),
});

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.string(),
  comment: z.string().nullable(),
  columns: z.array(columnSchema),
  /** Bits of what may be done with its rows: 8 insert, 4 update, 16 delete (`pg_relation_is_updatable`). */
  events: z.number(),
  /** The primary and unique constraints. */
  uniqueKeys: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  primaryKey: z.array(z.string()),
  foreignKeys: z.array(foreignKeySchema),
});

const tableNameSchema = z.object({ schema: z.string(), name: z.string() });

const typeSchema = z.object({ type: z.string(), sqlType: z.string(), isArray: z.boolean() });

const functionSchema = z.object({
  schema: z.string(),
  name: z.string(),
  /** Whether it gives any number of results. */
  isSet: z.boolean(),
  /** Whether it may write. */
  isVolatile: z.boolean(),
  comment: z.string().nullable(),
  /** The table or view whose rows it gives, or else the type of what it gives; neither for what is no value. */
  table: tableNameSchema.nullable(),
  result: typeSchema.nullable(),
  arguments: z.array(
    typeSchema.extend({
      /** Empty where it has none. */
      name: z.string(),
      hasDefault: z.boolean(),
      /** The table whose row it takes. */
      table: tableNameSchema.nullable(),
    }),
  ),
});

export type CatalogColumn = Readonly<z.infer<typeof columnSchema>>;
export type CatalogForeignKey = Readonly<z.infer<typeof foreignKeySchema>>;
export type CatalogTable = Readonly<z.infer<typeof tableSchema>>;
export type CatalogFunction = Readonly<z.infer<typeof functionSchema>>;

export interface Catalog {
  /** Returns the table or view with this name, undefined when the database has none. */
  table(schema: string, name: string): CatalogTable | undefined;
  /** Returns the functions with this name: more than one where it is overloaded. */
  functions(schema: string, name: string): readonly CatalogFunction[];
}

/** A key for maps: no name in Postgres has a zero byte. */
export function tableKey({ schema, name }: TableName): string {
  return `${schema}\0${name}`;
}

/** Reads the catalog of the connected database. @throws DatabaseError */
export async function loadCatalog(database: Queryable): Promise<Catalog> {
  const [tables, functions] = [await database.query(CATALOG_QUERY), await database.query(FUNCTIONS_QUERY)];
  const known = z.array(tableSchema).parse(JSON.parse(String(tables.rows[0]?.['catalog'])));
  const byName = new Map(known.map((table) => [tableKey(table), table]));
  const callable = z.array(functionSchema).parse(JSON.parse(String(functions.rows[0]?.['functions'])));
  return {
    table: (schema, name) => byName.get(tableKey({ schema, name })),
    functions: (schema, name) => callable.filter((item) => item.schema === schema && item.name === name),
  };
}
