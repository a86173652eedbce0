/** Joins catalog and metadata into the tracked tables, and refuses metadata that names what the database does not have. */
import { type Catalog, type CatalogColumn, type CatalogTable, tableKey } from '../catalog/catalog.ts';
import { ensured } from '../errors.ts';
import { type Metadata, MUTATION_KINDS, type MutationKind, ROOT_KINDS, type RootKind, type TableMetadata } from '../metadata/metadata.ts';
import { MetadataError } from '../metadata/metadata-node.ts';
import { GRAPHQL_NAME, labelOf, qualifiedName } from '../metadata/names.ts';
import { describeScalar, STRING_SCALAR } from '../scalars/postgres-scalars.ts';
import type { EnumValues } from './enum-values.ts';
import { buildComputedFields, buildFunction } from './functions.ts';
import { createNaming, type Naming } from './naming.ts';
import { resolveRelationships } from './relationships.ts';
import type { Column, ColumnType, Model, Table, TrackedFunction } from './tracked-table.ts';

// The bits of pg_relation_is_updatable.
const UPDATE = 4;
const INSERT = 8;
const DELETE = 16;

interface Sources {
  readonly catalog: Catalog;
  readonly metadata: Metadata;
  readonly enums: EnumValues;
  /** Whether numbers that JavaScript cannot hold are answered as texts. */
  readonly stringifiesNumerics?: boolean;
}

interface NamedSources extends Sources {
  readonly naming: Naming;
}

/** The name that the metadata or the database gives; root fields and types are named after it. */
function typeNameOf(metadata: TableMetadata): string {
  const { schema, name } = metadata.table;
  const typeName = metadata.customName ?? (schema === 'public' ? name : `${schema}_${name}`);
  if (!GRAPHQL_NAME.test(typeName)) throw new MetadataError(`${metadata.place}: "${typeName}" needs a custom_name that GraphQL can spell`);
  return typeName;
}

/** The type of a column; a single-column foreign key to an enum table makes it that enum. */
function columnType(sources: Sources, table: CatalogTable, column: CatalogColumn): ColumnType {
  const plain = { scalar: describeScalar(column.type, column.sqlType, sources.stringifiesNumerics), isArray: column.isArray };
  const key = table.foreignKeys.find(({ columns: [first, second] }) => first?.[0] === column.name && second === undefined);
  const enumValues = key === undefined ? undefined : sources.enums.get(tableKey({ schema: key.schema, name: key.table }));
  if (key === undefined || enumValues === undefined) return plain;
  const target = ensured(sources.metadata.tables.find(({ table: name }) => name.schema === key.schema && name.name === key.table));
  const scalar = { ...STRING_SCALAR, name: `${typeNameOf(target)}_enum`, sqlType: column.sqlType, isText: false };
  return { scalar, isArray: false, enumValues };
}

function buildColumns(sources: NamedSources, table: CatalogTable, metadata: TableMetadata): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  for (const column of table.columns) {
    const field = metadata.customColumnNames[column.name] ?? sources.naming.field(column.name);
    // A column whose name GraphQL cannot spell is left out until the metadata names it.
    if (!GRAPHQL_NAME.test(field) || field.startsWith('__')) continue;
    const type = columnType(sources, table, column);
    const { name, required, writable, comment } = column;
    columns.set(name, {
      name,
      field,
      type,
      isRequired: required,
      isWritable: writable,
      comment: metadata.comments.columns[name] ?? comment,
    });
  }
  const unknown = Object.keys(metadata.customColumnNames).find((name) => !columns.has(name));
  if (unknown !== undefined) throw new MetadataError(`${metadata.place}: configuration names the unknown column "${unknown}"`);
  return columns;
}

