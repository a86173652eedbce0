/** The comparison operators of the dialect and what each asks of its operand. */
import { encodeArray, encodeList, encodeScalar } from '../scalars/encode.ts';
import { STRING_SCALAR } from '../scalars/postgres-scalars.ts';
import type { ColumnType } from './tracked-table.ts';

export const STRING_TYPE: ColumnType = { scalar: STRING_SCALAR, isArray: false };

/** What stands on the right: a value of the column's own type, a list of such, a text or a list of texts. */
export type OperandShape = 'same' | 'list' | 'text' | 'texts';

export interface Operator {
  readonly name: string;
  readonly shape: OperandShape;
  readonly sql: (subject: string, operand: string) => string;
}

function infix(name: string, symbol: string, shape: OperandShape = 'same'): Operator {
  return { name, shape, sql: (subject, operand) => `${subject} ${symbol} ${operand}` };
}

export const EQUAL: Operator = infix('_eq', '=');

const GENERIC: readonly Operator[] = [
  EQUAL,
  infix('_neq', '<>'),
  infix('_gt', '>'),
  infix('_gte', '>='),
  infix('_lt', '<'),
  infix('_lte', '<='),
];

const LISTS: readonly Operator[] = [
  { name: '_in', shape: 'list', sql: (subject, operand) => `${subject} = any(${operand})` },
  { name: '_nin', shape: 'list', sql: (subject, operand) => `${subject} <> all(${operand})` },
];

const TEXTS: readonly Operator[] = [
  infix('_like', 'like', 'text'),
  infix('_nlike', 'not like', 'text'),
  infix('_ilike', 'ilike', 'text'),
  infix('_nilike', 'not ilike', 'text'),
  infix('_similar', 'similar to', 'text'),
  infix('_nsimilar', 'not similar to', 'text'),
  infix('_regex', '~', 'text'),
  infix('_nregex', '!~', 'text'),
  infix('_iregex', '~*', 'text'),
  infix('_niregex', '!~*', 'text'),
];

const CONTAINMENT: readonly Operator[] = [infix('_contains', '@>'), infix('_contained_in', '<@')];

const KEYS: readonly Operator[] = [
  infix('_has_key', '?', 'text'),
  infix('_has_keys_any', '?|', 'texts'),
  infix('_has_keys_all', '?&', 'texts'),
];

const JSON_PATHS: readonly Operator[] = [
  { name: '_jsonb_path_exists', shape: 'text', sql: (subject, operand) => `${subject} @? (${operand})::pg_catalog.jsonpath` },
  { name: '_jsonb_path_match', shape: 'text', sql: (subject, operand) => `${subject} @@ (${operand})::pg_catalog.jsonpath` },
];

const ENUM_OPERATORS: readonly Operator[] = [...GENERIC.slice(0, 2), ...LISTS];

/** Returns the operators of a column type, `_is_null` and `_cast` apart: those are not comparisons of two values. */
export function operatorsOf(type: ColumnType): readonly Operator[] {
  if (type.isArray) return [...GENERIC, ...LISTS, ...CONTAINMENT];
  if (type.enumValues !== undefined) return ENUM_OPERATORS;
  if (type.scalar.isJsonb) return [...GENERIC, ...LISTS, ...CONTAINMENT, ...KEYS, ...JSON_PATHS];
  return type.scalar.isText ? [...GENERIC, ...LISTS, ...TEXTS] : [...GENERIC, ...LISTS];
}

/** Name of the GraphQL input type that holds the operators of a column type. */
export function comparisonTypeName(type: ColumnType): string {
  return `${type.scalar.name}${type.isArray ? '_array' : ''}_comparison_exp`;
}

/** How the right side of an operator is written as text. */
export function encoderOf({ isArray }: ColumnType, { shape }: Operator): typeof encodeScalar {
  if (shape === 'list' || shape === 'texts') return encodeList;
  return shape === 'same' && isArray ? encodeArray : encodeScalar;
}

/** The SQL type that an operand of this shape is cast to. */
export function operandCast(type: ColumnType, shape: OperandShape): string {
  switch (shape) {
    case 'same':
      return type.isArray ? `${type.scalar.sqlType}[]` : type.scalar.sqlType;
    case 'list':
      return `${type.scalar.sqlType}[]`;
    case 'text':
      return 'pg_catalog.text';
    case 'texts':
      return 'pg_catalog.text[]';
  }
}
