/** CPF numbers in a text: eleven digits, the last two of which are computed from the others. */

// With its usual points and dash, which text extraction may part by a space or a line; or eleven digits in a row. Not part of a longer number.
const CANDIDATE =
  /(?<![\d.,/-])(?:\d{3}\s?\.\s?\d{3}\s?\.\s?\d{3}\s?[-\u2010-\u2015\u2212]\s?\d{2}|\d{9}[-\u2010-\u2015\u2212]?\d{2})(?![\d/]|[.,-]\d)/g;

/** Returns the digits of the valid numbers, each once. */
export function findCpfs(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [candidate] of text.matchAll(CANDIDATE)) {
    const digits = candidate.replaceAll(/\D/g, '');
    if (isCpf(digits)) found.add(digits);
  }
  return [...found];
}

/** Whether eleven digits are a CPF: both check digits hold, and they are not all the same (which holds too, and no person has). */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  return checkDigit(digits.slice(0, 9)) === digits[9] && checkDigit(digits.slice(0, 10)) === digits[10];
}

/** Modulo 11 with weights from the number of digits plus one down to two. */
function checkDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) sum += Number(digits[index]) * (digits.length + 1 - index);
  const rest = (sum * 10) % 11;
  return String(rest === 10 ? 0 : rest);
}

/** Returns the form in which a number may be shown: `***.456.789-**`. */
export function maskedCpf(digits: string): string {
  return `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**`;
}
