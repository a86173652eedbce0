/**
 * Answers questions about the schema itself (GraphQL specification, section 4.2) from the schema of a role, without the database. Lists are
 * sorted by name, as in Hasura.
 */
import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import { ensured, validationFault } from './errors.ts';
import type { BindInputs } from './model/bool-exp.ts';
import { booleanOf, type Input } from './request/input.ts';
import type { SelectedField } from './request/selection.ts';
import { encodeText } from './scalars/encode.ts';

/** The root fields of a query that ask about the schema. */
export const META_FIELDS: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

// Each of these lists multiplies the answer by the size of the schema. The full introspection query nests one of them in another at most.
const MULTIPLYING = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes']);
const MAX_MULTIPLYING = 2;

interface Walk {
  readonly info: GraphQLResolveInfo;
  readonly inputs: BindInputs;
}

function argumentValue(name: string, input: Input, { variable }: BindInputs): unknown {
  if (input.kind === 'null') return undefined;
  if (name === 'includeDeprecated') return booleanOf(input);
  return input.kind === 'leaf' ? encodeText(input.source(variable), input.path) : undefined;
}

function nameOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? item.name : '';
}

function sortByName(items: readonly unknown[]): readonly unknown[] {
  return items.toSorted((left, right) => {
    const [a, b] = [nameOf(left), nameOf(right)];
    return a === b ? 0 : a < b ? -1 : 1;
  });
}

function complete(walk: Walk, type: GraphQLOutputType, value: unknown, field: SelectedField, nesting: number): unknown {
  if (isNonNullType(type)) return complete(walk, type.ofType, value, field, nesting);
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return sortByName(items).map((item) => complete(walk, type.ofType, item, field, nesting));
  }
  if (isLeafType(type)) return type.coerceOutputValue(value);
  const known = ensured(isObjectType(type) ? type : undefined).getFields();
  return Object.fromEntries(
    field.fields.map((child) => {
      const definition = known[child.name];
      return [child.key, definition === undefined ? type.name : resolve(walk, definition, value, child, nesting)];
    }),
  );
}

function resolve(walk: Walk, definition: GraphQLField<unknown, unknown>, source: unknown, field: SelectedField, nesting: number): unknown {
  const inner = nesting + (MULTIPLYING.has(field.name) ? 1 : 0);
  if (inner > MAX_MULTIPLYING) throw validationFault('introspection is nested too deeply', field.path);
  const args = Object.fromEntries([...field.args].map(([name, input]) => [name, argumentValue(name, input, walk.inputs)]));
  return complete(walk, definition.type, ensured(definition.resolve)(source, args, undefined, walk.info), field, inner);
}

/** Returns the JSON text of `__schema` or `__type`. @throws GraphqlFault for nesting that multiplies the answer */
export function introspect(schema: GraphQLSchema, field: SelectedField, inputs: BindInputs): string {
  const definition = ensured(META_FIELDS.get(field.name));
  // The resolvers of the meta fields read nothing of it but the schema.
  const info = { schema } as GraphQLResolveInfo;
  return JSON.stringify(resolve({ info, inputs }, definition, undefined, field, 0));
}
