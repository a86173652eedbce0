/** `POST /_session/digest`: a form, which works without script, by which who answers cases gets their digest by e-mail, or no longer. */
import type { Request, Response } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import { DIGEST_CHOSEN_ADDRESS } from '../../shared/session/digest-address.ts';
import type { SignInForm } from '../../shared/session/page-session.ts';
import type { AuthBackend } from '../backend/auth/auth-backend.ts';
import { AUTH_FAULTS } from './auth-faults.ts';
import { DIGEST_CHOICE } from './request-shapes.ts';
import { tokenOf } from './token-of-request.ts';

export interface DigestChoice {
  /** Says whether an account has not switched the digest off. */
  readonly gets: (userId: string) => Promise<boolean>;
  readonly choose: (userId: string, isWanted: boolean) => Promise<void>;
}

export interface OwnDigestOptions {
  readonly auth: AuthBackend;
  readonly siteOrigin: string;
  /** Null where the site sends no mail. */
  readonly digest: DigestChoice | null;
  readonly sendSignIn: (req: Request, res: Response, form: SignInForm, status: number) => Promise<void>;
}

export async function chooseDigest(req: Request, res: Response, { auth, siteOrigin, digest, sendSignIn }: OwnDigestOptions): Promise<void> {
  const wanted = DIGEST_CHOICE.safeParse(req.body ?? {});
  if (!wanted.success || digest === null) throw new AppError('BAD_REQUEST');
  const token = await tokenOf(req, auth, siteOrigin);
  if (token === null) {
    const { status, forPeople } = AUTH_FAULTS['invalid-refresh-token'];
    return sendSignIn(req, res, { email: '', ticket: null, record: null, errors: [forPeople] }, status);
  }
  await digest.choose(token.userId, wanted.data.receber === 'sim');
  res.redirect(303, DIGEST_CHOSEN_ADDRESS);
}
