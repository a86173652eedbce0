import { describe, expect, it } from 'vitest';
import {
  chooseRanges,
  formatContentRange,
  formatRange,
  formatUnsatisfiedRange,
  MAX_RANGES,
  parseContentRange,
  parseRanges,
} from '../../../server/message/byte-ranges.ts';

const whole = { kind: 'whole' };
const nothing = { kind: 'unsatisfiable' };
const ranges = (...pairs: [number, number][]) => ({ kind: 'ranges', ranges: pairs.map(([first, last]) => ({ first, last })) });

describe('chooseRanges for 1,000 bytes', () => {
  it.each([
    ['an absent field', null, whole],
    ['the first bytes', 'bytes=0-499', ranges([0, 499])],
    ['an open end', 'bytes=500-', ranges([500, 999])],
    ['the whole', 'bytes=0-', ranges([0, 999])],
    ['a suffix', 'bytes=-500', ranges([500, 999])],
    ['a suffix longer than the representation', 'bytes=-5000', ranges([0, 999])],
    ['an empty suffix', 'bytes=-0', nothing],
    ['an end past the representation', 'bytes=990-99999', ranges([990, 999])],
    ['an end with more digits than a number holds', `bytes=0-${'9'.repeat(400)}`, ranges([0, 999])],
    ['a start past the representation', 'bytes=1000-', nothing],
    ['a start far past the representation', `bytes=${'9'.repeat(400)}-`, nothing],
    ['the last byte', 'bytes=999-999', ranges([999, 999])],
    ['an end before its start', 'bytes=5-2', whole],
    ['an unknown unit', 'lines=1-2', whole],
    ['a unit in capitals (RFC 9110 §14.1)', 'Bytes=0-0', ranges([0, 0])],
    ['no range', 'bytes=', whole],
    ['only commas', 'bytes=,,', whole],
    ['empty members', 'bytes=,0-0,,5-5,', ranges([0, 0], [5, 5])],
    ['words', 'bytes=abc', whole],
    ['a negative start', 'bytes=--5', whole],
    ['signs', 'bytes=+1-2', whole],
    ['other digits', 'bytes=١-٢', whole],
    ['a dash alone', 'bytes=-', whole],
    ['one malformed among good ones', 'bytes=0-0,x', whole],
    ['one absent among good ones', 'bytes=0-0,5000-', ranges([0, 0])],
    ['several in the order of the request', 'bytes=900-,0-0', ranges([900, 999], [0, 0])],
    ['overlapping ones joined', 'bytes=0-99,50-149', ranges([0, 149])],
    ['touching ones joined', 'bytes=100-199,0-99', ranges([0, 199])],
    ['one within another', 'bytes=0-,5-6', ranges([0, 999])],
    ['a thousand overlapping ones', `bytes=${Array.from({ length: 1_000 }, () => '0-').join(',')}`, whole],
    ['sixty overlapping ones', `bytes=${Array.from({ length: 60 }, () => '0-').join(',')}`, whole],
    ['the most overlapping ones', `bytes=${Array.from({ length: MAX_RANGES }, () => '0-').join(',')}`, ranges([0, 999])],
    ['more ranges than the bound', `bytes=${Array.from({ length: MAX_RANGES + 1 }, (_, i) => `${i * 10}-${i * 10}`).join(',')}`, whole],
    ['space around the dash (RFC 9110 §14.1.1)', 'bytes=0 - 9', whole],
  ])('%s', (_what, field, expected) => {
    expect(chooseRanges(field, 1_000)).toEqual(expected);
  });

  it('finds nothing in an empty representation', () => {
    expect(chooseRanges('bytes=0-', 0)).toEqual(nothing);
    expect(chooseRanges('bytes=-1', 0)).toEqual(nothing);
  });
});

describe('chooseRanges joins', () => {
  it.each([
    ['two ranges that a third one fills', 'bytes=0-9,20-29,10-19', ranges([0, 29])],
    ['three ranges in any order', 'bytes=20-29,0-9,8-21', ranges([0, 29])],
    ['a range with the last of two', 'bytes=0-9,50-59,55-65', ranges([0, 9], [50, 65])],
    ['none that lie one byte apart', 'bytes=0-9,11-19', ranges([0, 9], [11, 19])],
    ['none in falling order one byte apart', 'bytes=11-19,0-9', ranges([11, 19], [0, 9])],
  ])('%s', (_what, field, expected) => {
    expect(chooseRanges(field, 1_000)).toEqual(expected);
  });
});

describe('parseContentRange for 10 bytes', () => {
  it.each<[string | null, { first: number; last: number; complete: number } | null]>([
    ['bytes 0-9/10', { first: 0, last: 9, complete: 10 }],
    ['bytes 5-14/100', { first: 5, last: 14, complete: 100 }],
    [' BYTES 5-14/100 ', { first: 5, last: 14, complete: 100 }],
    [null, null],
    ['', null],
    ['bytes 5-14/*', null],
    ['bytes */100', null],
    ['bytes 5-13/100', null],
    ['bytes 5-15/100', null],
    ['bytes 14-5/100', null],
    ['bytes 5-14/14', null],
    ['bytes 5-14/15', { first: 5, last: 14, complete: 15 }],
    ['lines 5-14/100', null],
    ['x bytes 5-14/100', null],
    ['bytes 5-14/100 x', null],
    ['bytes 5-14/1000000000000000', null],
  ])('%j', (field, expected) => {
    expect(parseContentRange(field, 10)).toEqual(expected);
  });
});

describe('parseContentRange', () => {
  it('accepts a part of any length where the length of the body is not known', () => {
    expect(parseContentRange('bytes 5-14/100', null)).toEqual({ first: 5, last: 14, complete: 100 });
    expect(parseContentRange('bytes 5-100/100', null)).toBeNull();
  });

  it.each([0, null])('refuses a last position before the first one, for a body of %j bytes (RFC 9110 §14.4)', (length) => {
    expect(parseContentRange('bytes 5-4/100', length)).toBeNull();
  });
});

describe('written fields', () => {
  it.each([
    [{ first: 0, last: 9 }, 'bytes=0-9'],
    [{ first: 5, last: null }, 'bytes=5-'],
    [{ first: null, last: 5 }, 'bytes=-5'],
  ] as const)('Range of %j', (range, field) => {
    expect(formatRange(range)).toBe(field);
    expect(parseRanges(field)).toEqual([range]);
  });

  it('Content-Range of a part and of a 416', () => {
    expect(formatContentRange({ first: 5, last: 14 }, 100)).toBe('bytes 5-14/100');
    expect(formatUnsatisfiedRange(100)).toBe('bytes */100');
  });
});

describe('parseRanges', () => {
  it.each([
    ['bytes=0-', [{ first: 0, last: null }]],
    ['bytes=-5', [{ first: null, last: 5 }]],
    [
      ' bytes=1-2, 3-3 ',
      [
        { first: 1, last: 2 },
        { first: 3, last: 3 },
      ],
    ],
    ['x bytes=0-1', null],
    ['bytes=0-1x', null],
    ['bytes=x0-1', null],
  ])('%j', (field, specs) => {
    expect(parseRanges(field)).toEqual(specs);
  });
});
