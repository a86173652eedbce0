import { createHash } from 'node:crypto';

/**
 * Returns the uuid that belongs to a key: the same key always gives the same one, so links to demonstration files survive a reload.
 * Shape of a version 8 uuid (RFC 9562 §5.8): the bits are a hash of ours, not a registered algorithm.
 */
export function uuidFor(key: string): string {
  const bytes = createHash('sha256').update(`demonstracao:${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Returns the words of a Portuguese text as a url part: no accents, lower case, joined by hyphens. */
export function slugFor(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
