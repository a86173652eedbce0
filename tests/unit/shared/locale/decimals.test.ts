import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal, readDecimal } from '../../../../shared/locale/decimals.ts';

const MONEY = { precision: 18, scale: 2 };
const NUMBER = { precision: 18, scale: 4 };
const COORDINATE = { precision: 9, scale: 6 };

describe('a typed decimal', () => {
  test.each([
    ['1.234,56', MONEY, 1234.56],
    ['1234,56', MONEY, 1234.56],
    ['1234.56', MONEY, 1234.56],
    ['1234.5', MONEY, 1234.5],
    ['R$ 1.234,56', MONEY, 1234.56],
    ['R$\u00a01.234,56', MONEY, 1234.56],
    ['r$1.234,56', MONEY, 1234.56],
    [' 1.234,50 ', MONEY, 1234.5],
    ['1.234', MONEY, 1234],
    ['1.234.567', MONEY, 1234567],
    ['1.234.567,8', MONEY, 1234567.8],
    ['-R$ 5,00', MONEY, -5],
    ['R$ -5,00', MONEY, -5],
    ['−5', MONEY, -5],
    ['-0', MONEY, 0],
    ['007', MONEY, 7],
    ['1.234', NUMBER, 1234],
    ['1.2345', NUMBER, 1.2345],
    ['0.123', NUMBER, 0.123],
    ['12,3456', NUMBER, 12.3456],
    ['-1.4558', COORDINATE, -1.4558],
    ['-48.490', COORDINATE, -48.49],
    ['-48,490212', COORDINATE, -48.490212],
    ['0,000001', COORDINATE, 0.000001],
    ['9.999.999.999.999,99', MONEY, 9_999_999_999_999.99],
    ['-12.345.678.901.234,60', MONEY, -12_345_678_901_234.6],
  ])('%j in %j is %j', (text, size, value) => {
    expect(readDecimal(text, size)).toEqual({ kind: 'read', value });
  });

  test.each([
    ['abc', MONEY, 'unreadable'],
    ['-', MONEY, 'unreadable'],
    ['--5', MONEY, 'unreadable'],
    ['-R$ -5', MONEY, 'unreadable'],
    ['1e5', MONEY, 'unreadable'],
    ['12 34', MONEY, 'unreadable'],
    ['1,234.56', MONEY, 'unreadable'],
    ['1,2,3', MONEY, 'unreadable'],
    ['12.34,56', MONEY, 'unreadable'],
    ['1.23.456', MONEY, 'unreadable'],
    ['1234,', MONEY, 'unreadable'],
    ['1234.', MONEY, 'unreadable'],
    ['1,234', MONEY, 'places'],
    ['0.123', MONEY, 'places'],
    ['1234.567', MONEY, 'places'],
    ['12345678901234567', MONEY, 'digits'],
    ['1.000,5', COORDINATE, 'digits'],
    ['1234567890123456,78', MONEY, 'precision'],
    // A number holds this one; the database takes fifteen digits of any.
    ['1000000000000001', MONEY, 'precision'],
    ['-9.007.199.254.740.993', MONEY, 'precision'],
  ])('%j in %j is refused as %s', (text, size, reason) => {
    expect(readDecimal(text, size)).toEqual({ kind: 'refused', reason });
  });

  test.each(['', '  '])('%j is no value', (text) => {
    expect(readDecimal(text, MONEY)).toEqual({ kind: 'absent' });
  });
});

describe('a decimal that is shown', () => {
  test.each([
    [1234.5, 2, '1.234,50'],
    [1234, 2, '1.234,00'],
    [1234, 0, '1.234'],
    [-1.4558, 0, '-1,4558'],
    [0, 2, '0,00'],
    [123, 0, '123'],
    ['1234567890123456.78', 2, '1.234.567.890.123.456,78'],
    ['sem valor', 2, 'sem valor'],
  ])('%j with %d places is %s', (value, places, text) => {
    expect(formatDecimal(value, places)).toBe(text);
  });

  test('is read as the same value, or refused where a number does not hold it', () => {
    const digits = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });
    fc.assert(
      fc.property(digits, fc.constantFrom(MONEY, NUMBER), fc.constantFrom(0, 2), (units, size, places) => {
        const text = String(units < 0n ? -units : units).padStart(size.scale + 1, '0');
        const typed = `${units < 0n ? '-' : ''}${text.slice(0, -size.scale)},${text.slice(-size.scale)}`;
        const reading = readDecimal(typed, size);
        const isLong = text.replace(/^0+/, '').length > 15;
        const refused = { kind: 'refused', reason: isLong ? 'precision' : 'none' };
        expect(reading.kind === 'read' ? readDecimal(formatDecimal(reading.value, places), size) : refused).toEqual(reading);
      }),
    );
  });
});
