/** Telephone numbers of Brazil: the area codes of the plan in force (Anatel), and the first digit that tells a mobile number. */

const AREA_CODES: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 ' +
    '71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);

/** Returns the ten or eleven digits of a number with its area code; `+55` and one leading zero may stand before them. Null for any other text. */
export function parsePhone(text: string): string | null {
  if (!/^[+\d\s().-]+$/.test(text)) return null;
  const digits = withoutPrefix(text.replaceAll(/[\s().-]/g, ''));
  if (!/^\d{10,11}$/.test(digits) || !AREA_CODES.has(digits.slice(0, 2))) return null;
  return digits.length === 11 ? (digits[2] === '9' ? digits : null) : /[2-5]/.test(digits[2] ?? '') ? digits : null;
}

/** A number of twelve or thirteen digits can only begin with the code of the country. */
function withoutPrefix(digits: string): string {
  if (digits.startsWith('+55')) return digits.slice(3);
  if (digits.startsWith('+')) return '';
  if (digits.length >= 12 && digits.startsWith('55')) return digits.slice(2);
  return digits.startsWith('0') ? digits.slice(1) : digits;
}
