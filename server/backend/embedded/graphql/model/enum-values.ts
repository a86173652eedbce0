/** The values of enum tables: the keys of tables that the metadata marks `is_enum`. */
import type { Queryable } from '../../database.ts';
import { type Catalog, type CatalogTable, tableKey } from '../catalog/catalog.ts';
import { quoteIdentifier, quoteTable } from '../compiler/identifiers.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { MetadataError } from '../metadata/metadata-node.ts';
import { GRAPHQL_NAME } from '../metadata/names.ts';

export interface EnumValue {
  readonly name: string;
  readonly comment: string | null;
}

/** Values by table key. */
export type EnumValues = ReadonlyMap<string, readonly EnumValue[]>;

async function readValues(database: Queryable, table: CatalogTable, place: string): Promise<readonly EnumValue[]> {
  const [key, ...more] = table.primaryKey;
  if (key === undefined || more.length > 0) throw new MetadataError(`${place}: an enum table needs a primary key of one column`);
  const column = quoteIdentifier(key);
  // A second column, and no third, describes the values (Hasura: enum tables).
  const [other, third] = table.columns.filter(({ name }) => name !== key);
  const comment = other === undefined || third !== undefined ? 'null' : `${quoteIdentifier(other.name)}::text`;
  const { rows } = await database.query(
    `select ${column}::text as value, ${comment} as comment from ${quoteTable(table)} order by ${column}`,
  );
  const values = rows.map((row) => ({ name: String(row['value']), comment: typeof row['comment'] === 'string' ? row['comment'] : null }));
  const odd = values.find(({ name }) => !GRAPHQL_NAME.test(name));
  if (odd !== undefined) throw new MetadataError(`${place}: the enum value "${odd.name}" is not a GraphQL name`);
  if (values.length === 0) throw new MetadataError(`${place}: an enum table needs at least one row`);
  return values;
}

/** Reads the values of every enum table of the project. @throws MetadataError, DatabaseError */
export async function loadEnumValues(database: Queryable, catalog: Catalog, metadata: Metadata): Promise<EnumValues> {
  const values = new Map<string, readonly EnumValue[]>();
  for (const { table, isEnum, place } of metadata.tables) {
    const found = isEnum ? catalog.table(table.schema, table.name) : undefined;
    if (found !== undefined) values.set(tableKey(table), await readValues(database, found, place));
  }
  return values;
}
