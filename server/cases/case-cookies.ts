/**
 * What the answer to a form leaves for the page behind its redirect: encrypted cookies of some minutes, which no script reads and which go to the
 * pages of cases alone. So an access code stands in no address, and no server keeps it.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type SetCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import { CASES_PATH } from '../../shared/cases/addresses.ts';
import { CASE_ACTIONS, type Receipt } from '../../shared/cases/case-screen.ts';
import { CHANNELS } from '../../shared/cases/vocabulary.ts';
import { cookiesOf } from '../http/token.ts';
import type { CaseKeys } from './case-keys.ts';
import { seal, unseal } from './document-cipher.ts';

interface CaseCookie<Value> {
  readonly name: 'recibo' | 'consulta' | 'encerrada';
  readonly lifeSeconds: number;
  /** Whether it goes with the browser before that, as far as the browser ends its sessions. */
  readonly endsWithBrowser: boolean;
  readonly content: z.ZodType<Value>;
}

export const RECEIPT_COOKIE: CaseCookie<Receipt> = {
  name: 'recibo',
  lifeSeconds: 900,
  endsWithBrowser: false,
  content: z.object({
    channel: z.enum(CHANNELS),
    protocolo: z.string(),
    codigo: z.string(),
    registradoEm: z.string(),
    prazoEm: z.string().nullable(),
    email: z.string().nullable(),
    anonima: z.boolean(),
  }),
};

const OPEN_CASE = z.object({
  protocolo: z.string(),
  codigo: z.string(),
  /** What the citizen has just done, which the page says once. */
  done: z.enum(CASE_ACTIONS).nullable(),
});

/** The case that a browser has open, so that its page may be loaded again. */
export const OPEN_CASE_COOKIE: CaseCookie<z.infer<typeof OPEN_CASE>> = {
  name: 'consulta',
  lifeSeconds: 1_800,
  endsWithBrowser: true,
  content: OPEN_CASE,
};

/** The case that was closed in a browser, for as long as its history may have a page of the case. */
export const CLOSED_CASE_COOKIE: CaseCookie<{ readonly protocolo: string }> = {
  name: 'encerrada',
  lifeSeconds: 86_400,
  endsWithBrowser: true,
  content: z.object({ protocolo: z.string() }),
};

/** Sets the cookie. @param secure false where the site has no https */
export function setCaseCookie<Value>(
  res: ServerResponse,
  { name, lifeSeconds, endsWithBrowser }: CaseCookie<Value>,
  value: Value,
  { keys: [key], now, secure }: { readonly keys: CaseKeys; readonly now: number; readonly secure: boolean },
): void {
  const sealed = seal(key, name, name, JSON.stringify({ until: now + lifeSeconds * 1_000, value }));
  res.appendHeader(
    'Set-Cookie',
    stringifySetCookie(name, sealed, { ...ATTRIBUTES, secure, ...(endsWithBrowser ? {} : { maxAge: lifeSeconds }) }),
  );
}

/** Has the browser forget the cookie. @param secure as it was set */
export function clearCaseCookie(res: ServerResponse, { name }: Pick<CaseCookie<unknown>, 'name'>, secure: boolean): void {
  res.appendHeader('Set-Cookie', stringifySetCookie(name, '', { ...ATTRIBUTES, secure, maxAge: 0 }));
}

const ATTRIBUTES = { httpOnly: true, sameSite: 'strict', path: CASES_PATH } as const satisfies Partial<SetCookie>;

/** Returns what the cookie of a request holds; null without one, after its time, and where it is forged. Keys are asked for where there is one. */
export async function caseCookieOf<Value>(
  headers: IncomingHttpHeaders,
  { name, content }: CaseCookie<Value>,
  { keys, now }: { readonly keys: () => Promise<CaseKeys>; readonly now: () => number },
): Promise<Value | null> {
  const sealed = cookiesOf(headers)[name];
  if (typeof sealed !== 'string') return null;
  for (const key of await keys()) {
    const text = unseal(key, name, name, sealed);
    if (text === null) continue;
    const kept = z.object({ until: z.number(), value: content }).safeParse(JSON.parse(text));
    return kept.success && kept.data.until > now() ? kept.data.value : null;
  }
  return null;
}
