/**
 * The receipt between the answer to a form and the page that shows it: an encrypted cookie of fifteen minutes, which no script reads and which
 * goes to the pages of cases alone. So the code stands in no address, and no server keeps it.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { stringifySetCookie } from 'cookie';
import { z } from 'zod';
import { CASES_PATH } from '../../shared/cases/addresses.ts';
import type { Receipt } from '../../shared/cases/case-screen.ts';
import { CHANNELS } from '../../shared/cases/vocabulary.ts';
import { cookiesOf } from '../http/token.ts';
import type { CaseKeys } from './case-keys.ts';
import { seal, unseal } from './document-cipher.ts';

const RECEIPT_COOKIE = 'recibo';
const LIFE_SECONDS = 900;

const RECEIPT = z.object({
  channel: z.enum(CHANNELS),
  protocolo: z.string(),
  codigo: z.string(),
  registradoEm: z.string(),
  prazoEm: z.string().nullable(),
  email: z.string().nullable(),
  anonima: z.boolean(),
});

const KEPT = z.object({ until: z.number(), receipt: RECEIPT });

/** Sets the cookie. @param secure false where the site has no https */
export function setReceiptCookie(
  res: ServerResponse,
  [key]: CaseKeys,
  receipt: Receipt,
  { now, secure }: { now: number; secure: boolean },
): void {
  const value = seal(key, 'recibo', RECEIPT_COOKIE, JSON.stringify({ until: now + LIFE_SECONDS * 1_000, receipt }));
  const attributes = { httpOnly: true, secure, sameSite: 'strict', path: CASES_PATH, maxAge: LIFE_SECONDS } as const;
  res.appendHeader('Set-Cookie', stringifySetCookie(RECEIPT_COOKIE, value, attributes));
}

/** Returns the receipt of a request; null without one, after its time, and where it is forged. */
export function receiptOf(headers: IncomingHttpHeaders, keys: CaseKeys, now: number): Receipt | null {
  const value = cookiesOf(headers)[RECEIPT_COOKIE];
  if (typeof value !== 'string') return null;
  for (const key of keys) {
    const text = unseal(key, 'recibo', RECEIPT_COOKIE, value);
    if (text === null) continue;
    const kept = KEPT.safeParse(JSON.parse(text));
    return kept.success && kept.data.until > now ? kept.data.receipt : null;
  }
  return null;
}
