/** The values of enum tables: the keys of tables that the metadata marks `is_enum`. */
import type { Queryable } from '../../database.ts';
import { type Catalog, type CatalogTable, tableKey } from '../catalog/catalog.ts';
import { quoteIdentifier, quoteTable } from '../compiler/identifiers.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { MetadataError } from '../metadata/metadata-node.ts';

/** Values by table key. */
export type EnumValues = ReadonlyMap<string, readonly string[]>;

const GRAPHQL_NAME = /^[_A-Za-z][_0-9A-Za-z]*$/;

async function readValues(database: Queryable, table: CatalogTable, place: string): Promise<readonly string[]> {
  const [key, ...more] = table.primaryKey;
  if (key === undefined || more.length > 0) throw new MetadataError(`${place}: an enum table needs a primary key of one column`);
  const column = quoteIdentifier(key);
  const { rows } = await database.query(`select ${column}::text as value from ${quoteTable(table)} order by ${column}`);
  const values = rows.map((row) => String(row['value']));
  const odd = values.find((value) => !GRAPHQL_NAME.test(value));
  if (odd !== undefined) throw new MetadataError(`${place}: the enum value "${odd}" is not a GraphQL name`);
  if (values.length === 0) throw new MetadataError(`${place}: an enum table needs at least one row`);
  return values;
}

/** Reads the values of every enum table of the project. @throws MetadataError, DatabaseError */
export async function loadEnumValues(database: Queryable, catalog: Catalog, metadata: Metadata): Promise<EnumValues> {
  const values = new Map<string, readonly string[]>();
  for (const { table, isEnum, place } of metadata.tables) {
    const found = isEnum ? catalog.table(table.schema, table.name) : undefined;
    if (found !== undefined) values.set(tableKey(table.schema, table.name), await readValues(database, found, place));
  }
  return values;
}
