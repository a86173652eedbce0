/** Reads the permissions of one table: what a role may select, insert, update and delete. */
import {
  checkKeys,
  DELETE_PERMISSION_KEYS,
  INSERT_PERMISSION_KEYS,
  type KnownKeys,
  PERMISSION_ENTRY_KEYS,
  SELECT_PERMISSION_KEYS,
  UPDATE_PERMISSION_KEYS,
} from './known-keys.ts';
import {
  type DeletePermissionMetadata,
  type InsertPermissionMetadata,
  QUERY_KINDS,
  ROOT_KINDS,
  type RootKind,
  type SelectPermissionMetadata,
  type UpdatePermissionMetadata,
} from './metadata.ts';
import type { MetadataNode } from './metadata-node.ts';

function openPermission(entry: MetadataNode, keys: KnownKeys): MetadataNode {
  return checkKeys(checkKeys(entry, PERMISSION_ENTRY_KEYS).get('permission'), keys);
}

function readColumns(node: MetadataNode): '*' | readonly string[] {
  return node.value === '*' ? '*' : node.strings();
}

function readRootKinds(node: MetadataNode, kinds: readonly RootKind[]): readonly RootKind[] | undefined {
  if (node.isAbsent) return undefined;
  return node.items().map((item) => {
    const name = item.string();
    return kinds.find((kind) => kind === name) ?? item.fail(`expected one of ${kinds.join(', ')}`);
  });
}

/** @throws MetadataError naming file and key */
export function readSelectPermission(node: MetadataNode): SelectPermissionMetadata {
  const permission = openPermission(node, SELECT_PERMISSION_KEYS);
  return {
    role: node.get('role').string(),
    columns: readColumns(permission.get('columns')),
    computedFields: permission.get('computed_fields').strings(),
    filter: permission.get('filter'),
    limit: permission.get('limit').optionalCount(),
    allowAggregations: permission.get('allow_aggregations').boolean(false),
    queryRootFields: readRootKinds(permission.get('query_root_fields'), QUERY_KINDS),
    subscriptionRootFields: readRootKinds(permission.get('subscription_root_fields'), ROOT_KINDS),
    place: node.place,
  };
}

/** What insert and update have in common. */
function readWriting(node: MetadataNode, permission: MetadataNode): InsertPermissionMetadata {
  return {
    role: node.get('role').string(),
    columns: readColumns(permission.get('columns')),
    check: permission.get('check'),
    presets: permission.get('set'),
    backendOnly: permission.get('backend_only').boolean(false),
    place: node.place,
  };
}

/** @throws MetadataError naming file and key */
export function readInsertPermission(node: MetadataNode): InsertPermissionMetadata {
  return readWriting(node, openPermission(node, INSERT_PERMISSION_KEYS));
}

/** @throws MetadataError naming file and key */
export function readUpdatePermission(node: MetadataNode): UpdatePermissionMetadata {
  const permission = openPermission(node, UPDATE_PERMISSION_KEYS);
  return { ...readWriting(node, permission), filter: permission.get('filter') };
}

/** @throws MetadataError naming file and key */
export function readDeletePermission(node: MetadataNode): DeletePermissionMetadata {
  const permission = openPermission(node, DELETE_PERMISSION_KEYS);
  return {
    role: node.get('role').string(),
    filter: permission.get('filter'),
    backendOnly: permission.get('backend_only').boolean(false),
    place: node.place,
  };
}
