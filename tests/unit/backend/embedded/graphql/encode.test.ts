import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeArray, encodeList, encodeScalar } from '../../../../../server/backend/embedded/graphql/scalars/encode.ts';
import { inputValueFromJson } from '../../../../../server/backend/embedded/graphql/scalars/input-value.ts';
import { describeScalar, type ScalarType } from '../../../../../server/backend/embedded/graphql/scalars/postgres-scalars.ts';

function scalar(name: string): ScalarType {
  return describeScalar(name, `pg_catalog.${name}`);
}

describe('a value becomes the text that Postgres reads', () => {
  test.each([
    ['int4', 7, '7'],
    ['int4', '-7', '-7'],
    ['int4', '+7', '+7'],
    ['int4', 7.0, '7'],
    ['int8', 1e3, '1000'],
    ['int8', 'x', 'x'],
    ['bool', 'true', 'true'],
    ['uuid', 'abc', 'abc'],
    ['date', '29/02/2024', '29/02/2024'],
    ['int4', -2147483648, '-2147483648'],
    ['int8', '9223372036854775807', '9223372036854775807'],
    ['int8', 12, '12'],
    ['numeric', '10.50', '10.50'],
    ['numeric', 'NaN', 'NaN'],
    ['float8', 1.5e-7, '1.5e-7'],
    ['float8', '-Infinity', '-Infinity'],
    ['bool', true, 'true'],
    ['text', 'a\nb', 'a\nb'],
    ['uuid', '0B2E5C1A-0000-4000-8000-000000000001', '0B2E5C1A-0000-4000-8000-000000000001'],
    ['date', '2024-02-29', '2024-02-29'],
    ['timestamptz', '2024-02-29T10:00:00Z', '2024-02-29T10:00:00Z'],
    ['timestamptz', 'now()', 'now()'],
    ['timestamptz', 'infinity', 'infinity'],
    ['jsonb', { a: [1, null, 'x', true], b: false }, '{"a":[1,null,"x",true],"b":false}'],
    ['inet', '10.0.0.1', '10.0.0.1'],
    ['money', 3, '3'],
  ])('%s %j', (name, value, text) => {
    expect(encodeScalar(scalar(name), inputValueFromJson(value), '$')).toBe(text);
  });

  test('a whole number of any size is written in full', () => {
    expect(encodeScalar(scalar('numeric'), inputValueFromJson(1e21), '$')).toBe('1000000000000000000000');
  });
});

describe('a value that does not fit', () => {
  test.each([
    ['int2', 32768, 'parse-failed'],
    ['int4', 1.5, 'parse-failed'],
    ['int4', 2147483648, 'parse-failed'],
    ['int4', -2147483649, 'parse-failed'],
    ['int4', true, 'parse-failed'],
    ['int8', 1e19, 'parse-failed'],
    ['numeric', [1], 'parse-failed'],
    ['bool', 1, 'parse-failed'],
    ['text', 1, 'parse-failed'],
    ['text', 'a\0b', 'data-exception'],
    ['jsonb', { a: '\0' }, 'data-exception'],
    ['uuid', 1, 'parse-failed'],
    ['inet', {}, 'parse-failed'],
    ['time', 1, 'parse-failed'],
    ['int4range', 1, 'parse-failed'],
    ['int4', null, 'validation-failed'],
    ['jsonb', null, 'validation-failed'],
  ])('%s %j is %s', (name, value, code) => {
    expect(() => encodeScalar(scalar(name), inputValueFromJson(value), '$.x')).toThrow(expect.objectContaining({ code, path: '$.x' }));
  });
});

describe('a value of another kind', () => {
  test.each([
    ['int4', true, 'parsing Integer failed, expected Number, but encountered Boolean'],
    ['numeric', [1], 'parsing Number failed, expected Number, but encountered Array'],
    ['bool', 1, 'parsing Bool failed, expected Boolean, but encountered Number'],
    ['text', { a: 1 }, 'parsing Text failed, expected String, but encountered Object'],
    ['time', 1.5, 'A string is expected for type : time'],
    ['text', 'a\0', 'a text may not contain the character U+0000'],
    ['jsonb', ['\0'], 'a text may not contain the character U+0000'],
    ['uuid', null, "unexpected null value for type 'uuid'"],
  ])('%s %j is refused in the words of Hasura', (name, value, message) => {
    expect(() => encodeScalar(scalar(name), inputValueFromJson(value), '$')).toThrow(expect.objectContaining({ message }));
  });
});

describe('a number that is too large or no integer', () => {
  test.each([
    ['int2', 40000, '40000.0'],
    ['int2', -40000, '-40000.0'],
    ['int4', 3e9, '3.0e9'],
    ['int4', -3e9, '-3.0e9'],
    ['int4', 12345678901, '1.2345678901e10'],
    ['int2', 1e7, '1.0e7'],
    ['int2', 9999999, '9999999.0'],
    ['int4', 0.5, '0.5'],
    ['int4', -1.25, '-1.25'],
  ])('%s %j is shown as Hasura does: %s', (name, value, shown) => {
    expect(() => encodeScalar(scalar(name), inputValueFromJson(value), '$')).toThrow(`The value ${shown} lies outside the bounds`);
  });
});

describe('a value of an array column', () => {
  test.each([
    [['a', null, 'NULL'], '{"a",NULL,"NULL"}'],
    ['{a,b}', '{a,b}'],
    [[], '{}'],
  ])('%j is %s', (value, text) => {
    expect(encodeArray(scalar('text'), inputValueFromJson(value), '$')).toBe(text);
  });

  test('is no number and not null', () => {
    const encode = (value: unknown): string => encodeArray(scalar('int4'), inputValueFromJson(value), '$.x');
    const message = 'parsing Array failed, expected Array, but encountered Number';
    expect(() => encode(1)).toThrow(expect.objectContaining({ code: 'parse-failed', message }));
    expect(() => encode(null)).toThrow(expect.objectContaining({ code: 'validation-failed' }));
  });
});

describe('a list becomes a Postgres array', () => {
  /** Reads `{"a","b"}` the way Postgres does. */
  function readArray(text: string): readonly string[] {
    return [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, item = '']) => item.replaceAll(/\\(.)/gs, '$1'));
  }

  test('every text comes back', () => {
    fc.assert(
      fc.property(fc.array(fc.string().filter((item) => !item.includes('\0'))), (items) => {
        expect(readArray(encodeList(scalar('text'), inputValueFromJson(items), '$'))).toEqual(items);
      }),
    );
  });

  test('a single value is a list of one', () => {
    expect(encodeList(scalar('int4'), inputValueFromJson(5), '$')).toBe('{"5"}');
  });

  test('null is neither a list nor an item', () => {
    expect(() => encodeList(scalar('int4'), inputValueFromJson(null), '$')).toThrow('expected a list, but found null');
    expect(() => encodeList(scalar('int4'), inputValueFromJson([1, null]), '$')).toThrow(expect.objectContaining({ path: '$[1]' }));
  });
});
