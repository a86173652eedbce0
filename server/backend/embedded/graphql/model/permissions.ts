/** Finds the permissions of a role and the columns that they grant. */
import type { TableMetadata } from '../metadata/metadata.ts';
import { MetadataError } from '../metadata/metadata-node.ts';
import type { Column, Model, Table } from './tracked-table.ts';

/** The role of the service itself, which the metadata grants nothing because it may do everything. */
export const ADMIN_ROLE = 'admin';

type PermissionKind = keyof Table['permissions'];

const VERBS: Readonly<Record<PermissionKind, string>> = {
  selectPermissions: 'select from',
  insertPermissions: 'insert into',
  updatePermissions: 'update',
  deletePermissions: 'delete from',
};

/**
 * The permission of a role on a table: its own, else the one that it inherits. Hasura joins the permissions of several parents cell by
 * cell; that is refused here rather than answered with more or less than Hasura would.
 * @throws MetadataError when two parents have different permissions
 */
export function permissionOf<K extends PermissionKind>(
  model: Model,
  table: Table,
  role: string,
  kind: K,
): TableMetadata[K][number] | undefined {
  const permissions: readonly TableMetadata[K][number][] = table.permissions[kind];
  const own = permissions.find((item) => item.role === role);
  const inherited = model.inheritedRoles.find((item) => item.role === role);
  if (own !== undefined || inherited === undefined) return own;
  const found = new Set(inherited.parents.flatMap((parent) => permissionOf(model, table, parent, kind) ?? []));
  const [first, second] = found;
  if (second !== undefined) {
    const name = `${table.name.schema}.${table.name.name}`;
    throw new MetadataError(`${inherited.place}: two parents of "${role}" may ${VERBS[kind]} ${name}, which is not supported`);
  }
  return first;
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
  if (unknown !== undefined) throw new MetadataError(`${place}: table ${table.name.schema}.${table.name.name} has no column "${unknown}"`);
  return all.filter(({ name }) => names.includes(name));
}
