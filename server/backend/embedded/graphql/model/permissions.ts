/** Finds the permissions of a role and the columns that they grant. */
import type { SelectPermissionMetadata, TableMetadata } from '../metadata/metadata.ts';
import { MetadataError, type MetadataNode } from '../metadata/metadata-node.ts';
import { qualifiedName } from '../metadata/names.ts';
import type { Column, Model, Table } from './tracked-table.ts';

/** The role of the service itself, which the metadata grants nothing because it may do everything. */
export const ADMIN_ROLE = 'admin';

type PermissionKind = keyof Table['permissions'];
type WriteKind = Exclude<PermissionKind, 'selectPermissions'>;

const WRITE_KINDS: readonly WriteKind[] = ['insertPermissions', 'updatePermissions', 'deletePermissions'];

const WRITE_VERBS: Readonly<Record<WriteKind, string>> = {
  insertPermissions: 'insert into',
  updatePermissions: 'update',
  deletePermissions: 'delete from',
};

/** The permissions that a role has on a table: its own, else those of its parents. */
function permissionsOf<K extends PermissionKind>(model: Model, table: Table, role: string, kind: K): readonly TableMetadata[K][number][] {
  const permissions: readonly TableMetadata[K][number][] = table.permissions[kind];
  const own = permissions.find((item) => item.role === role);
  if (own !== undefined) return [own];
  const inherited = model.inheritedRoles.find((item) => item.role === role);
  return [...new Set((inherited?.parents ?? []).flatMap((parent) => permissionsOf(model, table, parent, kind)))];
}

/** The role and all that it inherits from. */
export function lineageOf(model: Model, role: string): readonly string[] {
  const inherited = model.inheritedRoles.find((item) => item.role === role);
  return [role, ...(inherited?.parents ?? []).flatMap((parent) => lineageOf(model, parent))];
}

/** The select permissions of a role, which are joined: what one parent shows, the role sees. */
export function selectPermissionsOf(model: Model, table: Table, role: string): readonly SelectPermissionMetadata[] {
  return permissionsOf(model, table, role, 'selectPermissions');
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Writes a value of the metadata in one form, so that equal definitions have equal texts. */
export function canonicalText(node: MetadataNode | undefined): string {
  return JSON.stringify(node?.value ?? null, sortedKeys);
}

interface WriteDefinition {
  readonly columns?: '*' | readonly string[];
  readonly filter?: MetadataNode;
  readonly check?: MetadataNode;
  readonly presets?: MetadataNode;
  readonly backendOnly: boolean;
  readonly place: string;
}

function definitionText(table: Table, { columns, filter, check, presets, backendOnly, place }: WriteDefinition): string {
  const names = grantedColumns(table, { columns: columns ?? [], place }).map(({ name }) => name);
  return [names.join('\0'), canonicalText(filter), canonicalText(check), canonicalText(presets), backendOnly].join('\n');
}

/**
 * The permission of a role to write: its own, else that of its parents. Writing permissions are not joined: where two parents differ, the role
 * has none until the metadata gives it its own, as in Hasura.
 */
export function writePermissionOf<K extends WriteKind>(
  model: Model,
  table: Table,
  role: string,
  kind: K,
): TableMetadata[K][number] | undefined {
  const [first, ...others] = permissionsOf(model, table, role, kind);
  if (first === undefined) return undefined;
  const text = definitionText(table, first);
  return others.every((other) => definitionText(table, other) === text) ? first : undefined;
}

/** True when the role has permissions that only callers with the admin secret may use. */
export function hasBackendPermissions(model: Model, role: string): boolean {
  return model.tables.some((table) =>
    WRITE_KINDS.some((kind) => permissionsOf(model, table, role, kind).some(({ backendOnly }) => backendOnly)),
  );
}

/** Names each permission that an inherited role does not have because its parents differ. */
export function permissionConflicts(model: Model): readonly string[] {
  return model.inheritedRoles.flatMap(({ role, place }) =>
    model.tables.flatMap((table) =>
      WRITE_KINDS.filter(
        (kind) => permissionsOf(model, table, role, kind).length > 1 && writePermissionOf(model, table, role, kind) === undefined,
      ).map((kind) => {
        const name = qualifiedName(table.name);
        return `${place}: the parents of "${role}" differ in how they may ${WRITE_VERBS[kind]} ${name}, so "${role}" may not until it has a permission of its own`;
      }),
    ),
  );
}

/** The columns that a permission names, in the order of the table. @throws MetadataError for a column that the table does not have */
export function grantedColumns(
  table: Table,
  permission: { readonly columns: '*' | readonly string[]; readonly place: string },
): readonly Column[] {
  const all = [...table.columns.values()];
  const { columns: names, place } = permission;
  if (names === '*') return all;
  const unknown = names.find((name) => !table.columns.has(name));
  if (unknown !== undefined) throw new MetadataError(`${place}: table ${qualifiedName(table.name)} has no column "${unknown}"`);
  return all.filter(({ name }) => names.includes(name));
}
