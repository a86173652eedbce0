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

function fromOwnKey(own: CatalogTable, metadata: RelationshipMetadata, columns: readonly string[]): Relationship {
  const key = findKey(own, columns);
  if (key === undefined)
    throw new MetadataError(`${metadata.place}: table ${qualifiedName(own)} has no foreign key on ${columns.join(', ')}`);
  const isRequired = columns.every((column) => own.columns.some(({ name, required }) => name === column && required));
  return {
    kind: metadata.kind,
    name: metadata.name,
    target: { schema: key.schema, name: key.table },
    mapping: key.columns,
    isRequired,
    insertsAfter: false,
    comment: metadata.comment,
  };
}

function fromRemoteKey(own: CatalogTable, remote: CatalogTable, metadata: RelationshipMetadata, columns: readonly string[]): Relationship {
  const key = findKey(remote, columns, own);
  if (key === undefined) {
    throw new MetadataError(
      `${metadata.place}: table ${qualifiedName(remote)} has no foreign key on ${columns.join(', ')} to ${qualifiedName(own)}`,
    );
  }
  const mapping = key.columns.map(([theirs, ours]) => [ours, theirs] as const);
  return {
    kind: metadata.kind,
    name: metadata.name,
    target: { schema: remote.schema, name: remote.name },
    mapping,
    isRequired: false,
    insertsAfter: true,
    comment: metadata.comment,
  };
}

function resolve(catalog: Catalog, own: CatalogTable, metadata: RelationshipMetadata): Relationship {
  const { using, place } = metadata;
  if (using.kind === 'own-key') return fromOwnKey(own, metadata, using.columns);
  const remote = requireTable(catalog, using.table, place);
  if (using.kind === 'remote-key') return fromRemoteKey(own, remote, metadata, using.columns);
  for (const [ours, theirs] of using.mapping) {
    requireColumn(own, ours, place);
    requireColumn(remote, theirs, place);
  }
  const insertsAfter = metadata.insertsAfter ?? metadata.kind === 'array';
  const { kind, name, comment } = metadata;
  return { kind, name, target: using.table, mapping: using.mapping, isRequired: false, insertsAfter, comment };
}

/** Returns the relationships of a table by name. @throws MetadataError when a key, table or column is not in the database */
export function resolveRelationships(catalog: Catalog, own: CatalogTable, metadata: TableMetadata): ReadonlyMap<string, Relationship> {
  const found = new Map<string, Relationship>();
  for (const item of metadata.relationships) {
    if (found.has(item.name)) throw new MetadataError(`${item.place}: the relationship "${item.name}" is there twice`);
    if (own.columns.some(({ name }) => (metadata.customColumnNames[name] ?? name) === item.name)) {
      throw new MetadataError(`${item.place}: "${item.name}" is already the name of a column`);
    }
    found.set(item.name, resolve(catalog, own, item));
  }
  return found;
}
