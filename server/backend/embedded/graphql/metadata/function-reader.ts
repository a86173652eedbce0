/** Reads what the metadata says of functions: those that are root fields, and those that compute fields of a table. */
import {
  COMPUTED_DEFINITION_KEYS,
  COMPUTED_FIELD_KEYS,
  checkKeys,
  FUNCTION_CONFIGURATION_KEYS,
  FUNCTION_KEYS,
  FUNCTION_PERMISSION_KEYS,
  FUNCTION_ROOT_FIELD_KEYS,
} from './known-keys.ts';
import type { ComputedFieldMetadata, FunctionMetadata } from './metadata.ts';
import type { MetadataNode } from './metadata-node.ts';
import { readCustomName, readFieldName, readTableName } from './names.ts';

function readExposure(node: MetadataNode): FunctionMetadata['exposedAs'] {
  const kind = node.optionalString();
  if (kind === undefined || kind === 'query' || kind === 'mutation') return kind;
  return node.fail('expected query or mutation');
}

/** Reads one tracked function. @throws MetadataError naming file and key */
export function readFunction(node: MetadataNode): FunctionMetadata {
  const configuration = checkKeys(checkKeys(node, FUNCTION_KEYS).get('configuration'), FUNCTION_CONFIGURATION_KEYS);
  const rootFields = checkKeys(configuration.get('custom_root_fields'), FUNCTION_ROOT_FIELD_KEYS);
  return {
    name: readTableName(node.get('function')),
    customName: readCustomName(configuration.get('custom_name')),
    customRootFields: {
      function: readCustomName(rootFields.get('function')),
      function_aggregate: readCustomName(rootFields.get('function_aggregate')),
    },
    exposedAs: readExposure(configuration.get('exposed_as')),
    sessionArgument: configuration.get('session_argument').optionalString(),
    roles: node
      .get('permissions')
      .items()
      .map((item) => checkKeys(item, FUNCTION_PERMISSION_KEYS).get('role').string()),
    comment: node.get('comment').optionalString(),
    place: node.place,
  };
}

/** Reads one computed field of a table. @throws MetadataError naming file and key */
export function readComputedField(node: MetadataNode): ComputedFieldMetadata {
  const definition = checkKeys(checkKeys(node, COMPUTED_FIELD_KEYS).get('definition'), COMPUTED_DEFINITION_KEYS);
  return {
    name: readFieldName(node.get('name')),
    function: readTableName(definition.get('function')),
    tableArgument: definition.get('table_argument').optionalString(),
    sessionArgument: definition.get('session_argument').optionalString(),
    comment: node.get('comment').optionalString(),
    place: node.place,
  };
}
