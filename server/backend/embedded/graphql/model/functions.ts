/** Joins functions of the catalog with what the metadata says of them: root fields, and fields that a function computes from a row. */
import type { Catalog, CatalogFunction } from '../catalog/catalog.ts';
import { ensured } from '../errors.ts';
import type { ComputedFieldMetadata, FunctionMetadata, Metadata, TableMetadata, TableName } from '../metadata/metadata.ts';
import { MetadataError } from '../metadata/metadata-node.ts';
import { GRAPHQL_NAME, qualifiedName } from '../metadata/names.ts';
import { describeScalar } from '../scalars/postgres-scalars.ts';
import type { Naming } from './naming.ts';
import type { CallableFunction, ComputedField, FunctionArgument, TrackedFunction } from './tracked-table.ts';

interface FunctionSources {
  readonly catalog: Catalog;
  readonly metadata: Metadata;
  readonly stringifiesNumerics?: boolean;
}

interface NamedFunctions extends FunctionSources {
  readonly naming: Naming;
}

type Argument = CatalogFunction['arguments'][number];

function isTracked(metadata: Metadata, { schema, name }: TableName): boolean {
  return metadata.tables.some(({ table }) => table.schema === schema && table.name === name);
}

function findFunction(catalog: Catalog, name: TableName, place: string): CatalogFunction {
  const [found, second] = catalog.functions(name.schema, name.name);
  if (found === undefined)
    throw new MetadataError(`${place}: the database has no function ${qualifiedName(name)} that can be called by name`);
  if (second !== undefined) throw new MetadataError(`${place}: the function ${qualifiedName(name)} is overloaded, which is not supported`);
  return found;
}

/** The session variables are one JSON object. */
function requireJson(argument: Argument, place: string): void {
  if (argument.type !== 'json' && argument.type !== 'jsonb') {
    throw new MetadataError(`${place}: the session argument "${argument.name}" is not of type json`);
  }
}

interface Special {
  readonly session: string | undefined;
  readonly row?: Argument | undefined;
}

function readArguments(found: CatalogFunction, { session, row }: Special, place: string): readonly FunctionArgument[] {
  if (session !== undefined && !found.arguments.some(({ name }) => name === session)) {
    throw new MetadataError(`${place}: the function ${qualifiedName(found)} has no argument "${session}"`);
  }
  let unnamed = 0;
  return found.arguments.map((argument): FunctionArgument => {
    const { name, type, sqlType, isArray, hasDefault } = argument;
    if (argument === row) return { kind: 'row', name };
    if (name === session) {
      requireJson(argument, place);
      return { kind: 'session', name, cast: sqlType };
    }
    // An argument without a name has that of its position among those, as in Hasura.
    if (name === '') unnamed += 1;
    const field = name === '' ? `arg_${unnamed}` : name;
    if (!GRAPHQL_NAME.test(field)) throw new MetadataError(`${place}: GraphQL cannot spell "${field}"`);
    // A row of a table has the name of its type, which is that of the table's objects.
    const scalar = describeScalar(argument.table === null ? type : `${type}_scalar`, sqlType);
    return { kind: 'input', name, field, type: { scalar, isArray }, hasDefault };
  });
}

function rootNameOf({ name, customName }: FunctionMetadata): string {
  return customName ?? (name.schema === 'public' ? name.name : `${name.schema}_${name.name}`);
}

