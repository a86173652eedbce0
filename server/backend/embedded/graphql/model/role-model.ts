/** The tables, columns and rows that one role may see and write. A table without a permission for the role does not exist for it. */
import { tableKey } from '../catalog/catalog.ts';
import { ROOT_KINDS, type RootKind, type SelectPermissionMetadata, type TableName } from '../metadata/metadata.ts';
import { ALWAYS } from './bool-exp.ts';
import { ADMIN_ROLE, grantedColumns, permissionOf } from './permissions.ts';
import type { RoleField, RoleTable } from './role-table.ts';
import { readFilter } from './row-filter.ts';
import type { Column, Model, Table, TrackedFunction } from './tracked-table.ts';
import { buildWritableTable, type WritableTable } from './writable-table.ts';

export interface RoleModel {
  readonly role: string;
  readonly tables: readonly RoleTable[];
  /** Functions whose rows the role may see. */
  readonly functions: readonly TrackedFunction[];
  table(name: TableName): RoleTable | undefined;
  readonly writables: readonly WritableTable[];
  writable(name: TableName): WritableTable | undefined;
}

interface Grant {
  readonly table: Table;
  readonly permission: SelectPermissionMetadata | undefined;
}

function grantsOf(model: Model, role: string): readonly Grant[] {
  if (role === ADMIN_ROLE) return model.tables.map((table) => ({ table, permission: undefined }));
  return model.tables.flatMap((table) => {
    const permission = permissionOf(model, table, role, 'selectPermissions');
    return permission === undefined ? [] : [{ table, permission }];
  });
}

function visibleColumns({ table, permission }: Grant): readonly Column[] {
  return permission === undefined ? [...table.columns.values()] : grantedColumns(table, permission);
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

/** The table as a role sees it that may write and not read it: no field, no row. */
function unreadable(table: Table): RoleTable {
  return { table, fields: new Map(), columns: [], filter: ALWAYS, limit: undefined, allowsAggregations: false, roots: new Set() };
}

function keyOf({ schema, name }: TableName): string {
  return tableKey(schema, name);
}

/** Builds the view of one role. A role that the metadata does not know sees nothing. @throws MetadataError */
export function buildRoleModel(model: Model, role: string): RoleModel {
  const grants = new Map(grantsOf(model, role).map((grant) => [keyOf(grant.table.name), grant]));
  const tables = new Map([...grants].map(([key, grant]) => [key, buildRoleTable(model, grant, grants)]));
  const writables = new Map(
    model.tables.flatMap((table) => {
      const key = keyOf(table.name);
      const writable = buildWritableTable(model, role, tables.get(key) ?? unreadable(table));
      return writable === undefined ? [] : [[key, writable]];
    }),
  );
  return {
    role,
    tables: [...tables.values()],
    functions: model.functions.filter(({ table }) => tables.has(keyOf(table))),
    table: (name) => tables.get(keyOf(name)),
    writables: [...writables.values()],
    writable: (name) => writables.get(keyOf(name)),
  };
}

/** The roles that the metadata names, `admin` among them. */
export function rolesOf(model: Model): readonly string[] {
  const own = model.tables.flatMap(({ permissions }) => [
    ...permissions.selectPermissions,
    ...permissions.insertPermissions,
    ...permissions.updatePermissions,
    ...permissions.deletePermissions,
  ]);
  return [...new Set([ADMIN_ROLE, ...own.map(({ role }) => role), ...model.inheritedRoles.map(({ role }) => role)])];
}
