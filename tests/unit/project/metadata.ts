import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const PROJECT = join(import.meta.dirname, '../../../server/project');
export const METADATA = join(PROJECT, 'nhost/metadata');
export const TABLES = join(METADATA, 'databases/default/tables');

/** A row filter of a permission: keys are columns, relationships, `_and` and `_or`. */
export const filter = z.record(z.string(), z.unknown());

const tableName = z.object({ schema: z.string(), name: z.string() }).transform(({ schema, name }) => `${schema}.${name}`);
const manual = z.strictObject({ remote_table: tableName, column_mapping: z.record(z.string(), z.string()) });
const byHand = z.strictObject({ manual_configuration: manual });
const select = z.strictObject({
  columns: z.array(z.string()),
  computed_fields: z.array(z.string()).optional(),
  filter,
  limit: z.number().optional(),
  allow_aggregations: z.boolean().optional(),
});
const write = z.strictObject({
  columns: z.array(z.string()),
  check: filter.optional(),
  filter: filter.optional(),
  set: z.record(z.string(), z.string()).optional(),
});

const objectRelationship = z.strictObject({
  name: z.string(),
  using: z.union([z.strictObject({ foreign_key_constraint_on: z.string() }), byHand]),
});
const arrayRelationship = z.strictObject({
  name: z.string(),
  using: z.union([z.strictObject({ foreign_key_constraint_on: z.strictObject({ column: z.string(), table: tableName }) }), byHand]),
});

const tableFile = z.strictObject({
  table: tableName,
  is_enum: z.boolean().optional(),
  configuration: z.unknown().optional(),
  object_relationships: z.array(objectRelationship).default([]),
  array_relationships: z.array(arrayRelationship).default([]),
  computed_fields: z.array(z.strictObject({ name: z.string(), definition: z.strictObject({ function: tableName }) })).default([]),
  select_permissions: z.array(z.strictObject({ role: z.string(), permission: select })).default([]),
  insert_permissions: z.array(z.strictObject({ role: z.string(), permission: write })).default([]),
  update_permissions: z.array(z.strictObject({ role: z.string(), permission: write })).default([]),
  delete_permissions: z.array(z.strictObject({ role: z.string(), permission: z.strictObject({ filter }) })).default([]),
  event_triggers: z.array(z.looseObject({ name: z.string() })).default([]),
});

export type TrackedTable = z.infer<typeof tableFile>;

/** The files that tables.yaml includes, in its order. */
export function includedFiles(): readonly string[] {
  const lines = z.array(z.string().startsWith('!include ')).parse(parse(readFileSync(join(TABLES, 'tables.yaml'), 'utf8')));
  return lines.map((line) => line.slice('!include '.length));
}

/** Every tracked table by its name with schema. @throws when a file has a key that the project does not use. */
export function readTables(): ReadonlyMap<string, TrackedTable> {
  const tables = includedFiles().map((file) => tableFile.parse(parse(readFileSync(join(TABLES, file), 'utf8'))));
  return new Map(tables.map((table) => [table.table, table]));
}
