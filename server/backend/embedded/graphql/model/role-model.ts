/** The tables, columns and rows that one role may see. A table without a permission for the role does not exist for it. */
import { tableKey } from '../catalog/catalog.ts';
import type { RootKind, SelectPermissionMetadata, TableName } from '../metadata/metadata.ts';
import { MetadataError } from '../metadata/metadata-node.ts';
import { ALWAYS, type BoolExp } from './bool-exp.ts';
import { readFilter } from './row-filter.ts';
import type { Column, Model, Relationship, Table } from './tracked-table.ts';

export const ADMIN_ROLE = 'admin';
const ROOT_KINDS: readonly RootKind[] = ['select', 'select_by_pk', 'select_aggregate'];

export type RoleField =
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'object' | 'array' | 'aggregate'; readonly relationship: Relationship; readonly target: TableName };

export interface RoleTable {
  readonly table: Table;
  /** Columns, relationships and relationship aggregates by GraphQL name. */
  readonly fields: ReadonlyMap<string, RoleField>;
  readonly columns: readonly Column[];
  readonly filter: BoolExp;
  /** Hard cap of rows in one list, undefined when there is none. */
  readonly limit: number | undefined;
  readonly allowsAggregations: boolean;
  readonly roots: ReadonlySet<RootKind>;
}

export interface RoleModel {
  readonly role: string;
  readonly tables: readonly RoleTable[];
  table(name: TableName): RoleTable | undefined;
}

interface Grant {
  readonly table: Table;
  readonly permission: SelectPermissionMetadata | undefined;
}

/**
 * The permission of a role on a table: its own, else the one that it inherits. Hasura joins the permissions of several parents cell by
 * cell; that is refused here rather than answered with more or less than Hasura would.
 */
function permissionOf(model: Model, table: Table, role: string): SelectPermissionMetadata | undefined {
  const own = table.selectPermissions.find((item) => item.role === role);
  const inherited = model.inheritedRoles.find((item) => item.role === role);
  if (own !== undefined || inherited === undefined) return own;
  const found = new Set(inherited.parents.flatMap((parent) => permissionOf(model, table, parent) ?? []));
  const [first, second] = found;
  if (second !== undefined) {
    const name = `${table.name.schema}.${table.name.name}`;
    throw new MetadataError(`${inherited.place}: two parents of "${role}" may select from ${name}, which is not supported`);
  }
  return first;
}

function grantsOf(model: Model, role: string): readonly Grant[] {
  if (role === ADMIN_ROLE) return model.tables.map((table) => ({ table, permission: undefined }));
  return model.tables.flatMap((table) => {
    const permission = permissionOf(model, table, role);
    return permission === undefined ? [] : [{ table, permission }];
  });
}

function visibleColumns({ table, permission }: Grant): readonly Column[] {
  const all = [...table.columns.values()];
  if (permission === undefined || permission.columns === '*') return all;
  const names = permission.columns;
  const unknown = names.find((name) => !table.columns.has(name));
  if (unknown !== undefined) {
    throw new MetadataError(`${permission.place}: table ${table.name.schema}.${table.name.name} has no column "${unknown}"`);
  }
  return all.filter(({ name }) => names.includes(name));
}

function allowsAggregations({ permission }: Grant): boolean {
  return permission === undefined || permission.allowAggregations;
}

function fieldsOf(grant: Grant, grants: ReadonlyMap<string, Grant>): ReadonlyMap<string, RoleField> {
  const fields = new Map<string, RoleField>();
  for (const column of visibleColumns(grant)) fields.set(column.field, { kind: 'column', column });
  for (const relationship of grant.table.relationships.values()) {
    const { target, kind, name } = relationship;
    const remote = grants.get(tableKey(target.schema, target.name));
    if (remote === undefined) continue;
    fields.set(name, { kind, relationship, target });
    if (kind === 'array' && allowsAggregations(remote)) fields.set(`${name}_aggregate`, { kind: 'aggregate', relationship, target });
  }
  return fields;
}

function rootsOf(grant: Grant, columns: readonly Column[]): ReadonlySet<RootKind> {
  const { table, permission } = grant;
  const hasKey = table.primaryKey.length > 0 && table.primaryKey.every((column) => columns.includes(column));
  const possible = ROOT_KINDS.filter((kind) => {
    if (kind === 'select_by_pk') return hasKey;
    return kind === 'select' || allowsAggregations(grant);
  });
  const wanted = permission?.queryRootFields;
  return new Set(wanted === undefined ? possible : possible.filter((kind) => wanted.includes(kind)));
}

function buildRoleTable(model: Model, grant: Grant, grants: ReadonlyMap<string, Grant>): RoleTable {
  const columns = visibleColumns(grant);
  const { permission, table } = grant;
  return {
    table,
    fields: fieldsOf(grant, grants),
    columns,
    filter: permission === undefined ? ALWAYS : readFilter(model, permission.filter, table),
    limit: permission?.limit,
    allowsAggregations: allowsAggregations(grant),
    roots: rootsOf(grant, columns),
  };
}

/** Builds the view of one role. A role that the metadata does not know sees nothing. @throws MetadataError */
export function buildRoleModel(model: Model, role: string): RoleModel {
  const grants = new Map(grantsOf(model, role).map((grant) => [tableKey(grant.table.name.schema, grant.table.name.name), grant]));
  const tables = new Map([...grants].map(([key, grant]) => [key, buildRoleTable(model, grant, grants)]));
  return { role, tables: [...tables.values()], table: ({ schema, name }) => tables.get(tableKey(schema, name)) };
}

/** The roles that the metadata names, `admin` among them. */
export function rolesOf(model: Model): readonly string[] {
  const own = model.tables.flatMap((table) => table.selectPermissions.map(({ role }) => role));
  return [...new Set([ADMIN_ROLE, ...own, ...model.inheritedRoles.map(({ role }) => role)])];
}
