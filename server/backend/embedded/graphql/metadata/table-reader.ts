/** Reads one entry of `tables.yaml`: names, relationships and permissions. */

import { readComputedField } from './function-reader.ts';
import {
  COLUMN_CONFIG_KEYS,
  CONFIGURATION_KEYS,
  checkKeys,
  FOREIGN_KEY_KEYS,
  MANUAL_KEYS,
  RELATIONSHIP_KEYS,
  ROOT_FIELD_KEYS,
  TABLE_KEYS,
  USING_KEYS,
} from './known-keys.ts';
import { MUTATION_KINDS, type RelationshipMetadata, type RelationshipUsing, ROOT_KINDS, type TableMetadata } from './metadata.ts';
import type { MetadataNode } from './metadata-node.ts';
import { readCustomName, readFieldName, readTableName } from './names.ts';
import { readDeletePermission, readInsertPermission, readSelectPermission, readUpdatePermission } from './permission-reader.ts';

/** The event trigger that empties a cache in front of the hosted backend; here the database tells its changes itself. */
const CACHE_WEBHOOK = 'CACHE_WEBHOOK';

function readColumns(node: MetadataNode): readonly string[] {
  if (!node.get('columns').isAbsent) return node.get('columns').strings();
  return [node.get('column').string()];
}

function readManual(node: MetadataNode): RelationshipUsing {
  const mapping = checkKeys(node, MANUAL_KEYS).get('column_mapping');
  const pairs = mapping.keys().map((local) => [local, mapping.get(local).string()] as const);
  if (pairs.length === 0) mapping.fail('needs at least one column');
  return { kind: 'manual', table: readTableName(node.get('remote_table')), mapping: pairs };
}

function readUsing(using: MetadataNode, kind: 'object' | 'array'): RelationshipUsing {
  const manual = checkKeys(using, USING_KEYS).get('manual_configuration');
  if (!manual.isAbsent) return readManual(manual);
  const key = using.get('foreign_key_constraint_on');
  if (key.isAbsent) return using.fail('expected foreign_key_constraint_on or manual_configuration');
  if (kind === 'object' && typeof key.value === 'string') return { kind: 'own-key', columns: [key.value] };
  if (kind === 'object' && Array.isArray(key.value)) return { kind: 'own-key', columns: key.strings() };
  return { kind: 'remote-key', table: readTableName(checkKeys(key, FOREIGN_KEY_KEYS).get('table')), columns: readColumns(key) };
}

function readInsertionOrder(node: MetadataNode): boolean | undefined {
  if (node.isAbsent) return undefined;
  const order = node.string();
  if (order !== 'before_parent' && order !== 'after_parent') node.fail('expected before_parent or after_parent');
  return order === 'after_parent';
}

function readRelationship(node: MetadataNode, kind: 'object' | 'array'): RelationshipMetadata {
  checkKeys(node, RELATIONSHIP_KEYS);
  const using = node.get('using');
  return {
    kind,
    name: readFieldName(node.get('name')),
    using: readUsing(using, kind),
    insertsAfter: readInsertionOrder(using.get('manual_configuration').get('insertion_order')),
    comment: node.get('comment').optionalString(),
    place: node.place,
  };
}

function readRootNames(node: MetadataNode): TableMetadata['customRootFields'] {
  checkKeys(node, ROOT_FIELD_KEYS);
  const entries = [...ROOT_KINDS, ...MUTATION_KINDS].flatMap((kind) => {
    const name = readCustomName(node.get(kind));
    return name === undefined ? [] : [[kind, name] as const];
  });
  return Object.fromEntries(entries);
}

function readRootComments(node: MetadataNode): TableMetadata['comments']['rootFields'] {
  const entries = [...ROOT_KINDS, ...MUTATION_KINDS].flatMap((kind) => {
    const custom = node.get(kind);
    const comment = typeof custom.value === 'string' ? undefined : custom.get('comment').optionalString();
    return comment === undefined ? [] : [[kind, comment] as const];
  });
  return Object.fromEntries(entries);
}

function readComments(configuration: MetadataNode): TableMetadata['comments'] {
  const config = configuration.get('column_config');
  const columns = config.keys().flatMap((column) => {
    const comment = config.get(column).get('comment').optionalString();
    return comment === undefined ? [] : [[column, comment] as const];
  });
  return {
    table: configuration.get('comment').optionalString(),
    columns: Object.fromEntries(columns),
    rootFields: readRootComments(configuration.get('custom_root_fields')),
  };
}

function readColumnNames(configuration: MetadataNode): Readonly<Record<string, string>> {
  const names: Record<string, string> = {};
  const old = configuration.get('custom_column_names');
  for (const column of old.keys()) names[column] = readFieldName(old.get(column));
  const config = configuration.get('column_config');
  for (const column of config.keys()) {
    const custom = checkKeys(config.get(column), COLUMN_CONFIG_KEYS).get('custom_name');
    if (!custom.isAbsent) names[column] = readFieldName(custom);
  }
  return names;
}

/** An event trigger is not delivered, so any but the one that this backend has another way for stops the start. */
function checkEventTrigger(node: MetadataNode): void {
  if (node.get('webhook_from_env').value === CACHE_WEBHOOK) return;
  node.fail(`event triggers are not supported by the embedded backend, except those with webhook_from_env: ${CACHE_WEBHOOK}`);
}

/** Reads one tracked table. @throws MetadataError naming file and key */
export function readTable(node: MetadataNode): TableMetadata {
  const configuration = checkKeys(checkKeys(node, TABLE_KEYS).get('configuration'), CONFIGURATION_KEYS);
  for (const trigger of node.get('event_triggers').items()) checkEventTrigger(trigger);
  return {
    table: readTableName(node.get('table')),
    isEnum: node.get('is_enum').boolean(false),
    customName: readCustomName(configuration.get('custom_name')),
    customRootFields: readRootNames(configuration.get('custom_root_fields')),
    customColumnNames: readColumnNames(configuration),
    comments: readComments(configuration),
    relationships: [
      ...node
        .get('object_relationships')
        .items()
        .map((item) => readRelationship(item, 'object')),
      ...node
        .get('array_relationships')
        .items()
        .map((item) => readRelationship(item, 'array')),
    ],
    computedFields: node.get('computed_fields').items().map(readComputedField),
    selectPermissions: node.get('select_permissions').items().map(readSelectPermission),
    insertPermissions: node.get('insert_permissions').items().map(readInsertPermission),
    updatePermissions: node.get('update_permissions').items().map(readUpdatePermission),
    deletePermissions: node.get('delete_permissions').items().map(readDeletePermission),
    place: node.place,
  };
}
