/**
 * The keys of a Hasura v3 metadata directory (Hasura's `metadata.openapi.json`) and what this backend does with each. A key that is not
 * listed is no key of the metadata; one that is not supported stops the start unless it is empty. Nothing is ignored without a reason.
 */
import { MUTATION_KINDS, ROOT_KINDS } from './metadata.ts';
import type { MetadataNode } from './metadata-node.ts';

export interface KnownKeys {
  /** Keys that the reader obeys. */
  readonly read: readonly string[];
  /** Keys that change no answer of this backend, each with the reason. */
  readonly accepted?: Readonly<Record<string, string>>;
  /** Keys of features that this backend does not have. */
  readonly unsupported?: readonly string[];
}

const DESCRIPTION = 'a note for the authors of the metadata, which no schema shows';

export const SOURCE_KEYS: KnownKeys = {
  read: ['name', 'kind', 'tables', 'functions', 'customization'],
  accepted: {
    configuration: 'the server connects by its own configuration',
    health_check: 'the server probes the database itself',
    query_tags: 'comments in statements change no answer',
  },
  unsupported: ['native_queries', 'logical_models', 'stored_procedures'],
};

export const CUSTOMIZATION_KEYS: KnownKeys = { read: ['naming_convention', 'root_fields', 'type_names'] };

/** A namespace puts the root fields into an object of their own. */
export const ROOT_NAME_KEYS: KnownKeys = { read: ['prefix', 'suffix'], unsupported: ['namespace'] };

export const TYPE_NAME_KEYS: KnownKeys = { read: ['prefix', 'suffix'] };

export const FUNCTION_KEYS: KnownKeys = {
  read: ['function', 'configuration', 'permissions', 'comment'],
};

export const FUNCTION_CONFIGURATION_KEYS: KnownKeys = {
  read: ['custom_name', 'custom_root_fields', 'session_argument', 'exposed_as'],
  unsupported: ['response'],
};

export const FUNCTION_ROOT_FIELD_KEYS: KnownKeys = { read: ['function', 'function_aggregate'] };

export const FUNCTION_PERMISSION_KEYS: KnownKeys = { read: ['role'] };

export const COMPUTED_FIELD_KEYS: KnownKeys = { read: ['name', 'definition', 'comment'] };

export const COMPUTED_DEFINITION_KEYS: KnownKeys = { read: ['function', 'table_argument', 'session_argument'] };

export const TABLE_KEYS: KnownKeys = {
  read: [
    'table',
    'is_enum',
    'configuration',
    'object_relationships',
    'array_relationships',
    'computed_fields',
    'select_permissions',
    'insert_permissions',
    'update_permissions',
    'delete_permissions',
    'event_triggers',
  ],
  unsupported: ['remote_relationships', 'apollo_federation_config'],
};

export const CONFIGURATION_KEYS: KnownKeys = {
  read: ['custom_name', 'custom_root_fields', 'custom_column_names', 'column_config', 'comment'],
};

export const ROOT_FIELD_KEYS: KnownKeys = {
  read: [...ROOT_KINDS, ...MUTATION_KINDS],
};

export const COLUMN_CONFIG_KEYS: KnownKeys = { read: ['custom_name', 'comment'] };

export const RELATIONSHIP_KEYS: KnownKeys = { read: ['name', 'using', 'comment'] };

export const USING_KEYS: KnownKeys = { read: ['foreign_key_constraint_on', 'manual_configuration'] };

export const FOREIGN_KEY_KEYS: KnownKeys = { read: ['table', 'column', 'columns'] };

export const MANUAL_KEYS: KnownKeys = {
  read: ['remote_table', 'column_mapping', 'insertion_order'],
  unsupported: ['remote_native_query'],
};

export const PERMISSION_ENTRY_KEYS: KnownKeys = { read: ['role', 'permission'], accepted: { comment: DESCRIPTION } };

export const SELECT_PERMISSION_KEYS: KnownKeys = {
  read: ['columns', 'filter', 'limit', 'allow_aggregations', 'query_root_fields', 'subscription_root_fields', 'computed_fields'],
};

export const INSERT_PERMISSION_KEYS: KnownKeys = { read: ['columns', 'check', 'set', 'backend_only'], unsupported: ['validate_input'] };

export const UPDATE_PERMISSION_KEYS: KnownKeys = {
  read: ['columns', 'filter', 'check', 'set', 'backend_only'],
  unsupported: ['validate_input'],
};

export const DELETE_PERMISSION_KEYS: KnownKeys = { read: ['filter', 'backend_only'], unsupported: ['validate_input'] };

export const INHERITED_ROLE_KEYS: KnownKeys = { read: ['role_name', 'role_set'] };

export const INTROSPECTION_KEYS: KnownKeys = { read: ['disabled_for_roles'] };

/** True for an absent value, a blank text, and a list or a mapping that holds nothing but such values. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** Refuses a value that only an unsupported feature would use. @throws MetadataError naming file and key */
export function refuseUnlessEmpty(node: MetadataNode): void {
  if (!isEmpty(node.value)) node.fail('is not supported by the embedded backend');
}

/** Checks the keys of one mapping. @throws MetadataError naming file and key */
export function checkKeys(node: MetadataNode, { read, accepted = {}, unsupported = [] }: KnownKeys): MetadataNode {
  for (const key of node.keys()) {
    if (read.includes(key) || Object.hasOwn(accepted, key)) continue;
    if (!unsupported.includes(key)) node.get(key).fail("is not a key of Hasura's metadata");
    refuseUnlessEmpty(node.get(key));
  }
  return node;
}
