/** Numbers of the taxpayer registry (CPF) in texts, which no page may show whole (Lei 13.709/2018): eleven digits, the last two computed. */

// A CPF with its usual points and dash, which text extraction may part by a space or a line; or eleven digits in a row. It is not part of a longer number.
const CANDIDATE =
  /(?:^|[^\d.,/-])(\d{3}\s?\.\s?\d{3}\s?\.\s?\d{3}\s?[-\u2010-\u2015\u2212]\s?\d{2}|\d{9}[-\u2010-\u2015\u2212]?\d{2})(?![\d/]|[.,-]\d)/g;

export interface WrittenCpf {
  readonly digits: string;
  /** The number as it stands in the text where it is found first. */
  readonly written: string;
}

/** Returns the valid numbers of a text, each once, in the order of the text. A masked one is no number. */
export function findCpfs(text: string): readonly WrittenCpf[] {
  const found = new Map<string, WrittenCpf>();
  for (const [, written = ''] of text.matchAll(CANDIDATE)) {
    const digits = written.replaceAll(/\D/g, '');
    if (isCpf(digits) && !found.has(digits)) found.set(digits, { digits, written });
  }
  return [...found.values()];
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

/** What stands for a CPF in an address or in the words of a search. It keeps no digit: an address is no place to tell two people apart. */
export const HIDDEN_CPF = '***.***.***-**';

// As people type it: with the usual signs, other ones, spaces, or none. Letters beside it make it part of an id. Short, for every page loads it.
const TYPED = /(^|[^\dA-Za-z])((?:\d{3}\D?){3}\d\d)(?![\dA-Za-z])/g;

/** Hides each CPF in what a visitor typed. One with all its signs and a wrong check digit is a typing error, and hidden too. */
export function withoutTypedCpf(typed: string): string {
  return typed.replace(TYPED, (whole, before: string, written: string) =>
    /\..+\..+-/.test(written) || isCpf(written.replaceAll(/\D/g, '')) ? before + HIDDEN_CPF : whole,
  );
}
