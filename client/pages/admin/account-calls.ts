/** The calls of the account screen, with the session's cookie: our own endpoints, which ask for more than those of Nhost. */

import { waitMessage } from '../../../shared/session/attempts.ts';
import { OWN_PASSWORD_PATH, OWN_TOTP_PATH, RECOVERY_CODES_PATH, TOTP_SECRET_PATH } from '../../../shared/session/session-address.ts';
import { deadlineSignal } from '../../../shared/time/timers.ts';
import { createRenewal } from '../../session/renewal.ts';

/** Milliseconds. */
const DEADLINE_MS = 15_000;

export type CallResult<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: CallFailure };

export interface CallFailure {
  /** The server's; empty where it said none. */
  readonly code: string;
  /** A sentence for the person. */
  readonly message: string;
}

/** The code of a present password that is wrong. */
export const WRONG_PASSWORD = 'invalid-email-password';

/** The code of a request without a session. Other refusals are 401 too, and a renewed session does not change them. */
const NO_SESSION = 'invalid-request';

/** A secret for an authenticator application, and its picture. */
export interface TotpSecret {
  /** A `data:` address of the QR code. */
  readonly imageUrl: string;
  readonly totpSecret: string;
}

/** Sentences for the error codes of Nhost that a person can do something about. */
const MESSAGES: Readonly<Record<string, string>> = {
  [WRONG_PASSWORD]: 'A senha atual não confere.',
  'password-too-short': 'A senha é curta demais. Use uma mais longa.',
  'invalid-request': 'O valor não foi aceito. Confira e tente de novo.',
  'invalid-totp': 'O código não confere. Digite o que o aplicativo mostra agora.',
  'totp-already-active': 'Os códigos de uso único já estão ativos nesta conta.',
  'no-totp-secret': 'Este QR code não vale mais. Comece de novo.',
};

/** Gives the account another password. */
export function changePassword(currentPassword: string, newPassword: string): Promise<CallResult<unknown>> {
  return call(OWN_PASSWORD_PATH, { currentPassword, newPassword });
}

/** Makes a new secret, which counts once a code of it was confirmed. */
export function generateTotp(currentPassword: string): Promise<CallResult<TotpSecret>> {
  return call<TotpSecret>(TOTP_SECRET_PATH, { currentPassword });
}

/** Codes for who loses the device; none where the backend has no such codes. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** Turns one-time codes on; `code` is one of the new secret. */
export function turnTotpOn(code: string): Promise<CallResult<RecoveryCodes>> {
  return call<RecoveryCodes>(OWN_TOTP_PATH, { code, active: true });
}

/** Turns one-time codes off by one of them, or by a recovery code. */
export function turnTotpOff(code: string): Promise<CallResult<unknown>> {
  return call(OWN_TOTP_PATH, { code, active: false });
}

/** Makes recovery codes in place of the old. */
export function renewRecoveryCodes(code: string): Promise<CallResult<RecoveryCodes>> {
  return call<RecoveryCodes>(RECOVERY_CODES_PATH, { code });
}

async function call<Value>(path: string, body: object): Promise<CallResult<Value>> {
  const { locks } = window.navigator as { readonly locks?: LockManager };
  const renew = createRenewal({ fetch: window.fetch.bind(window), locks, onEnded: () => undefined });
  try {
    let response = await send(path, body);
    let answer: unknown = await response.json().catch(() => null);
    if (response.status === 401 && codeOf(answer) === NO_SESSION && (await renew()) === 'renewed') {
      response = await send(path, body);
      answer = await response.json().catch(() => null);
    }
    // The endpoints answer these bodies (see the calls above).
    if (response.ok) return { kind: 'done', value: answer as Value };
    const code = codeOf(answer);
    return { kind: 'failed', failure: { code, message: messageOf(response, code) } };
  } catch {
    return { kind: 'failed', failure: { code: '', message: 'Não foi possível falar com o site. Confira sua conexão e tente de novo.' } };
  }
}

function send(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    signal: deadlineSignal(DEADLINE_MS),
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function codeOf(answer: unknown): string {
  return typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : '';
}

function messageOf({ status, headers }: Response, code: string): string {
  if (status === 429) return waitMessage(Number(headers.get('retry-after')));
  if (status === 401 && code === NO_SESSION) return 'Sua sessão terminou. Abra esta página de novo e entre.';
  const known = MESSAGES[code];
  if (known !== undefined) return known;
  return 'O site não conseguiu fazer a mudança. Tente de novo em alguns minutos.';
}
