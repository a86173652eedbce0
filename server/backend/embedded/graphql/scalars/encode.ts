/**
 * Writes a value from a request as the text that Postgres will read. Every parameter travels as text and is cast in the statement
 * (`$1::text::uuid`), so that both drivers treat it alike and no digit is lost. As in Hasura a text is taken for any type and Postgres says
 * whether it is one; a value of another kind of JSON is refused here.
 */
import { GraphqlFault, mismatchFault, validationFault } from '../errors.ts';
import { describeInputValue, type InputValue, jsonText } from './input-value.ts';
import type { ScalarType } from './postgres-scalars.ts';

const MAX_INT = 2_147_483_647n;
const MAX_BIGINT = 9_223_372_036_854_775_807n;
const MAX_SMALLINT = 32_767n;
const BOUNDS: ReadonlyMap<string, bigint> = new Map([
  ['smallint', MAX_SMALLINT],
  ['Int', MAX_INT],
]);

function parseFault(message: string, path: string): GraphqlFault {
  return new GraphqlFault('parse-failed', message, path);
}

export function nullFault(typeName: string, path: string): GraphqlFault {
  return validationFault(`unexpected null value for type '${typeName}'`, path);
}

const JSON_KINDS: Readonly<Record<InputValue['kind'], string>> = {
  null: 'Null',
  boolean: 'Boolean',
  integer: 'Number',
  float: 'Number',
  string: 'String',
  enum: 'String',
  list: 'Array',
  object: 'Object',
};

/** A value of the wrong kind of JSON, in the words of Hasura's decoder. */
function kindFault(name: string, expected: string, given: InputValue, path: string): GraphqlFault {
  return parseFault(`parsing ${name} failed, expected ${expected}, but encountered ${JSON_KINDS[given.kind]}`, path);
}

/** Digits of a whole number, also of one that is written with a fraction of zeros or an exponent. */
function wholeNumber(given: NumberValue): bigint | undefined {
  if (given.kind === 'integer') return BigInt(given.text);
  const value = Number(given.text);
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

/** Writes a number as Hasura does in its messages: `40000.0`, `2.147483648e9`. */
function shownNumber(text: string): string {
  const value = Number(text);
  const shown = Math.abs(value) < 1e7 ? String(value) : value.toExponential().replace('+', '');
  return /^-?[0-9]+(?:e|$)/.test(shown) ? shown.replace(/^-?[0-9]+/, '$&.0') : shown;
}

type NumberValue = InputValue & { readonly kind: 'integer' | 'float' };

function encodeInteger(scalar: ScalarType, given: InputValue, path: string): string {
  if (given.kind !== 'integer' && given.kind !== 'float') throw kindFault('Integer', 'Number', given, path);
  return encodeBounded(given, BOUNDS.get(scalar.name) ?? MAX_BIGINT, path);
}

/** Returns the digits of a whole number of so many bits that `most` is the largest. @throws GraphqlFault */
function encodeBounded(given: NumberValue, most: bigint, path: string): string {
  const value = wholeNumber(given);
  if (value !== undefined && value <= most && value >= -most - 1n) return value.toString();
  throw parseFault(
    `The value ${shownNumber(given.text)} lies outside the bounds or is not an integer. Maybe it is a float, or is there integer overflow?`,
    path,
  );
}

/** Postgres has no NUL in its texts (22021 there); the fault is the caller's. */
function requireText(text: string, path: string): string {
  if (text.includes('\0')) throw new GraphqlFault('data-exception', 'a text may not contain the character U+0000', path);
  return text;
}

function encodeJson(given: InputValue, path: string): string {
  const text = jsonText(given);
  if (text.includes('\\u0000')) throw new GraphqlFault('data-exception', 'a text may not contain the character U+0000', path);
  return text;
}

function encodeOther(scalar: ScalarType, given: InputValue, path: string): string {
  switch (scalar.encoding) {
    case 'integer':
      return encodeInteger(scalar, given, path);
    case 'decimal':
      if (given.kind === 'integer' || given.kind === 'float') return given.text;
      throw kindFault('Number', 'Number', given, path);
    case 'boolean':
      if (given.kind === 'boolean') return String(given.value);
      throw kindFault('Bool', 'Boolean', given, path);
    case 'text':
      throw kindFault('Text', 'String', given, path);
    case 'any':
      throw parseFault(`A string is expected for type : ${scalar.name}`, path);
    case 'json':
      return encodeJson(given, path);
  }
}

/** In the document a number with a fraction is none of these; in variables all numbers are one kind. */
function isIntegerLike(given: InputValue): given is NumberValue {
  return given.kind === 'integer' || (given.kind === 'float' && given.isLiteral !== true);
}

/** Returns the digits of `limit`. @throws GraphqlFault */
export function encodeLimit(given: InputValue, path: string): string {
  if (isIntegerLike(given) && Number(given.text) >= 0) return encodeBounded(given, MAX_INT, path);
  throw mismatchFault('a non-negative 32-bit integer', 'Int', describeInputValue(given), path);
}

const DIGITS = /^\d{1,19}$/;

/** Returns the digits of `offset`, a 64-bit integer or its text; the database refuses a negative one. @throws GraphqlFault */
export function encodeOffset(given: InputValue, path: string): string {
  if (isIntegerLike(given)) return encodeBounded(given, MAX_BIGINT, path);
  if (given.kind === 'string' && DIGITS.test(given.text)) return given.text;
  throw mismatchFault('a 32-bit integer, or a 64-bit integer represented as a string', 'Int', describeInputValue(given), path);
}

/** Returns the text of an argument that is a text by itself and not the value of a column. @throws GraphqlFault */
export function encodeText(given: InputValue, path: string): string {
  if (given.kind === 'string') return requireText(given.text, path);
  throw mismatchFault('a string', 'String', describeInputValue(given), path);
}

/** Returns the text of one value. Null is always a fault: a comparison with null must never come to mean "everything". @throws GraphqlFault */
export function encodeScalar(scalar: ScalarType, given: InputValue, path: string): string {
  if (given.kind === 'null') throw nullFault(scalar.name, path);
  if (scalar.encoding !== 'json' && (given.kind === 'string' || given.kind === 'enum')) return requireText(given.text, path);
  return encodeOther(scalar, given, path);
}

function arrayText(items: readonly string[]): string {
  return `{${items.join(',')}}`;
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Returns the text of a list of values, `{"a","b"}`. A single value counts as a list of one, as everywhere in GraphQL. @throws GraphqlFault */
export function encodeList(scalar: ScalarType, given: InputValue, path: string): string {
  if (given.kind === 'null') throw mismatchFault('a list', null, 'null', path);
  const items = given.kind === 'list' ? given.items : [given];
  return arrayText(items.map((item, index) => quoted(encodeScalar(scalar, item, `${path}[${index}]`))));
}

/** Returns the text of a value for an array column: a text is an array as Postgres writes it, and a list may hold nulls. @throws GraphqlFault */
export function encodeArray(scalar: ScalarType, given: InputValue, path: string): string {
  if (given.kind === 'null') throw nullFault(scalar.name, path);
  if (given.kind === 'string') return requireText(given.text, path);
  if (given.kind !== 'list') throw kindFault('Array', 'Array', given, path);
  return arrayText(given.items.map((item) => (item.kind === 'null' ? 'NULL' : quoted(encodeScalar(scalar, item, path)))));
}