/** The words before and behind the name of a table. */
const ROOT_WORDS: Readonly<Record<RootKind | MutationKind, readonly [before: string, behind: string]>> = {
  select: ['', ''],
  select_by_pk: ['', '_by_pk'],
  select_aggregate: ['', '_aggregate'],
  select_stream: ['', '_stream'],
  insert: ['insert_', ''],
  insert_one: ['insert_', '_one'],
  update: ['update_', ''],
  update_by_pk: ['update_', '_by_pk'],
  update_many: ['update_', '_many'],
  delete: ['delete_', ''],
  delete_by_pk: ['delete_', '_by_pk'],
};

function rootNamesOf(naming: Naming, table: TableMetadata): Table['rootNames'] {
  const base = { name: typeNameOf(table), isCustom: table.customName !== undefined };
  const nameOf = (kind: RootKind | MutationKind): string => {
    const custom = table.customRootFields[kind];
    return custom === undefined ? naming.root(base, ...ROOT_WORDS[kind]) : naming.customRoot(custom);
  };
  const kinds = [...ROOT_KINDS, ...MUTATION_KINDS];
  return Object.fromEntries(kinds.map((kind) => [kind, nameOf(kind)])) as Table['rootNames'];
}

function buildTable(sources: NamedSources, metadata: TableMetadata): Table {
  const { schema, name } = metadata.table;
  const table = sources.catalog.table(schema, name);
  if (table === undefined) throw new MetadataError(`${metadata.place}: the database has no table ${qualifiedName(metadata.table)}`);
  const typeName = typeNameOf(metadata);
  const columns = buildColumns(sources, table, metadata);
  const key = table.primaryKey.flatMap((column) => columns.get(column) ?? []);
  return {
    name: metadata.table,
    isInsertable: (table.events & INSERT) !== 0,
    isUpdatable: (table.events & UPDATE) !== 0,
    isDeletable: (table.events & DELETE) !== 0,
    uniqueKeys: table.uniqueKeys.filter((constraint) => GRAPHQL_NAME.test(constraint.name)),
    naming: sources.naming,
    label: labelOf(metadata.table),
    typeName,
    rootComments: metadata.comments.rootFields,
    rootNames: rootNamesOf(sources.naming, metadata),
    columns,
    primaryKey: key.length === table.primaryKey.length ? key : [],
    computedFields: buildComputedFields(sources, metadata),
    relationships: resolveRelationships(sources.catalog, table, metadata),
    permissions: metadata,
    comment: metadata.comments.table ?? table.comment,
  };
}

function refuseSameNames(tables: readonly Table[], functions: readonly TrackedFunction[]): void {
  const seen = new Map<string, string>();
  for (const { name, rootNames, typeName } of tables) {
    const own = qualifiedName(name);
    for (const rootName of new Set([typeName, ...Object.values(rootNames)])) {
      const other = seen.get(rootName);
      if (other !== undefined) throw new MetadataError(`the tables ${other} and ${own} both give the name "${rootName}"`);
      seen.set(rootName, own);
    }
  }
  for (const { rootNames } of functions) {
    for (const rootName of Object.values(rootNames)) {
      const other = seen.get(rootName);
      if (other !== undefined) throw new MetadataError(`the function "${rootName}" has the name that ${other} gives`);
      seen.set(rootName, `the function "${rootName}"`);
    }
  }
}

/** Builds the model of the tracked tables. @throws MetadataError naming file and key */
export function buildModel(sources: Sources): Model {
  const { catalog, metadata } = sources;
  const customNames = metadata.tables.flatMap(({ customName = [] }) => customName);
  const naming = createNaming(metadata.customization, new Set(customNames));
  const tables = metadata.tables.map((item) => buildTable({ ...sources, naming }, item));
  const functions = metadata.functions.map((item) => buildFunction({ catalog, metadata, naming }, item));
  refuseSameNames(tables, functions);
  const byName = new Map(tables.map((table) => [tableKey(table.name), table]));
  const { inheritedRoles, introspectionDisabledFor } = metadata;
  return {
    naming,
    tables,
    functions,
    inheritedRoles,
    introspectionDisabledFor,
    table: (name) => byName.get(tableKey(name)),
  };
}
