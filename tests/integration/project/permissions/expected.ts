/**
 * What each role may do, read from the YAML of the metadata alone: neither the reader nor the model of the engine has a part in it. It knows
 * the forms that the project's permissions have, and throws for any other.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const METADATA = path.resolve(import.meta.dirname, '../../../../server/project/nhost/metadata');
const TABLES = path.join(METADATA, 'databases/default/tables');

const filterSchema = z.record(z.string(), z.unknown());
const tableSchema = z.object({ schema: z.string(), name: z.string() });
const permissionSchema = z.object({
  columns: z.union([z.literal('*'), z.array(z.string())]).default([]),
  filter: filterSchema.optional(),
  check: filterSchema.optional(),
  set: z.record(z.string(), z.unknown()).default({}),
  limit: z.number().optional(),
  allow_aggregations: z.boolean().default(false),
});
const entriesSchema = z.array(z.object({ role: z.string(), permission: permissionSchema })).default([]);
const usingSchema = z.object({
  foreign_key_constraint_on: z.union([z.string(), z.object({ column: z.string(), table: tableSchema })]).optional(),
  manual_configuration: z.object({ remote_table: tableSchema, column_mapping: z.record(z.string(), z.string()) }).optional(),
});
const relationshipsSchema = z.array(z.object({ name: z.string(), using: usingSchema })).default([]);
const fileSchema = z.object({
  table: tableSchema,
  configuration: z
    .object({
      custom_name: z.string().optional(),
      custom_root_fields: z.record(z.string(), z.string()).default({}),
      column_config: z.record(z.string(), z.object({ custom_name: z.string().optional() })).default({}),
    })
    .default({ custom_root_fields: {}, column_config: {} }),
  object_relationships: relationshipsSchema,
  select_permissions: entriesSchema,
  insert_permissions: entriesSchema,
  update_permissions: entriesSchema,
  delete_permissions: entriesSchema,
});

export type TrackedFile = z.infer<typeof fileSchema>;
type Permission = z.infer<typeof permissionSchema>;
export type Verb = 'select' | 'insert' | 'update' | 'delete';

export function readFiles(): readonly TrackedFile[] {
  const list = z.array(z.string()).parse(parse(readFileSync(path.join(TABLES, 'tables.yaml'), 'utf8')));
  return list.map((line) => fileSchema.parse(parse(readFileSync(path.join(TABLES, line.replace('!include ', '')), 'utf8'))));
}

const inheritedSchema = z.array(z.object({ role_name: z.string(), role_set: z.array(z.string()) }));

/** The roles that a role inherits from, by its name. */
export function readParents(): ReadonlyMap<string, readonly string[]> {
  const list = inheritedSchema.parse(parse(readFileSync(path.join(METADATA, 'inherited_roles.yaml'), 'utf8')));
  return new Map(list.map(({ role_name: name, role_set: parents }) => [name, parents]));
}

/** A role's permissions: its own, or those of all its parents. */
function permissionsOf(
  file: TrackedFile,
  parents: ReadonlyMap<string, readonly string[]>,
  role: string,
  verb: Verb,
): readonly Permission[] {
  const own = file[`${verb}_permissions`].find((entry) => entry.role === role);
  if (own !== undefined) return [own.permission];
  return (parents.get(role) ?? []).flatMap((parent) => permissionsOf(file, parents, parent, verb));
}

export interface Expectation {
  readonly permissions: readonly Permission[];
  /** Columns by their names in the database. */
  readonly columns: ReadonlySet<string>;
}

/** Undefined where the role may not do it. */
export function expected(
  file: TrackedFile,
  parents: ReadonlyMap<string, readonly string[]>,
  role: string,
  verb: Verb,
): Expectation | undefined {
  const permissions = permissionsOf(file, parents, role, verb);
  // Permissions to write are inherited from parents that agree, those to read are joined.
  const different = new Set(permissions.map((permission) => JSON.stringify(permission)));
  if (permissions.length === 0 || (verb !== 'select' && different.size > 1)) return undefined;
  const columns = permissions.flatMap(({ columns: names, set }) => {
    if (names === '*') throw new Error('the project names its columns');
    return names.filter((name) => !Object.hasOwn(set, name));
  });
  return { permissions, columns: new Set(columns) };
}

