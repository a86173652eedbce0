/**
 * `POST /_session/password`: who has signed in changes the own password on our screens, by script or by a form. The present password is asked for,
 * so that an unlocked browser does not give the account away.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { waitMessage } from '../../shared/session/attempts.ts';
import { PASSWORD_LENGTH } from '../../shared/session/credentials.ts';
import type { PageSession, RefusedPassword, SignInForm } from '../../shared/session/page-session.ts';
import { PASSWORD_CHANGED_ADDRESS } from '../../shared/session/session-address.ts';
import type { AuthBackend, AuthResult, VerifiedToken } from '../backend/auth/auth-backend.ts';
import { AUTH_FAULTS } from './auth-faults.ts';
import { answerError, answerResult, INVALID_REQUEST, NOT_SIGNED_IN } from './nhost-answers.ts';
import { type OwnAccountOptions, ownAccount, sessionOf } from './page-session.ts';
import { isForm, OWN_PASSWORD } from './request-shapes.ts';
import { tokenOf } from './token-of-request.ts';

export interface OwnPasswordOptions extends OwnAccountOptions {
  readonly auth: AuthBackend;
  readonly siteOrigin: string;
  readonly clientOf: (req: IncomingMessage) => string | null;
  readonly sendSignIn: (req: Request, res: Response, form: SignInForm, status: number) => Promise<void>;
  readonly sendAccount: (req: Request, res: Response, session: PageSession, status: number) => Promise<void>;
}

/** Changes it. A wrong present password is 422: 401 tells a page to renew its session. */
export async function changeOwnPassword(req: Request, res: Response, options: OwnPasswordOptions): Promise<void> {
  const { auth, siteOrigin } = options;
  const token = await tokenOf(req, auth, siteOrigin);
  if (isForm(req)) return answerForm(req, res, token, options);
  if (token === null) return answerError(res, NOT_SIGNED_IN);
  const changed = await change(req, token, options);
  if (changed === 'unreadable') return answerError(res, INVALID_REQUEST);
  if (isWrongPassword(changed)) return answerWrongPassword(res);
  answerResult(res, changed, () => 'OK');
}

/** Answers that the present password is another one. */
export function answerWrongPassword(res: Response): void {
  answerError(res, { ...AUTH_FAULTS['invalid-email-password'], error: 'invalid-email-password', status: 422 });
}

async function answerForm(req: Request, res: Response, token: VerifiedToken | null, options: OwnPasswordOptions): Promise<void> {
  const session = token === null ? null : await sessionOf(req, options.auth);
  if (token === null || session === null) {
    const { status, forPeople } = AUTH_FAULTS['invalid-refresh-token'];
    return options.sendSignIn(req, res, { email: '', ticket: null, record: null, errors: [forPeople] }, status);
  }
  const changed = await change(req, token, options);
  if (changed !== 'unreadable' && changed.kind === 'ok') return res.redirect(303, PASSWORD_CHANGED_ADDRESS);
  if (changed !== 'unreadable' && changed.kind === 'limited') res.setHeader('Retry-After', changed.retryAfterSeconds);
  const status = changed !== 'unreadable' && changed.kind === 'limited' ? 429 : 422;
  const account = await ownAccount(session, options);
  return options.sendAccount(req, res, { kind: 'signedIn', user: session.user, refusedPassword: refusalOf(changed), ...account }, status);
}

type Changed = AuthResult<null> | 'unreadable';

async function change(req: Request, token: VerifiedToken, { auth, clientOf }: OwnPasswordOptions): Promise<Changed> {
  const body = OWN_PASSWORD.safeParse(pick(req.body));
  if (!body.success) return 'unreadable';
  const { currentPassword, newPassword } = body.data;
  const confirmed = await auth.confirmPassword(token, currentPassword, clientOf(req));
  return confirmed.kind === 'ok' ? auth.changePassword(token, newPassword) : confirmed;
}

/** The form also has the name of the account, for password managers. */
function pick(body: unknown): unknown {
  const { username: _username, ...rest } = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return rest;
}

function isWrongPassword(changed: AuthResult<null>): boolean {
  return changed.kind === 'refused' && changed.fault === 'invalid-email-password';
}

function refusalOf(changed: Exclude<Changed, { readonly kind: 'ok' }>): RefusedPassword {
  if (changed === 'unreadable')
    return {
      field: 'newPassword',
      message: `Preencha as duas senhas. ${PASSWORD_LENGTH}`,
    };
  if (changed.kind === 'limited') return { field: null, message: waitMessage(changed.retryAfterSeconds) };
  if (isWrongPassword(changed)) return { field: 'currentPassword', message: 'A senha atual não confere.' };
  const { message, field } = AUTH_FAULTS[changed.fault].forPeople;
  return { field: field === 'password' ? 'newPassword' : null, message };
}
