/**
 * The links of a subscription. A token names it and proves that the site sent it to its address: the number of the row, and a keyed digest of the
 * number and of what the link does. A number is never used again, so an old link does nothing.
 */
import { timingSafeEqual } from 'node:crypto';
import { type CaseKey, type CaseKeys, keyedDigest } from '../cases/case-keys.ts';

type Step = 'confirmar' | 'sair';

/** Bytes of the digest that a link carries; 128 bits cannot be guessed. */
const DIGEST_BYTES = 16;
const TOKEN = /^([1-9]\d{0,14})-([0-9a-f]{32})$/;

/** Returns the token of a step. */
export function subscriptionToken([key]: CaseKeys, id: number, step: Step): string {
  return `${id}-${digest(key, id, step).toString('hex')}`;
}

/** Returns the number of the subscription; null for a token that the site has not made. */
export function subscriptionOf(keys: CaseKeys, token: string, step: Step): number | null {
  const [, number = '', given = ''] = TOKEN.exec(token) ?? [];
  const id = Number(number);
  if (given === '') return null;
  const proof = Buffer.from(given, 'hex');
  return keys.some((key) => timingSafeEqual(proof, digest(key, id, step))) ? id : null;
}

function digest(key: CaseKey, id: number, step: Step): Buffer {
  return keyedDigest(key, 'novidade', `${step} ${id}`).subarray(0, DIGEST_BYTES);
}