export function quoted({ schema, name }: z.infer<typeof tableSchema>): string {
  return `"${schema}"."${name}"`;
}

function operand(value: unknown, session: Readonly<Record<string, string>>): string {
  const text = typeof value === 'string' && value.startsWith('X-Hasura-') ? (session[value.toLowerCase()] ?? '') : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

function columnSql(column: string, comparison: unknown, session: Readonly<Record<string, string>>): string {
  const [[operator, value] = ['', undefined], ...more] = Object.entries(filterSchema.parse(comparison));
  if (more.length > 0) throw new Error(`two operators on ${column}`);
  if (operator === '_is_null') return `${column} is ${value === true ? 'null' : 'not null'}`;
  if (operator === '_eq') return `${column} = ${operand(value, session)}`;
  if (operator === '_neq') return `${column} <> ${operand(value, session)}`;
  if (operator === '_nin') {
    const values = z.array(z.string()).parse(value);
    return `${column} not in (${values.map((each) => operand(each, session)).join()})`;
  }
  throw new Error(`the operator ${operator} is not known here`);
}

function relatedFile(files: readonly TrackedFile[], table: z.infer<typeof tableSchema>): TrackedFile {
  const found = files.find((item) => item.table.name === table.name && item.table.schema === table.schema);
  if (found === undefined) throw new Error(`no file of ${table.name}`);
  return found;
}

export interface RowFilterContext {
  readonly files: readonly TrackedFile[];
  /** Table that a foreign key column refers to, `schema.table.column` to `{table, column}`. */
  readonly references: ReadonlyMap<string, { readonly schema: string; readonly name: string; readonly column: string }>;
  readonly session: Readonly<Record<string, string>>;
}

/** Writes a row filter as SQL on the rows `alias`. */
export function filterSql(context: RowFilterContext, file: TrackedFile, filter: unknown, alias = 't'): string {
  const parts = Object.entries(filterSchema.parse(filter)).map(([key, value]): string => {
    const list = (word: string): string =>
      `(${z
        .array(filterSchema)
        .parse(value)
        .map((item) => filterSql(context, file, item, alias))
        .join(` ${word} `)})`;
    if (key === '_and') return list('and');
    if (key === '_or') return list('or');
    if (key === '_not') return `not ${filterSql(context, file, value, alias)}`;
    const relationship = file.object_relationships.find(({ name }) => name === key);
    if (relationship === undefined) return columnSql(`${alias}."${key}"`, value, context.session);
    return existsSql(context, file, relationship.using, value, alias);
  });
  return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`;
}

function existsSql(
  context: RowFilterContext,
  file: TrackedFile,
  using: z.infer<typeof usingSchema>,
  value: unknown,
  alias: string,
): string {
  const inner = `${alias}x`;
  const { manual_configuration: manual, foreign_key_constraint_on: key } = using;
  if (manual !== undefined) {
    const target = relatedFile(context.files, manual.remote_table);
    const join = Object.entries(manual.column_mapping).map(([own, remote]) => `${inner}."${remote}" = ${alias}."${own}"`);
    return `exists (select 1 from ${quoted(target.table)} ${inner} where ${[...join, filterSql(context, target, value, inner)].join(' and ')})`;
  }
  const reference = typeof key === 'string' ? context.references.get(`${file.table.schema}.${file.table.name}.${key}`) : undefined;
  if (reference === undefined || typeof key !== 'string') throw new Error(`a relationship of ${file.table.name} is not known here`);
  const target = relatedFile(context.files, reference);
  const join = `${inner}."${reference.column}" = ${alias}."${key}"`;
  return `exists (select 1 from ${quoted(target.table)} ${inner} where ${join} and ${filterSql(context, target, value, inner)})`;
}
