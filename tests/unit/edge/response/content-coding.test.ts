/** Which coding a client receives, and how the fields change with it (RFC 9110 §8.4, §12.5.3). */
import { describe, expect, test } from 'vitest';
import {
  type Coding,
  chooseCoding,
  encodedFields,
  isEncodable,
  parseAcceptEncoding,
  varyingByEncoding,
} from '../../../../server/edge/response/content-coding.ts';

const ALL: readonly Coding[] = ['br', 'zstd', 'gzip'];

describe('the coding for an Accept-Encoding', () => {
  test.each<[string | null, Coding | null]>([
    [null, null],
    ['', null],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, br, zstd', 'br'],
    ['gzip, zstd', 'zstd'],
    ['gzip;q=1, br;q=0.9', 'gzip'],
    ['gzip ; q=0.5 , br ; q=0.4', 'gzip'],
    ['gzip;q=0.25, br;q=0.3', 'br'],
    ['gzip;q=0', null],
    ['gzip;q=0.0', null],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['gzip, *;q=0', 'gzip'],
    ['br;q=0, *', 'zstd'],
    ['gzip, *;q=0.5', 'gzip'],
    ['identity', null],
    ['identity, gzip', 'gzip'],
    ['identity;q=0.5, gzip;q=0.4', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    // A member whose weight cannot be read is left out.
    ['gzip;q=5, br;q=0.1', 'br'],
    ['gzip;q=0.1234, br;q=0.1', 'br'],
    ['gzip;level=1, br;q=0.1', 'br'],
    ['gzip q=1, br;q=0.1', 'br'],
    ['gzip;q=1x, br;q=0.1', 'br'],
    ['gzip;q=1.1.1, br;q=0.1', 'br'],
    ['compress, deflate', null],
  ])('%s is %s', (value, coding) => {
    expect(chooseCoding(parseAcceptEncoding(value), ALL)).toBe(coding);
  });

  test('is one of those that are available', () => {
    const accepted = parseAcceptEncoding('br, gzip;q=0.5');
    expect([['gzip'], ['zstd'], []].map((available) => chooseCoding(accepted, available as Coding[]))).toEqual(['gzip', null, null]);
  });
});

const HTML = ['Content-Type', 'text/html; charset=utf-8'];
const ALLOWED = { noTransform: false };

describe('a response is encoded', () => {
  test.each([
    ['text/html', true],
    ['TEXT/CSS', true],
    ['text/event-stream', false],
    ['application/json', true],
    ['application/ld+json; charset=utf-8', true],
    ['application/rss+xml', true],
    ['application/xml', true],
    ['application/javascript', true],
    ['application/wasm', true],
    ['image/svg+xml', true],
    ['image/png', false],
    ['application/pdf', false],
    ['x-text/html', false],
  ])('a response of type %s is encoded: %s', (type, isEncoded) => {
    expect(isEncodable({ status: 200, directives: ALLOWED }, ['Content-Type', type])).toBe(isEncoded);
  });

  test.each([
    [200, true],
    [404, true],
    [500, true],
    [204, false],
    [205, false],
    [206, false],
    [304, false],
    [103, false],
  ])('a response of status %d is encoded: %s', (status, isEncoded) => {
    expect(isEncodable({ status, directives: ALLOWED }, HTML)).toBe(isEncoded);
  });

  test('never without a type, with a coding of its own, with a range, or with no-transform', () => {
    const head = { status: 200, directives: ALLOWED };
    expect(isEncodable(head, [])).toBe(false);
    expect(isEncodable(head, [...HTML, 'Content-Encoding', 'gzip'])).toBe(false);
    expect(isEncodable(head, [...HTML, 'Content-Range', 'bytes 0-1/2'])).toBe(false);
    expect(isEncodable({ ...head, directives: { noTransform: true } }, HTML)).toBe(false);
  });
});

describe('Vary of a response that may be encoded', () => {
  test.each([
    [[], 'Accept-Encoding'],
    [['Vary', ''], 'Accept-Encoding'],
    [['Vary', 'Accept'], 'Accept, Accept-Encoding'],
    [['Vary', 'accept-ENCODING'], 'accept-ENCODING'],
    [['Vary', 'Accept, *'], 'Accept, *'],
  ])('%j becomes %s', (fields, vary) => {
    expect(varyingByEncoding(fields)).toEqual(['Vary', vary]);
  });
});

describe('the fields of a response in a coding', () => {
  const IDENTITY = [
    ...HTML,
    'Accept-Ranges',
    'bytes',
    'Content-Length',
    '9',
    'Content-Digest',
    'sha-256=:AA==:',
    'Repr-Digest',
    'sha-256=:AA==:',
    'Digest',
    'SHA-256=AA==',
    'X-Other',
    'a',
  ];

  test('describe the bytes of the coding, and no longer those of the identity', () => {
    expect(encodedFields(IDENTITY, 'br', { length: 5, isReproducible: true })).toEqual([
      ...HTML,
      'X-Other',
      'a',
      'Vary',
      'Accept-Encoding',
      'Content-Encoding',
      'br',
      'Content-Length',
      '5',
    ]);
  });

  test('state no length while the content is being encoded', () => {
    expect(encodedFields(IDENTITY, 'br', { length: null, isReproducible: false })).not.toContain('Content-Length');
  });

  test.each([
    ['"a"', true, '"a-gzip"'],
    ['"a"', false, 'W/"a-gzip"'],
    ['W/"a"', true, 'W/"a"'],
    ['W/"a"', false, 'W/"a"'],
  ])('tell the entity tag %s apart (the same bytes each time: %s): %s (RFC 9110 §8.8.3.3)', (tag, isReproducible, expected) => {
    const fields = encodedFields(['ETag', tag], 'gzip', { length: 5, isReproducible });
    expect(fields[fields.indexOf('ETag') + 1]).toBe(expected);
  });
});
