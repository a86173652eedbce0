/**
 * A case that its citizen has closed in this browser stays closed. A page of it that came as the answer to a form, as that of an act that was refused,
 * is loaded again by sending the form again, which has protocol and access code. Who opens the case does it with the code, on the page that asks for it.
 */
import type { Request, Response } from 'express';
import type { ReceivedForm } from '../http/forms/received-form.ts';
import { CLOSED_CASE_COOKIE, caseCookieOf, clearCaseCookie, OPEN_CASE_COOKIE, RECEIPT_COOKIE, setCaseCookie } from './case-cookies.ts';
import type { CaseKeys } from './case-keys.ts';
import { parseProtocol } from './tracking/tracking.ts';

interface ClosingOptions {
  readonly keys: () => Promise<CaseKeys>;
  readonly now: () => number;
  readonly secureCookies: boolean;
}

/** Has the browser forget the case and its receipt, which opens the case as well, and remember that it was closed. */
export async function closeCase({ headers }: Request, res: Response, options: ClosingOptions): Promise<void> {
  const { keys, now, secureCookies: secure } = options;
  const open = await caseCookieOf(headers, OPEN_CASE_COOKIE, options);
  for (const cookie of [OPEN_CASE_COOKIE, RECEIPT_COOKIE]) clearCaseCookie(res, cookie, secure);
  if (open !== null) {
    setCaseCookie(res, CLOSED_CASE_COOKIE, { protocolo: open.protocolo }, { keys: await keys(), now: now(), secure });
  }
}

/** Has the browser forget that a case was closed, since one is open again. */
export async function reopen({ headers }: Request, res: Response, options: ClosingOptions): Promise<void> {
  if ((await caseCookieOf(headers, CLOSED_CASE_COOKIE, options)) !== null) clearCaseCookie(res, CLOSED_CASE_COOKIE, options.secureCookies);
}

/** Says whether a form is about the case that was closed. */
export async function isOfClosedCase(
  { headers }: Request,
  { typed }: Pick<ReceivedForm, 'typed'>,
  options: ClosingOptions,
): Promise<boolean> {
  const closed = await caseCookieOf(headers, CLOSED_CASE_COOKIE, options);
  return closed !== null && closed.protocolo === parseProtocol(typed['protocolo'] ?? '');
}
