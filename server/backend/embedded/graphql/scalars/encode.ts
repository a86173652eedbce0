/**
 * Checks a value from a request and writes it as the text that Postgres will read. Every parameter travels as text and is cast in the
 * statement (`$1::text::uuid`), so that both drivers treat it alike and no digit is lost.
 */
import { GraphqlFault, mismatchFault, validationFault } from '../errors.ts';
import { describeInputValue, type InputValue, jsonText } from './input-value.ts';
import type { ScalarType } from './postgres-scalars.ts';

const MAX_INT = 2_147_483_647n;
const MIN_INT = -2_147_483_648n;
const INTEGER = /^[+-]?\d{1,40}$/;
const DECIMAL = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,5})?|[+-]?(?:Infinity|inf)|NaN)$/i;
const UUID = /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
// What Postgres reads besides these two shapes (`Jan 8 1999`, `99-01-08`) depends on its settings; it is refused.
const DATE = /^\s*(?:[+-]?\d{4,6}-\d{1,2}-\d{1,2}.*|\d{8}(?:T.*)?|-?infinity|epoch|now(?:\(\))?|today|tomorrow|yesterday)\s*$/i;

function parseFault(message: string, path: string): GraphqlFault {
  return new GraphqlFault('parse-failed', message, path);
}

export function nullFault(typeName: string, path: string): GraphqlFault {
  return validationFault(`unexpected null value for type '${typeName}'`, path);
}

function encodeInt(scalar: ScalarType, given: InputValue, path: string): string {
  const isText = given.kind === 'string';
  if (given.kind !== 'integer' && !(isText && INTEGER.test(given.text))) {
    throw mismatchFault('a 32-bit integer', scalar.name, describeInputValue(given), path);
  }
  const value = BigInt(given.text.replace(/^\+/, ''));
  if (value > MAX_INT || value < MIN_INT) throw mismatchFault('a 32-bit integer', scalar.name, describeInputValue(given), path);
  return value.toString();
}

function encodeNumber(scalar: ScalarType, given: InputValue, path: string, pattern: RegExp): string {
  if (given.kind !== 'integer' && given.kind !== 'float' && given.kind !== 'string') {
    throw mismatchFault('a number or a text of digits', scalar.name, describeInputValue(given), path);
  }
  const text = given.text.trim();
  if (!pattern.test(text)) throw parseFault(`"${given.text}" is not a value of type ${scalar.name}`, path);
  return text;
}

function encodeShaped(scalar: ScalarType, given: InputValue, path: string, pattern: RegExp): string {
  const text = encodeText(scalar, given, path);
  if (!pattern.test(text)) throw parseFault(`"${text}" is not a value of type ${scalar.name}`, path);
  return text.replace(/^(\s*now)\(\)/i, '$1');
}

function encodeText(scalar: ScalarType, given: InputValue, path: string): string {
  if (given.kind !== 'string') throw mismatchFault('a string', scalar.name, describeInputValue(given), path);
  // Postgres has no NUL in its texts (22021 there); the fault is the caller's.
  if (given.text.includes('\0')) throw new GraphqlFault('data-exception', 'a text may not contain the character U+0000', path);
  return given.text;
}

function encodeAny(scalar: ScalarType, given: InputValue, path: string): string {
  if (given.kind === 'boolean') return String(given.value);
  if (given.kind === 'integer' || given.kind === 'float') return given.text;
  return encodeText(scalar, given, path);
}

/** Returns the text of one value. Null is always a fault: a comparison with null must never come to mean "everything". @throws GraphqlFault */
export function encodeScalar(scalar: ScalarType, given: InputValue, path: string): string {
  if (given.kind === 'null') throw nullFault(scalar.name, path);
  switch (scalar.encoding) {
    case 'int':
      return encodeInt(scalar, given, path);
    case 'digits':
      return encodeNumber(scalar, given, path, INTEGER);
    case 'decimal':
      return encodeNumber(scalar, given, path, DECIMAL);
    case 'boolean':
      if (given.kind !== 'boolean') throw mismatchFault('a boolean', scalar.name, describeInputValue(given), path);
      return String(given.value);
    case 'text':
      return encodeText(scalar, given, path);
    case 'uuid':
      return encodeShaped(scalar, given, path, UUID);
    case 'date':
      return encodeShaped(scalar, given, path, DATE);
    case 'json':
      return encodeJson(given, path);
    case 'any':
      return encodeAny(scalar, given, path);
  }
}

function encodeJson(given: InputValue, path: string): string {
  const text = jsonText(given);
  if (text.includes('\\u0000')) throw new GraphqlFault('data-exception', 'a text may not contain the character U+0000', path);
  return text;
}

/** Returns the text of a Postgres array of values, `{"a","b"}`. A single value counts as a list of one, as everywhere in GraphQL. */
export function encodeList(scalar: ScalarType, given: InputValue, path: string): string {
  if (given.kind === 'null') throw mismatchFault('a list', null, 'null', path);
  const items = given.kind === 'list' ? given.items : [given];
  const texts = items.map((item, index) => encodeScalar(scalar, item, `${path}[${index}]`));
  return `{${texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}
