/** Resolves the relationships of the metadata against the foreign keys of the catalog. */
import type { Catalog, CatalogForeignKey, CatalogTable } from '../catalog/catalog.ts';
import type { RelationshipMetadata, TableMetadata, TableName } from '../metadata/metadata.ts';
import { MetadataError } from '../metadata/metadata-node.ts';
import { qualifiedName } from '../metadata/names.ts';
import type { Relationship } from './tracked-table.ts';

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item) => right.includes(item));
}

function findKey(table: CatalogTable, columns: readonly string[], target?: TableName): CatalogForeignKey | undefined {
  return table.foreignKeys.find(
    (key) =>
      sameSet(
        key.columns.map(([own]) => own),
        columns,
      ) &&
      (target === undefined || (key.schema === target.schema && key.table === target.name)),
  );
}

function requireTable(catalog: Catalog, name: TableName, place: string): CatalogTable {
  const found = catalog.table(name.schema, name.name);
  if (found === undefined) throw new MetadataError(`${place}: the database has no table ${qualifiedName(name)}`);
  return found;
}

function requireColumn(table: CatalogTable, column: string, place: string): void {
  if (table.columns.some(({ name }) => name === column)) return;
  throw new MetadataError(`${place}: table ${qualifiedName(table)} has no column "${column}"`);
}

/** What the keys of the database say of a relationship. */
type Keys = Pick<Relationship, 'target' | 'mapping' | 'isRequired' | 'insertsAfter'>;

function fromOwnKey(own: CatalogTable, columns: readonly string[], place: string): Keys {
  const key = findKey(own, columns);
  if (key === undefined) throw new MetadataError(`${place}: table ${qualifiedName(own)} has no foreign key on ${columns.join(', ')}`);
  const isRequired = columns.every((column) => own.columns.some(({ name, required }) => name === column && required));
  return { target: { schema: key.schema, name: key.table }, mapping: key.columns, isRequired, insertsAfter: false };
}

function fromRemoteKey(own: CatalogTable, remote: CatalogTable, columns: readonly string[], place: string): Keys {
  const key = findKey(remote, columns, own);
  if (key === undefined) {
    throw new MetadataError(
      `${place}: table ${qualifiedName(remote)} has no foreign key on ${columns.join(', ')} to ${qualifiedName(own)}`,
    );
  }
  const mapping = key.columns.map(([theirs, ours]) => [ours, theirs] as const);
  return { target: { schema: remote.schema, name: remote.name }, mapping, isRequired: false, insertsAfter: true };
}

function keysOf(catalog: Catalog, own: CatalogTable, { using, place, kind, insertsAfter = kind === 'array' }: RelationshipMetadata): Keys {
  if (using.kind === 'own-key') return fromOwnKey(own, using.columns, place);
  const remote = requireTable(catalog, using.table, place);
  if (using.kind === 'remote-key') return fromRemoteKey(own, remote, using.columns, place);
  for (const [ours, theirs] of using.mapping) {
    requireColumn(own, ours, place);
    requireColumn(remote, theirs, place);
  }
  return { target: using.table, mapping: using.mapping, isRequired: false, insertsAfter };
}

/** Returns the relationships of a table by name. @throws MetadataError when a key, table or column is not in the database */
export function resolveRelationships(catalog: Catalog, own: CatalogTable, metadata: TableMetadata): ReadonlyMap<string, Relationship> {
  const found = new Map<string, Relationship>();
  for (const item of metadata.relationships) {
    if (found.has(item.name)) throw new MetadataError(`${item.place}: the relationship "${item.name}" is there twice`);
    if (own.columns.some(({ name }) => (metadata.customColumnNames[name] ?? name) === item.name)) {
      throw new MetadataError(`${item.place}: "${item.name}" is already the name of a column`);
    }
    const { kind, name, comment } = item;
    found.set(name, { kind, name, comment, ...keysOf(catalog, own, item) });
  }
  return found;
}