/** @throws MetadataError for a function that cannot be a root field */
export function buildFunction({ catalog, metadata, naming }: NamedFunctions, tracked: FunctionMetadata): TrackedFunction {
  const { name, place, customRootFields } = tracked;
  const found = findFunction(catalog, name, place);
  const { table } = found;
  if (table === null) throw new MetadataError(`${place}: the function ${qualifiedName(name)} does not return rows of a table`);
  if (!isTracked(metadata, table)) throw new MetadataError(`${place}: the table ${qualifiedName(table)} is not tracked`);
  const isMutation = tracked.exposedAs === undefined ? found.isVolatile : tracked.exposedAs === 'mutation';
  if (isMutation && !found.isVolatile) throw new MetadataError(`${place}: only a VOLATILE function can be exposed as a mutation`);
  const graphqlName = rootNameOf(tracked);
  const base = { name: graphqlName, isCustom: tracked.customName !== undefined };
  const rootName = (custom: string | undefined, behind: string): string =>
    custom === undefined ? naming.root(base, '', behind) : naming.customRoot(custom);
  const rootNames = {
    function: rootName(customRootFields.function, ''),
    function_aggregate: rootName(customRootFields.function_aggregate, '_aggregate'),
  };
  const unspelt = Object.values(rootNames).find((item) => !GRAPHQL_NAME.test(item));
  if (unspelt !== undefined) throw new MetadataError(`${place}: GraphQL cannot spell "${unspelt}"`);
  return {
    call: { name, arguments: readArguments(found, { session: tracked.sessionArgument }, place) },
    rootNames,
    argumentsType: `${graphqlName}_args`,
    table,
    isSet: found.isSet,
    isMutation,
    roles: tracked.roles,
    comment: tracked.comment ?? found.comment ?? undefined,
  };
}

function rowArgument(found: CatalogFunction, table: TableName, { tableArgument, place }: ComputedFieldMetadata): Argument {
  const argument = tableArgument === undefined ? found.arguments[0] : found.arguments.find(({ name }) => name === tableArgument);
  if (argument?.table?.schema === table.schema && argument.table.name === table.name) return argument;
  throw new MetadataError(`${place}: the function ${qualifiedName(found)} takes no row of ${qualifiedName(table)}`);
}

function computedResult(
  { metadata, stringifiesNumerics }: FunctionSources,
  found: CatalogFunction,
  place: string,
): ComputedField['result'] {
  const { table, result, isSet } = found;
  if (table !== null) {
    if (!isTracked(metadata, table)) throw new MetadataError(`${place}: the table ${qualifiedName(table)} is not tracked`);
    return { kind: 'rows', table, isSet };
  }
  if (result === null || isSet) {
    throw new MetadataError(`${place}: the function ${qualifiedName(found)} returns neither one value nor rows of a table`);
  }
  return { kind: 'value', type: { scalar: describeScalar(result.type, result.sqlType, stringifiesNumerics), isArray: result.isArray } };
}

function buildComputedField(sources: FunctionSources, table: TableName, field: ComputedFieldMetadata): ComputedField {
  const { place, name } = field;
  const found = findFunction(sources.catalog, field.function, place);
  if (found.isVolatile)
    throw new MetadataError(`${place}: the function ${qualifiedName(found)} of a computed field must be STABLE or IMMUTABLE`);
  const row = rowArgument(found, table, field);
  const call: CallableFunction = {
    name: { schema: found.schema, name: found.name },
    arguments: readArguments(found, { session: field.sessionArgument, row }, place),
  };
  return { name, call, result: computedResult(sources, found, place), comment: field.comment ?? found.comment ?? undefined };
}

/** The computed fields of a table by name. @throws MetadataError for one that the database does not have, or whose name is taken */
export function buildComputedFields(sources: FunctionSources, table: TableMetadata): ReadonlyMap<string, ComputedField> {
  const found = ensured(sources.catalog.table(table.table.schema, table.table.name));
  const taken = new Set([
    ...found.columns.map(({ name }) => table.customColumnNames[name] ?? name),
    ...table.relationships.map(({ name }) => name),
  ]);
  const fields = new Map<string, ComputedField>();
  for (const field of table.computedFields) {
    if (taken.has(field.name)) throw new MetadataError(`${field.place}: "${field.name}" is already the name of a field`);
    taken.add(field.name);
    fields.set(field.name, buildComputedField(sources, table.table, field));
  }
  return fields;
}

/** True where nothing but the row and the session decides the result: such a field can be compared and ordered by. */
export function needsRowOnly({ call }: ComputedField): boolean {
  return call.arguments.every((argument) => argument.kind !== 'input' || argument.hasDefault);
}

export function inputArguments({ arguments: args }: CallableFunction): readonly Extract<FunctionArgument, { kind: 'input' }>[] {
  return args.filter((argument) => argument.kind === 'input');
}
