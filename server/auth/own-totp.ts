/**
 * `/_session/totp`: one-time codes of the signed-in user, on our screens. The present password is asked for before there is a secret, so that an
 * unlocked browser cannot lock its owner out; a code turns them on, and off.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { AuthBackend } from '../backend/auth/auth-backend.ts';
import { answerError, answerResult, INVALID_REQUEST, NOT_SIGNED_IN } from './nhost-answers.ts';
import { answerWrongPassword } from './own-password.ts';
import { OWN_CODE, PRESENT_PASSWORD, SWITCH_TOTP } from './request-shapes.ts';
import { tokenOf } from './token-of-request.ts';

export interface OwnTotpOptions {
  readonly auth: AuthBackend;
  readonly siteOrigin: string;
  readonly clientOf: (req: IncomingMessage) => string | null;
}

/** Makes a secret, which counts once a code of it was confirmed. A wrong present password is 422: 401 tells a page to renew its session. */
export async function makeTotpSecret(req: Request, res: Response, { auth, siteOrigin, clientOf }: OwnTotpOptions): Promise<void> {
  const token = await tokenOf(req, auth, siteOrigin);
  if (token === null) return answerError(res, NOT_SIGNED_IN);
  const body = PRESENT_PASSWORD.safeParse(req.body ?? {});
  if (!body.success) return answerError(res, INVALID_REQUEST);
  const confirmed = await auth.confirmPassword(token, body.data.currentPassword, clientOf(req));
  if (confirmed.kind === 'refused' && confirmed.fault === 'invalid-email-password') return answerWrongPassword(res);
  answerResult(res, confirmed.kind === 'ok' ? await auth.generateTotp(token) : confirmed, (secret) => secret);
}

/** Turns the codes on or off by one of them. Who turns them on gets the recovery codes, which nothing shows again. */
export async function switchTotp(req: Request, res: Response, { auth, siteOrigin }: OwnTotpOptions): Promise<void> {
  const token = await tokenOf(req, auth, siteOrigin);
  if (token === null) return answerError(res, NOT_SIGNED_IN);
  const body = SWITCH_TOTP.safeParse(req.body ?? {});
  if (!body.success) return answerError(res, INVALID_REQUEST);
  const { code, active } = body.data;
  if (active) answerResult(res, await auth.activateTotp(token, code), (recoveryCodes) => ({ recoveryCodes }));
  else answerResult(res, await auth.deactivateTotp(token, code), () => ({}));
}

/** Makes new recovery codes in place of the old, by a code. */
export async function renewRecoveryCodes(req: Request, res: Response, { auth, siteOrigin }: OwnTotpOptions): Promise<void> {
  const token = await tokenOf(req, auth, siteOrigin);
  if (token === null) return answerError(res, NOT_SIGNED_IN);
  const body = OWN_CODE.safeParse(req.body ?? {});
  if (!body.success || auth.recoveryCodes === null) return answerError(res, INVALID_REQUEST);
  answerResult(res, await auth.recoveryCodes.renew(token, body.data.code), (recoveryCodes) => ({ recoveryCodes }));
}
