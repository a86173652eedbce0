/**
 * Tells senders apart whose forms say the same words, without script: the key of a submission then has a random number, which stands for the sender and
 * the words for some hours. A digest of the address in the key itself would stay beside the case, and who holds the keys could test whether a person
 * without a name wrote it.
 */
import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { ContentBackend } from '../backend/backend.ts';
import { type CaseKey, type CaseKeys, keyedDigest } from './case-keys.ts';
import { contentOf, isByScript, type SubmittedForm } from './submission-key.ts';
import { browserOf } from './submission-limits.ts';

/** Returns the number; null for a form of the script, which has a key of its own. */
export type SenderNumber = (
  keys: CaseKeys,
  form: SubmittedForm,
  from: { readonly address: string | null; readonly headers: IncomingHttpHeaders },
) => Promise<number | null>;

export function createSenderNumber({ sharedNumber = ownNumbers() }: Pick<ContentBackend, 'sharedNumber'>): SenderNumber {
  return async ([inUse, ...others], form, { address, headers }) => {
    if (isByScript(form)) return null;
    const text = JSON.stringify(['envio', browserOf(address, headers), contentOf(form)]);
    const named = (key: CaseKey): string => keyedDigest(key, 'tentativa', text).toString('base64url');
    return sharedNumber([named(inUse), ...others.map(named)]);
  };
}

const KEPT_NUMBERS = 10_000;
const KEPT_MS = 3 * 3_600_000;

/**
 * Numbers of one process, where replicas share none. A form that is sent twice and reaches two replicas is two cases then; without a number, two people with
 * the same words would have one, and read each other's answer.
 */
function ownNumbers(): NonNullable<ContentBackend['sharedNumber']> {
  const numbers = new LRUCache<string, number>({ max: KEPT_NUMBERS, ttl: KEPT_MS });
  return ([name]) => {
    const number = numbers.get(name) ?? randomInt(2 ** 31 - 1);
    numbers.set(name, number);
    return Promise.resolve(number);
  };
}
