import { randomBytes } from 'node:crypto';

/** Makes a password that can be read aloud and typed: 120 bits in six groups of letters and digits without those that look alike. */
export function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const groups = Array.from({ length: 6 }, () => Array.from(randomBytes(4), (byte) => letters[byte % letters.length]).join(''));
  return groups.join('-');
}
