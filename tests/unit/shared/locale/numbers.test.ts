import { expect, test } from 'vitest';
import { formatBytes, formatCount, formatMoney, formatNumber, joinWithAnd, plural } from '../../../../shared/locale/numbers.ts';

/** Intl separates the sign of the currency with a no-break space. */
const simples = (texto: string): string => texto.replaceAll('\u00a0', ' ');

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [412_345, '412 kB'],
  [999_499, '999 kB'],
  [999_600, '1 MB'],
  [2_440_000, '2,4 MB'],
  [9_960_000, '10 MB'],
  [25_300_000, '25 MB'],
  [3_200_000_000, '3,2 GB'],
  [4_000_000_000_000, '4.000 GB'],
])('%d bytes are "%s"', (bytes, texto) => {
  expect(formatBytes(bytes)).toBe(texto);
});

test('an amount keeps every digit of a database decimal', () => {
  expect(simples(formatMoney('12345678901234567.89'))).toBe('R$ 12.345.678.901.234.567,89');
  expect(simples(formatMoney('-1.5'))).toBe('-R$ 1,50');
  expect(simples(formatMoney(1234.5))).toBe('R$ 1.234,50');
  expect(formatMoney('sem valor')).toBe('sem valor');
});

test('numbers have Brazilian separators', () => {
  expect(formatNumber(1234567)).toBe('1.234.567');
  expect(formatNumber(1.5, 2)).toBe('1,50');
});

test('counts agree with their noun, and zero takes the plural', () => {
  expect(formatCount(0, 'documento', 'documentos')).toBe('0 documentos');
  expect(formatCount(1, 'documento', 'documentos')).toBe('1 documento');
  expect(formatCount(1204, 'documento', 'documentos')).toBe('1.204 documentos');
  expect(plural(2, 'ano', 'anos')).toBe('anos');
});

test('a list reads like a sentence', () => {
  expect(joinWithAnd([])).toBe('');
  expect(joinWithAnd(['2024'])).toBe('2024');
  expect(joinWithAnd(['2024', '2026'])).toBe('2024 e 2026');
  expect(joinWithAnd(['a', 'b', 'c'])).toBe('a, b e c');
});
