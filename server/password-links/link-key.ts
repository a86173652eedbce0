/**
 * The key of a link by which the owner of an account sets its password: the account, when the link ends, and a keyed digest of both and of the present
 * password. Nothing is kept, and a link works once: another password makes another digest.
 */
import { timingSafeEqual } from 'node:crypto';
import type { PasswordOwner } from '../backend/auth/auth-backend.ts';
import { type CaseKey, type CaseKeys, keyedDigest } from '../cases/case-keys.ts';

/** Bytes of the digest; 128 bits cannot be guessed. */
const DIGEST_BYTES = 16;
const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-z]{1,9})\.([0-9a-f]{32})$/;

/** What a key says; whether it is one of this site is known once the account has been read. */
export interface LinkKey {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  readonly proof: string;
}

/** Returns the key of a link that ends at `endsAt`, in milliseconds since 1970. */
export function linkKey([key]: CaseKeys, owner: Pick<PasswordOwner, 'id' | 'passwordMark'>, endsAt: number): string {
  const seconds = Math.floor(endsAt / 1_000);
  return `${owner.id}.${seconds.toString(36)}.${digest(key, owner, seconds).toString('hex')}`;
}

/** Returns what is written in a key; null for what has not its form. */
export function readLinkKey(text: string): LinkKey | null {
  const [, userId = '', seconds = '', proof = ''] = FORM.exec(text) ?? [];
  return userId === '' ? null : { userId, endsAt: Number.parseInt(seconds, 36) * 1_000, proof };
}

/** Says whether the site has made the key for this account, and the password is still the one of then. */
export function isProven(keys: CaseKeys, { endsAt, proof }: LinkKey, owner: Pick<PasswordOwner, 'id' | 'passwordMark'>): boolean {
  return keys.some((key) => timingSafeEqual(Buffer.from(proof, 'hex'), digest(key, owner, endsAt / 1_000)));
}

function digest(key: CaseKey, { id, passwordMark }: Pick<PasswordOwner, 'id' | 'passwordMark'>, seconds: number): Buffer {
  return keyedDigest(key, 'senha', `${id} ${seconds} ${passwordMark}`).subarray(0, DIGEST_BYTES);
}
