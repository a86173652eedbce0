/**
 * `POST /_session/password`: who has signed in changes the own password on our screens. The present password is asked for, so that an unlocked
 * browser does not give the account away. `/v1/auth/user/password` does not ask, as Nhost's service does not.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { AuthBackend } from '../backend/auth/auth-backend.ts';
import { AUTH_FAULTS } from './auth-faults.ts';
import { answerError, answerResult, INVALID_REQUEST, NOT_SIGNED_IN } from './nhost-answers.ts';
import { OWN_PASSWORD } from './request-shapes.ts';
import { tokenOf } from './token-of-request.ts';

export interface OwnPasswordOptions {
  readonly auth: AuthBackend;
  readonly siteOrigin: string;
  readonly clientOf: (req: IncomingMessage) => string | null;
}

/** Changes it. A wrong present password is 422: 401 tells a page to renew its session. */
export async function changeOwnPassword(req: Request, res: Response, { auth, siteOrigin, clientOf }: OwnPasswordOptions): Promise<void> {
  const token = await tokenOf(req, auth.verifier, siteOrigin);
  if (token === null) return answerError(req, res, NOT_SIGNED_IN);
  const body = OWN_PASSWORD.safeParse(req.body ?? {});
  if (!body.success) return answerError(req, res, INVALID_REQUEST);
  const { currentPassword, newPassword } = body.data;
  const confirmed = await auth.confirmPassword(token, currentPassword, clientOf(req));
  if (confirmed.kind === 'refused' && confirmed.fault === 'invalid-email-password')
    return answerError(req, res, { ...AUTH_FAULTS[confirmed.fault], error: confirmed.fault, status: 422 });
  answerResult(req, res, confirmed.kind === 'ok' ? await auth.changePassword(token, newPassword) : confirmed, () => 'OK');
}
