import { createHash, timingSafeEqual } from 'node:crypto';

/** RFC 6750 §2.1, but any visible characters: the operator chooses the token. The scheme has no letter case (RFC 9110 §11.1). */
const BEARER = /^bearer +(\S+) *$/i;

/** Returns the token of an `Authorization` field, or null when there is none of this scheme. */
export function bearerToken(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null;
}

/** Whether two secrets are the same. Takes the same time for any two of them, whatever their lengths and where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
