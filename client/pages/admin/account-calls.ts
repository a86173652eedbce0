/** The calls of the account screen: Nhost's endpoints on our own origin, with the session's cookie. */
import { createRenewal } from '../../session/renewal.ts';

const AUTH = '/v1/auth';

/** Milliseconds. */
const DEADLINE_MS = 15_000;

export type CallResult<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** `message` is a sentence for the person. */
  | { readonly kind: 'failed'; readonly message: string };

/** A secret for an authenticator application, and its picture. */
export interface TotpSecret {
  /** A `data:` address of the QR code. */
  readonly imageUrl: string;
  readonly totpSecret: string;
}

/** Sentences for the error codes of Nhost that a person can do something about. */
const MESSAGES: Readonly<Record<string, string>> = {
  'password-too-short': 'A senha é curta demais. Use uma mais longa.',
  'invalid-request': 'O valor não foi aceito. Confira e tente de novo.',
  'invalid-totp': 'O código não confere. Digite o que o aplicativo mostra agora.',
  'totp-already-active': 'Os códigos de uso único já estão ativos nesta conta.',
  'no-totp-secret': 'Este QR code não vale mais. Comece de novo.',
};

/** Gives the account another password. */
export function changePassword(newPassword: string): Promise<CallResult<unknown>> {
  return call('POST', '/user/password', { newPassword });
}

/** Makes a new secret, which counts once a code of it was confirmed. */
export function generateTotp(): Promise<CallResult<TotpSecret>> {
  return call<TotpSecret>('GET', '/mfa/totp/generate');
}

/** Turns one-time codes on or off; `code` is one of the account's secret. */
export function setTotp(code: string, active: boolean): Promise<CallResult<unknown>> {
  return call('POST', '/user/mfa', { code, activeMfaType: active ? 'totp' : '' });
}

async function call<Value>(method: 'GET' | 'POST', path: string, body?: object): Promise<CallResult<Value>> {
  const { locks } = window.navigator as { readonly locks?: LockManager };
  const renew = createRenewal({ fetch: window.fetch.bind(window), locks, onEnded: () => undefined });
  try {
    let response = await send(method, path, body);
    if (response.status === 401 && (await renew()) === 'renewed') response = await send(method, path, body);
    const answer: unknown = await response.json().catch(() => null);
    // Nhost's endpoints answer these bodies (see the calls above).
    return response.ok ? { kind: 'done', value: answer as Value } : { kind: 'failed', message: messageOf(response, answer) };
  } catch {
    return { kind: 'failed', message: 'Não foi possível falar com o site. Confira sua conexão e tente de novo.' };
  }
}

function send(method: string, path: string, body: object | undefined): Promise<Response> {
  return fetch(`${AUTH}${path}`, {
    method,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(DEADLINE_MS),
    headers: { Accept: 'application/json', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function messageOf({ status, headers }: Response, answer: unknown): string {
  if (status === 429) return tooMany(headers.get('retry-after'));
  const code = typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : '';
  const known = MESSAGES[code];
  if (known !== undefined) return known;
  if (status === 401) return 'Sua sessão terminou. Abra esta página de novo e entre.';
  return 'O site não conseguiu fazer a mudança. Tente de novo em alguns minutos.';
}

function tooMany(retryAfter: string | null): string {
  const minutes = Math.ceil(Number(retryAfter) / 60);
  const when = minutes > 0 ? `em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}` : 'em alguns minutos';
  return `Muitas tentativas. Tente de novo ${when}.`;
}
