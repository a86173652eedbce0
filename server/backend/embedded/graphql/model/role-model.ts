/** The tables, columns and rows that one role may see and write. A table without a permission for the role does not exist for it. */
import { tableKey } from '../catalog/catalog.ts';
import { ROOT_KINDS, type RootKind, type TableName } from '../metadata/metadata.ts';
import { ALWAYS } from './bool-exp.ts';
import type { Naming } from './naming.ts';
import { ADMIN_ROLE, lineageOf } from './permissions.ts';
import { aggregateName, type RoleField, type RoleTable } from './role-table.ts';
import { type SelectGrant, selectGrantOf } from './select-grant.ts';
import type { Model, Table, TrackedFunction } from './tracked-table.ts';
import { buildWritableTable, type WritableTable } from './writable-table.ts';

export interface RoleModel {
  readonly role: string;
  readonly naming: Naming;
  /** Whether it may use the permissions that need the admin secret. */
  readonly isBackend: boolean;
  readonly tables: readonly RoleTable[];
  /** Functions whose rows the role may see, those that write among them where the role may call them. */
  readonly functions: readonly TrackedFunction[];
  table(name: TableName): RoleTable | undefined;
  readonly writables: readonly WritableTable[];
  writable(name: TableName): WritableTable | undefined;
  /** Whether the role may ask about its schema. */
  readonly introspects: boolean;
}

function fieldsOf(grant: SelectGrant, grants: ReadonlyMap<string, SelectGrant>): ReadonlyMap<string, RoleField> {
  const fields = new Map<string, RoleField>();
  for (const { item: column, visibleWhen } of grant.columns) fields.set(column.field, { kind: 'column', column, visibleWhen });
  for (const { item: computed, visibleWhen } of grant.values) {
    if (computed.result.kind === 'value')
      fields.set(computed.name, { kind: 'computed', computed, type: computed.result.type, visibleWhen });
  }
  for (const computed of grant.table.computedFields.values()) {
    const { result } = computed;
    if (result.kind === 'rows' && grants.has(tableKey(result.table)))
      fields.set(computed.name, { kind: 'computed-rows', computed, target: result.table, isSet: result.isSet });
  }
  for (const relationship of grant.table.relationships.values()) {
    const { target, kind, name } = relationship;
    const remote = grants.get(tableKey(target));
    if (remote === undefined) continue;
    fields.set(name, { kind, relationship, target });
    if (kind === 'array' && remote.allowsAggregations)
      fields.set(aggregateName(grant.table, name), { kind: 'aggregate', relationship, target });
  }
  return fields;
}

function rootsOf({ table, columns, allowsAggregations }: SelectGrant, wanted: ReadonlySet<RootKind>): ReadonlySet<RootKind> {
  const hasKey = table.primaryKey.length > 0 && table.primaryKey.every((key) => columns.some(({ item }) => item === key));
  const possible: Readonly<Record<RootKind, boolean>> = {
    select: true,
    select_by_pk: hasKey,
    select_aggregate: allowsAggregations,
    select_stream: columns.length > 0,
  };
  return new Set(ROOT_KINDS.filter((kind) => possible[kind] && wanted.has(kind)));
}

function buildRoleTable(grant: SelectGrant, grants: ReadonlyMap<string, SelectGrant>): RoleTable {
  const { table, columns, filter, limit, allowsAggregations } = grant;
  return {
    table,
    fields: fieldsOf(grant, grants),
    columns: columns.map(({ item }) => item),
    filter,
    limit,
    allowsAggregations,
    roots: rootsOf(grant, grant.queryRoots),
    subscriptionRoots: rootsOf(grant, grant.subscriptionRoots),
  };
}

/** The table as a role sees it that may write and not read it: no field, no row. */
function unreadable(table: Table): RoleTable {
  const nothing = { fields: new Map(), columns: [], roots: new Set<RootKind>(), subscriptionRoots: new Set<RootKind>() };
  return { table, ...nothing, filter: ALWAYS, limit: undefined, allowsAggregations: false };
}

/** A role that may select from the table may call a query; a mutation may be called by the roles that the metadata names, and those that inherit from them. */
function mayCall(model: Model, { isMutation, roles }: TrackedFunction, role: string): boolean {
  return !isMutation || role === ADMIN_ROLE || lineageOf(model, role).some((name) => roles.includes(name));
}

/** Builds the view of one role. A role that the metadata does not know sees nothing. @throws MetadataError */
export function buildRoleModel(model: Model, role: string, isBackend = false): RoleModel {
  const granted = model.tables.flatMap((table) => selectGrantOf(model, table, role) ?? []);
  const grants = new Map(granted.map((grant) => [tableKey(grant.table.name), grant]));
  const tables = new Map([...grants].map(([key, grant]) => [key, buildRoleTable(grant, grants)]));
  const writables = new Map(
    model.tables.flatMap((table) => {
      const key = tableKey(table.name);
      const writable = buildWritableTable({ model, role, isBackend }, tables.get(key) ?? unreadable(table));
      return writable === undefined ? [] : [[key, writable]];
    }),
  );
  return {
    role,
    naming: model.naming,
    isBackend,
    tables: [...tables.values()],
    functions: model.functions.filter((fn) => tables.has(tableKey(fn.table)) && mayCall(model, fn, role)),
    table: (name) => tables.get(tableKey(name)),
    writables: [...writables.values()],
    writable: (name) => writables.get(tableKey(name)),
    introspects: role === ADMIN_ROLE || !model.introspectionDisabledFor.includes(role),
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
  const inherited = model.inheritedRoles.map(({ role }) => role);
  return [...new Set([ADMIN_ROLE, ...own.map(({ role }) => role), ...inherited, ...model.introspectionDisabledFor])];
}
