/**
 * Tells senders apart whose forms say the same words, without script: the key of a submission then has a random number, which stands for the sender and
 * the words for some hours. A digest of the address in the key itself would stay beside the case, and who holds the keys could test whether a person
 * without a name wrote it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ContentBackend } from '../backend/backend.ts';
import { type CaseKey, type CaseKeys, keyedDigest } from './case-keys.ts';
import { contentOf, isByScript, type SubmittedForm } from './submission-key.ts';
import { browserOf } from './submission-limits.ts';

/** Returns the number; null for a form of the script, which has a key of its own, and where replicas share no numbers. */
export type SenderNumber = (
  keys: CaseKeys,
  form: SubmittedForm,
  from: { readonly address: string | null; readonly headers: IncomingHttpHeaders },
) => Promise<number | null>;

export function createSenderNumber({ sharedNumber }: Pick<ContentBackend, 'sharedNumber'>): SenderNumber {
  return async ([inUse, ...others], form, { address, headers }) => {
    if (sharedNumber === undefined || isByScript(form)) return null;
    const text = JSON.stringify(['envio', browserOf(address, headers), contentOf(form)]);
    const named = (key: CaseKey): string => keyedDigest(key, 'tentativa', text).toString('base64url');
    return sharedNumber([named(inUse), ...others.map(named)]);
  };
}
