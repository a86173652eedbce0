/** Numbers of the taxpayer registry (CPF) in texts, which no page may show whole (Lei 13.709/2018). A masked one is no number. */

const CANDIDATE = /(?<![\d.,/-])(\d{3})[.\s]?(\d{3})[.\s]?(\d{3})[-.\s]?(\d{2})(?![\d/]|[.,-]\d)/g;

/** Returns the valid numbers of a text, as they are written in it. */
export function findCpfs(text: string): readonly string[] {
  return Array.from(text.matchAll(CANDIDATE), ([written]) => written).filter((written) => isCpf(written.replaceAll(/\D/g, '')));
}

/** Whether eleven digits are a number that may have been given: not all equal, and both check digits right. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false;
  return checkDigit(digits.slice(0, 9)) === digits[9] && checkDigit(digits.slice(0, 10)) === digits[10];
}

function checkDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of Array.from(digits).entries()) sum += Number(digit) * (digits.length + 1 - index);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
