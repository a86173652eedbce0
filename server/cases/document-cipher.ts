/**
 * Numbers of documents, encrypted (AES-256-GCM) before the database sees them. What belongs to one case cannot be read as another's: its name is
 * additional data. The id of the key stands in front, so that a replaced key still reads.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CaseKey, CaseKeys, CaseKeyUse } from './case-keys.ts';

/** NIST SP 800-38D §8.2.2: a random value of 96 bits. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a number for the case of that name. */
export function encryptDocument([key]: CaseKeys, caseName: string, number: string): string {
  return `${key.id}.${seal(key, 'numero', caseName, number)}`;
}

/** Returns the number; null where no key reads it, or it belongs to another case. */
export function decryptDocument(keys: CaseKeys, caseName: string, stored: string): string | null {
  const [id, sealed = ''] = stored.split('.', 2);
  const key = keys.find((candidate) => candidate.id === id);
  return key === undefined ? null : unseal(key, 'numero', caseName, sealed);
}

type SealUse = Extract<CaseKeyUse, 'numero' | 'recibo' | 'consulta' | 'encerrada' | 'conferencia'>;

/** Encrypts a text and binds it to `context`; base64url of nonce, ciphertext and tag. */
export function seal(key: CaseKey, use: SealUse, context: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.of(use), nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context, 'utf8'));
  const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** Returns the text; null for anything that was not sealed with this key for this context. */
export function unseal(key: CaseKey, use: SealUse, context: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const end = bytes.length - TAG_BYTES;
  const cipher = createDecipheriv('aes-256-gcm', key.of(use), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context, 'utf8'))
    .setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, end)), cipher.final()]).toString('utf8');
  } catch {
    // The tag does not hold: forged, cut, or of another context.
    return null;
  }
}
