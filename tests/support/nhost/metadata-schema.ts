/**
 * What Hasura accepts as metadata: the part of its published schema (repository hasura/graphql-engine, metadata.openapi.json, commit
 * 1181ca78, MetadataV3 and its Postgres types) that a project with tables uses, written down as data. A key that is not here is none.
 */
import { z } from 'zod';

const name = z.string().min(1);
const columns = z.union([z.literal('*'), z.array(name)]);
const condition = z.record(z.string(), z.unknown());
const tableName = z.union([name, z.strictObject({ name, schema: name.optional() })]);
const comment = z.string().nullable().optional();
const rootField = z.union([name, z.strictObject({ name: name.optional(), comment })]).nullable();
const ROOT_FIELDS = [
  'select',
  'select_by_pk',
  'select_aggregate',
  'select_stream',
  'insert',
  'insert_one',
  'update',
  'update_by_pk',
  'update_many',
  'delete',
  'delete_by_pk',
] as const;

const configuration = z.strictObject({
  custom_name: name.optional(),
  custom_root_fields: z.partialRecord(z.enum(ROOT_FIELDS), rootField).optional(),
  custom_column_names: z.record(name, name).optional(),
  column_config: z.record(name, z.strictObject({ custom_name: name.optional(), comment })).optional(),
  comment,
});

const manual = z.strictObject({
  manual_configuration: z.strictObject({
    remote_table: tableName,
    column_mapping: z.record(name, name),
    insertion_order: z.enum(['before_parent', 'after_parent']).nullable().optional(),
  }),
});
const remoteKey = z.union([
  z.strictObject({ table: tableName, column: name }),
  z.strictObject({ table: tableName, columns: z.array(name) }),
]);
const ownKey = z.strictObject({ foreign_key_constraint_on: z.union([name, z.array(name), remoteKey]) });
const objectRelationship = z.strictObject({ name, using: z.union([ownKey, manual]), comment });
const arrayRelationship = z.strictObject({
  name,
  using: z.union([z.strictObject({ foreign_key_constraint_on: remoteKey }), manual]),
  comment,
});

const computedField = z.strictObject({
  name,
  definition: z.strictObject({
    function: tableName,
    table_argument: name.nullable().optional(),
    session_argument: name.nullable().optional(),
  }),
  comment,
});

const permission = (definition: z.ZodType): z.ZodOptional<z.ZodArray<z.ZodType>> =>
  z.array(z.strictObject({ role: name, permission: definition, comment })).optional();
const selectDefinition = z.strictObject({
  columns,
  filter: condition,
  limit: z.int().optional(),
  allow_aggregations: z.boolean().optional(),
  computed_fields: z.array(name).optional(),
  query_root_fields: z
    .array(z.enum(['select', 'select_by_pk', 'select_aggregate']))
    .nullable()
    .optional(),
  subscription_root_fields: z
    .array(z.enum(['select', 'select_by_pk', 'select_aggregate', 'select_stream']))
    .nullable()
    .optional(),
});
const backendOnly = z.boolean().optional();
const set = z.record(name, z.unknown()).optional();
const insertDefinition = z.strictObject({ check: condition, columns: columns.optional(), set, backend_only: backendOnly });
const updateDefinition = z.strictObject({ columns, filter: condition, check: condition.optional(), set, backend_only: backendOnly });
const deleteDefinition = z.strictObject({ filter: condition, backend_only: backendOnly });

const operation = z.strictObject({ columns, payload: columns.optional() });
const header = z.union([z.strictObject({ name, value: z.string() }), z.strictObject({ name, value_from_env: name })]);
const eventTrigger = z.strictObject({
  name,
  definition: z.strictObject({
    insert: operation.optional(),
    update: operation.optional(),
    delete: operation.optional(),
    enable_manual: z.boolean().optional(),
  }),
  retry_conf: z.strictObject({ num_retries: z.int().optional(), interval_sec: z.int().optional(), timeout_sec: z.int().optional() }),
  webhook: name.optional(),
  webhook_from_env: name.optional(),
  headers: z.array(header).optional(),
});

export const HASURA_TABLE = z.strictObject({
  table: tableName,
  is_enum: z.boolean().optional(),
  configuration: configuration.optional(),
  object_relationships: z.array(objectRelationship).optional(),
  array_relationships: z.array(arrayRelationship).optional(),
  computed_fields: z.array(computedField).optional(),
  select_permissions: permission(selectDefinition),
  insert_permissions: permission(insertDefinition),
  update_permissions: permission(updateDefinition),
  delete_permissions: permission(deleteDefinition),
  event_triggers: z.array(eventTrigger).optional(),
});

const poolSettings = z.strictObject({
  connection_lifetime: z.number().nullable().optional(),
  idle_timeout: z.number().nullable().optional(),
  max_connections: z.number().nullable().optional(),
  pool_timeout: z.number().nullable().optional(),
  retries: z.number().nullable().optional(),
  total_max_connections: z.number().nullable().optional(),
});

const source = z.strictObject({
  name,
  kind: z.enum(['postgres', 'pg']),
  configuration: z.strictObject({
    connection_info: z.strictObject({
      database_url: z.union([name, z.strictObject({ from_env: name })]),
      isolation_level: z.enum(['read-committed', 'repeatable-read', 'serializable']).optional(),
      pool_settings: poolSettings.nullable().optional(),
      use_prepared_statements: z.boolean().optional(),
    }),
  }),
  tables: z.literal('!include default/tables/tables.yaml'),
  functions: z.literal('!include default/functions/functions.yaml'),
});

const empty = z.strictObject({});
const nothing = z.tuple([]);
const scope = z.union([z.strictObject({ global: z.literal(true) }), z.strictObject({ global: z.literal(false), roles: z.array(name) })]);

/** The files of the directory by name. The ones that this project does not use hold what Hasura exports where nothing is there. */
export const HASURA_FILES: Readonly<Record<string, z.ZodType>> = {
  'version.yaml': z.strictObject({ version: z.literal(3) }),
  'databases/databases.yaml': z.tuple([source]),
  'actions.yaml': z.strictObject({
    actions: nothing,
    custom_types: z.strictObject({ enums: nothing, input_objects: nothing, objects: nothing, scalars: nothing }),
  }),
  'allow_list.yaml': z.array(z.strictObject({ collection: name, scope: scope.optional() })),
  'api_limits.yaml': empty,
  'backend_configs.yaml': empty,
  'cron_triggers.yaml': nothing,
  'graphql_schema_introspection.yaml': z.strictObject({ disabled_for_roles: z.array(name) }),
  'inherited_roles.yaml': z.array(z.strictObject({ role_name: name, role_set: z.array(name).min(1) })),
  'metrics_config.yaml': empty,
  'network.yaml': empty,
  'opentelemetry.yaml': empty,
  'query_collections.yaml': z.array(
    z.strictObject({ name, comment, definition: z.strictObject({ queries: z.array(z.strictObject({ name, query: name })) }) }),
  ),
  'remote_schemas.yaml': nothing,
  'rest_endpoints.yaml': nothing,
};
