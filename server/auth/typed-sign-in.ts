/** A sign-in as a person types it: e-mail and password, or the one-time code that a right password waits for, or all at once. */
import type { AppError } from '../../shared/errors/app-error.ts';
import { ERROR_CODES } from '../../shared/errors/codes.ts';
import type { ErrorEntry } from '../../shared/errors/page-errors.ts';
import { waitMessage } from '../../shared/session/attempts.ts';
import type { SignInError, SignInForm } from '../../shared/session/page-session.ts';
import type { AuthBackend, AuthResult, AuthSession, ClientAddress } from '../backend/auth/auth-backend.ts';
import { AUTH_FAULTS } from './auth-faults.ts';
import { EMAIL, OTP, PASSWORD, SECOND_FACTOR, type SignInFields, TICKET } from './request-shapes.ts';

export type TypedOutcome =
  | { readonly kind: 'session'; readonly session: AuthSession }
  /** The form goes back: with what is wrong, or with the question for the code. */
  | { readonly kind: 'form'; readonly form: SignInForm; readonly status: number; readonly retryAfterSeconds?: number };

export interface SignInClient {
  readonly address: ClientAddress;
  /** The browser's: `session-cookies.ts`. */
  readonly device: string;
}

/** Signs in, or returns the form with what is wrong. */
export async function signInTyped(typed: SignInFields, auth: AuthBackend, from: SignInClient): Promise<TypedOutcome> {
  return typed.ticket === '' ? byPassword(typed, auth, from) : byCode(typed, typed.ticket, auth, from);
}

async function byPassword(typed: SignInFields, auth: AuthBackend, { address, device }: SignInClient): Promise<TypedOutcome> {
  const email = EMAIL.safeParse(typed.email);
  const errors: SignInError[] = [];
  if (!email.success)
    errors.push({ field: 'email', message: typed.email === '' ? 'Digite seu e-mail.' : 'Confira o e-mail: falta alguma parte.' });
  if (typed.password === '') errors.push({ field: 'password', message: 'Digite sua senha.' });
  if (!email.success || errors.length > 0) return form(typed, errors, 422);
  // Longer or shorter than any password is no password, and takes an attempt like every other.
  const password = PASSWORD.safeParse(typed.password);
  const result = await auth.signIn({ email: email.data, password: password.success ? password.data : ' ' }, address, { device });
  if (result.kind !== 'ok') return refused(typed, result);
  if (result.value.kind === 'session') return result.value;
  const { ticket } = result.value;
  return typed.otp === ''
    ? { ...form(typed, [], 200), form: { email: typed.email, ticket, record: typed.registro, errors: [] } }
    : byCode(typed, ticket, auth, { address, device });
}

async function byCode(typed: SignInFields, ticket: string, auth: AuthBackend, { address, device }: SignInClient): Promise<TypedOutcome> {
  const otp = (auth.recoveryCodes === null ? OTP : SECOND_FACTOR).safeParse(typed.otp);
  if (!TICKET.safeParse(ticket).success) return refused(typed, { kind: 'refused', fault: 'invalid-ticket' });
  if (!otp.success) {
    const errors: SignInError[] = [
      { field: 'otp', message: 'Digite os seis números que o aplicativo mostra, ou um código de reserva inteiro.' },
    ];
    return { kind: 'form', form: { email: typed.email, ticket, record: typed.registro, errors }, status: 422 };
  }
  const result = await auth.signInWithTotp({ ticket, otp: otp.data }, address, { device });
  if (result.kind === 'ok') return { kind: 'session', session: result.value };
  const outcome = refused(typed, result);
  // Another code may be tried with the same ticket.
  const again = result.kind === 'limited' || result.fault === 'invalid-totp';
  return again && outcome.kind === 'form' ? { ...outcome, form: { ...outcome.form, ticket } } : outcome;
}

function refused(typed: SignInFields, result: Exclude<AuthResult<never>, { kind: 'ok' }>): TypedOutcome {
  if (result.kind === 'refused') {
    const { forPeople, status } = AUTH_FAULTS[result.fault];
    return form(typed, [forPeople], status);
  }
  const { retryAfterSeconds } = result;
  return { ...form(typed, [{ field: null, message: waitMessage(retryAfterSeconds) }], 429), retryAfterSeconds };
}

const NO_ANSWER = 'Não foi possível entrar agora: o site não conseguiu conferir os dados. Tente de novo em alguns minutos.';

/** Returns the form where the accounts could not be asked. */
export function withoutAnswer(typed: SignInFields, { code, status }: AppError): TypedOutcome {
  const { retryAfter }: ErrorEntry = ERROR_CODES[code];
  const outcome = form(typed, [{ field: null, message: NO_ANSWER }], status);
  const ticketed = { ...outcome, form: { ...outcome.form, ticket: typed.ticket === '' ? null : typed.ticket } };
  return retryAfter === undefined ? ticketed : { ...ticketed, retryAfterSeconds: retryAfter };
}

function form(
  { email, registro: record }: SignInFields,
  errors: readonly SignInError[],
  status: number,
): Extract<TypedOutcome, { kind: 'form' }> {
  return { kind: 'form', form: { email, ticket: null, record, errors }, status };
}
