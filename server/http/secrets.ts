/** Secrets that callers of machine addresses send: the bearer token, and the comparison that every secret goes through. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** RFC 6750 §2.1, but with any visible characters: the operator chooses the token. The scheme is case-insensitive (RFC 9110 §11.1). */
const BEARER = /^bearer +(\S+) *$/i;

/** Returns the token of an `Authorization` field, or null when the field is absent or has another scheme. */
export function bearerToken(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null;
}

/** Says whether a secret is one of several, all of which count while one is being replaced; the time does not depend on which. */
export function isOneOf(given: string, secrets: readonly string[]): boolean {
  return secrets.filter((secret) => isSameSecret(given, secret)).length > 0;
}

/** Says whether two secrets are equal, in a time that depends neither on their lengths nor on where they differ: it compares digests. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
