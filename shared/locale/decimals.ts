/**
 * Decimals as a person in Brazil writes and reads them, without loss: answers of the database have its decimals as numbers, so one of which a number
 * does not hold every digit would come back as another, and is refused.
 */

/** Digits of which a number keeps every one, whatever they are (IEEE 754, binary64). The database takes no more (`documento_valor_exato`). */
const EXACT_DIGITS = 15;

/** Size of a `numeric` column, in its words: digits in all, and those after the comma. */
export interface DecimalSize {
  readonly precision: number;
  readonly scale: number;
}

export type DecimalReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'read'; readonly value: number }
  | { readonly kind: 'refused'; readonly reason: 'unreadable' | 'places' | 'digits' | 'precision' };

const WRITTEN = /^(?<before>[-−]?)\s*(?:R\$\s*)?(?<after>[-−]?)\s*(?<body>\d[\d.]*(?:,\d+)?)$/i;
const PLAIN = /^\d+$/;
const IN_THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const WITH_POINT = /^\d+\.\d+$/;

/**
 * Returns what a typed text means: '1.234,56', '1234,56', '1234.56' and 'R$ 1.234,56' are the same value, and '1.234' is a thousand and more. In a
 * column that has no room for thousands, such as that of a latitude, a point always separates the places.
 */
export function readDecimal(text: string, { precision, scale }: DecimalSize): DecimalReading {
  const written = text.trim();
  if (written === '') return { kind: 'absent' };
  const { before = '', after = '', body = '' } = WRITTEN.exec(written)?.groups ?? {};
  const parts = partsOf(body, precision - scale > 3);
  if (parts === undefined || (before !== '' && after !== '')) return { kind: 'refused', reason: 'unreadable' };
  const [whole, places] = parts;
  if (places.length > scale) return { kind: 'refused', reason: 'places' };
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits !== '0' && digits.length > precision - scale) return { kind: 'refused', reason: 'digits' };
  const exact = withoutLoss(before + after !== '', digits, places.replace(/0+$/, ''));
  return exact === null ? { kind: 'refused', reason: 'precision' } : { kind: 'read', value: exact };
}

function partsOf(body: string, hasThousands: boolean): readonly [whole: string, places: string] | undefined {
  const [whole = '', places] = body.split(',');
  if (IN_THOUSANDS.test(whole) && (places !== undefined || hasThousands)) return [whole.replaceAll('.', ''), places ?? ''];
  if (PLAIN.test(whole)) return [whole, places ?? ''];
  if (places !== undefined || !WITH_POINT.test(whole)) return undefined;
  const [beforePoint = '', afterPoint = ''] = whole.split('.');
  return [beforePoint, afterPoint];
}

function withoutLoss(isNegative: boolean, whole: string, places: string): number | null {
  const text = places === '' ? whole : `${whole}.${places}`;
  if (whole.length + places.length > EXACT_DIGITS) return null;
  return Number(isNegative && text !== '0' ? `-${text}` : text);
}

/** Returns a decimal with Brazilian separators, every digit of it, and zeros up to `places`: '1.234,50'. Another text comes back unchanged. */
export function formatDecimal(value: number | string, places: number): string {
  const text = String(value);
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const decimals = fraction.padEnd(places, '0');
  return `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, '.')}${decimals === '' ? '' : `,${decimals}`}`;
}
