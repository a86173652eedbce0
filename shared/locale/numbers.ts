/** Numbers, sizes and counts as a citizen of Brazil reads them; the same text on server and browser. */
import { remembering } from '../cache/remembering.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Returns a size in bytes with decimal units (1 kB = 1000 bytes): '412 kB', '2,4 MB'. One decimal place below 10 MB, none in kB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, 'byte', 'bytes');
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  // 999 600 bytes would round to '1.000 kB'.
  if (Math.round(value) === 1000 && unit < UNITS.length - 1) {
    value = 1;
    unit += 1;
  }
  const places = unit >= 2 && value < 10 ? 1 : 0;
  return `${formatNumber(Number(value.toFixed(places)))} ${UNITS[unit] ?? 'GB'}`;
}

/** Returns a number with Brazilian separators. `places` fixes the decimal places; without it up to three are shown. */
export function formatNumber(value: number, places?: number): string {
  return printed(`${value} ${places}`, () => decimal(places).format(value));
}

/** Numbers as they were printed: pages show the same ones again and again, and a formatter is slow. Some 60 bytes each. */
const printed = remembering<string>(1_024);

/** Making a formatter costs a thousand times its use; callers ask for few numbers of places. */
const DECIMAL_FORMATTERS = new Map<number | undefined, Intl.NumberFormat>();

function decimal(places: number | undefined): Intl.NumberFormat {
  const known = DECIMAL_FORMATTERS.get(places);
  if (known !== undefined) return known;
  const options = places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places };
  const made = new Intl.NumberFormat('pt-BR', options);
  DECIMAL_FORMATTERS.set(places, made);
  return made;
}

/**
 * Returns an amount in reais: 'R$ 1.234,56'. A `numeric` of the database arrives as text and is formatted from the text, so no digit is
 * lost. A text that is not a number comes back unchanged.
 */
export function formatMoney(value: number | string): string {
  if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value)) return value;
  const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  return format.format(typeof value === 'number' ? value : asDecimal(value));
}

/** Intl formats a decimal text exactly (ECMA-402, StringNumericLiteral); the check above makes the text one. */
function asDecimal(text: string): Intl.StringNumericLiteral {
  return text as Intl.StringNumericLiteral;
}

/** Singular and plural of what a list holds. */
export interface Nouns {
  readonly one: string;
  readonly many: string;
}

/** Chooses between singular and plural. Zero takes the plural, as in '0 documentos'. */
export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}

/** Returns '1 documento', '37 documentos', '1.204 documentos'. */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${plural(count, one, many)}`;
}

/** Joins words as a sentence does: 'a', 'a e b', 'a, b e c'. */
export function joinWithAnd(items: readonly string[]): string {
  return new Intl.ListFormat('pt-BR', { style: 'long', type: 'conjunction' }).format(items);
}
