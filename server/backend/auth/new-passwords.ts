/** Passwords that are made or chosen for an account. */
import { hash, randomBytes } from 'node:crypto';
import { SHORTEST_PASSWORD } from '../../../shared/session/credentials.ts';

/** Makes a password that can be read aloud and typed: 120 bits in six groups of letters and digits without those that look alike. */
export function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const groups = Array.from({ length: 6 }, () => Array.from(randomBytes(4), (byte) => letters[byte % letters.length]).join(''));
  return groups.join('-');
}

/** Says whether it has fewer characters than a new password needs. */
export function isTooShort(password: string): boolean {
  return password.length < SHORTEST_PASSWORD;
}

/** Returns what tells a stored password of an address from every other. @param stored its hash; null where the account has none */
export function passwordMark(stored: string | null, email: string): string {
  return hash('sha256', `${email.toLowerCase()} ${stored ?? ''}`, 'base64url');
}
