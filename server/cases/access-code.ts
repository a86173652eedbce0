/**
 * The access code that opens a case together with its protocol. It is derived from the key of the submission, so that a repetition whose first
 * answer was lost gives the same code, and the database keeps a keyed digest of it alone.
 *
 * Protocols are counted upwards, so the code alone keeps a case. The database refuses a sixth wrong one in a quarter of an hour, per protocol and
 * network (an IPv4 address, the first 64 bits of an IPv6 one): 480 guesses a day among 2^40 codes. One network opens a given case with a chance of
 * 1 in 6 million in a year, a thousand networks with 1 in 6 thousand. So there is no limit per protocol alone, by which strangers could keep the
 * citizen out; those behind the citizen's own address can.
 */
import { type CaseKey, type CaseKeys, keyedDigest } from './case-keys.ts';

/** Crockford's base 32: without I, L, O and U, which are mistaken for digits or make words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** Returns the code of a submission: eight characters, forty bits. */
export function accessCode([key]: CaseKeys, submissionKey: string): string {
  // Thirty-two values of a byte's lowest five bits are equally likely.
  const bytes = keyedDigest(key, 'codigo', submissionKey).subarray(0, 8);
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');
}

/**
 * Returns the code of a case that is registered already. An older key may have made it, and a newer one what is kept of it. Null where none of the
 * keys has.
 */
export function registeredCode(keys: CaseKeys, submissionKey: string, digest: string): string | null {
  for (const key of keys) {
    const code = accessCode([key], submissionKey);
    if (keys.some((digestKey) => codeDigest(digestKey, code) === digest)) return code;
  }
  return null;
}

/** Returns the typed code: in capitals, without spaces and dashes, the letters that look like digits read as digits. Null where it is none. */
export function parseAccessCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/** Returns what the database keeps of a code. */
export function codeDigest(key: CaseKey, code: string): string {
  return keyedDigest(key, 'codigo-guardado', code).toString('hex');
}
