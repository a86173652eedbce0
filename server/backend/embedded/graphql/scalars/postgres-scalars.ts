/** How a Postgres type appears in the dialect: the name of its scalar, what can be asked of it, and how its values are written. */
import { GRAPHQL_NAME } from '../metadata/names.ts';

/** How a value from a request is checked before it becomes a parameter. */
type Encoding = 'integer' | 'decimal' | 'boolean' | 'text' | 'json' | 'any';

export interface ScalarType {
  /** GraphQL name. */
  readonly name: string;
  /** The type as SQL text, quoted by the database; of the element, for an array. */
  readonly sqlType: string;
  readonly encoding: Encoding;
  /** Has the operators of texts: _like, _regex and so on. */
  readonly isText: boolean;
  readonly isJsonb: boolean;
  /** Takes the `path` argument. */
  readonly isJson: boolean;
  /** Whether its values are answered as texts, because a JavaScript number would lose digits of them. */
  readonly isStringified: boolean;
  /** Can be summed and averaged. */
  readonly isNumeric: boolean;
  /** Has a minimum and a maximum. */
  readonly isComparable: boolean;
}

interface Traits {
  readonly name?: string;
  readonly encoding: Encoding;
  readonly text?: true;
  readonly numeric?: true;
  readonly comparable?: true;
}

// Names: integer, boolean, real and the texts become GraphQL's own scalars, everything else keeps its Postgres name.
const TRAITS: ReadonlyMap<string, Traits> = new Map(
  Object.entries<Traits>({
    int2: { name: 'smallint', encoding: 'integer', numeric: true, comparable: true },
    int4: { name: 'Int', encoding: 'integer', numeric: true, comparable: true },
    int8: { name: 'bigint', encoding: 'integer', numeric: true, comparable: true },
    float4: { name: 'Float', encoding: 'decimal', numeric: true, comparable: true },
    float8: { encoding: 'decimal', numeric: true, comparable: true },
    numeric: { encoding: 'decimal', numeric: true, comparable: true },
    money: { encoding: 'decimal', numeric: true, comparable: true },
    bool: { name: 'Boolean', encoding: 'boolean' },
    text: { name: 'String', encoding: 'text', text: true, comparable: true },
    varchar: { name: 'String', encoding: 'text', text: true, comparable: true },
    bpchar: { encoding: 'text', text: true, comparable: true },
    citext: { encoding: 'text', text: true, comparable: true },
    uuid: { encoding: 'text', comparable: true },
    date: { encoding: 'text', comparable: true },
    timestamp: { encoding: 'text', comparable: true },
    timestamptz: { encoding: 'text', comparable: true },
    time: { encoding: 'any', comparable: true },
    timetz: { encoding: 'any', comparable: true },
    interval: { encoding: 'any', comparable: true },
    inet: { encoding: 'any', comparable: true },
    json: { encoding: 'json' },
    jsonb: { encoding: 'json' },
  }),
);

const NAMES = new Set([...TRAITS].map(([typeName, { name = typeName }]) => name));

/** True for the names by which the dialect knows the types that Postgres brings, whatever the project's tables use of them. */
export function isScalarName(name: string): boolean {
  return NAMES.has(name);
}

// Hasura: HASURA_GRAPHQL_STRINGIFY_NUMERIC_TYPES.
const LONG_NUMBERS = new Set(['int8', 'numeric', 'float8']);

/** Describes the Postgres type `typeName`, whose SQL text is `sqlType`. */
export function describeScalar(typeName: string, sqlType: string, stringifiesNumerics = false): ScalarType {
  const traits: Traits = TRAITS.get(typeName) ?? { encoding: 'any' };
  return {
    // A type name that GraphQL cannot spell (a user's `"my type"`) is spelt with underscores.
    name: traits.name ?? (GRAPHQL_NAME.test(typeName) ? typeName : `_${typeName.replace(/[^_0-9A-Za-z]/g, '_')}`),
    sqlType,
    encoding: traits.encoding,
    isText: traits.text === true,
    isJsonb: typeName === 'jsonb',
    isJson: typeName === 'json' || typeName === 'jsonb',
    isStringified: stringifiesNumerics && LONG_NUMBERS.has(typeName),
    isNumeric: traits.numeric === true,
    isComparable: traits.comparable === true,
  };
}

export const STRING_SCALAR: ScalarType = describeScalar('text', 'pg_catalog.text');
export const INT_SCALAR: ScalarType = describeScalar('int4', 'pg_catalog.int4');
export const DOUBLE_SCALAR: ScalarType = describeScalar('float8', 'pg_catalog.float8');
export const BOOLEAN_SCALAR: ScalarType = describeScalar('bool', 'pg_catalog.bool');
