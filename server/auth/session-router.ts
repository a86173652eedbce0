/**
 * `/_session`: the session of a browser on our own pages. Tokens are in cookies that no script reads, and in no body. Every POST comes from a
 * page of ours. A form is answered with a page, so that sign-in needs no script.
 */
import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response, Router } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import { OWN_DIGEST_PATH } from '../../shared/session/digest-address.ts';
import { CASES_ROLE, type PageSession, type SignInForm } from '../../shared/session/page-session.ts';
import {
  administrationAddress,
  END_SESSION_PATH,
  OTHER_SESSIONS_PATH,
  OWN_PASSWORD_PATH,
  OWN_TOTP_PATH,
  RECOVERY_CODES_PATH,
  REFRESH_SESSION_PATH,
  SESSION_PATH,
  TOKEN_MIGRATION_PATH,
  TOTP_SECRET_PATH,
  USERS_PATH,
} from '../../shared/session/session-address.ts';
import type { AuthBackend, AuthSession } from '../backend/auth/auth-backend.ts';
import { type AdmitRequest, withinQuota } from '../http/quota-handler.ts';
import { requestIdOf } from '../http/request-context.ts';
import { refuseMethod, uncached } from '../http/responses.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { Logger } from '../observability/log.ts';
import { AUTH_FAULTS } from './auth-faults.ts';
import { answer } from './nhost-answers.ts';
import { chooseDigest, type DigestChoice } from './own-digest.ts';
import { changeOwnPassword } from './own-password.ts';
import { endOtherSessions, nameSession } from './own-sessions.ts';
import { makeTotpSecret, renewRecoveryCodes, switchTotp } from './own-totp.ts';
import { sessionOf, signedInUser, type VisitorSession } from './page-session.ts';
import { isForm, SIGN_IN_FIELDS, type SignInFields, TOKEN_BODY } from './request-shapes.ts';
import { clearSessionCookies, deviceOf, refreshTokenOf, setDeviceCookie, setSessionCookies, setTokenCookie } from './session-cookies.ts';
import { signInTyped, type TypedOutcome, withoutAnswer } from './typed-sign-in.ts';

export interface SessionRouterOptions {
  readonly auth: AuthBackend;
  readonly siteOrigin: string;
  readonly clientOf: (req: IncomingMessage) => string | null;
  readonly admit: AdmitRequest;
  /** Whether cookies are sent over https only. */
  readonly secureCookies: boolean;
  readonly log: Logger;
  /** Sends the page of the sign-in with a form that goes back. */
  readonly sendSignIn: (req: Request, res: Response, form: SignInForm, status: number) => Promise<void>;
  /** Sends the page of the own account with a form that goes back. */
  readonly sendAccount: (req: Request, res: Response, session: PageSession, status: number) => Promise<void>;
  /** Null where the site sends no mail. */
  readonly digest: DigestChoice | null;
  /** Mounted below `/_session/users`, behind the same rules. */
  readonly users: Router;
}

const MAX_BODY_BYTES = 10_240;

/**
 * Several tabs have one cookie, and one of them may use its old value while the answer with the new one is under way. A program refreshes
 * alone, so it has no such time.
 */
const REFRESH_GRACE_MS = 10_000;

export function createSessionRouter(options: SessionRouterOptions): Router {
  const { auth, siteOrigin, users } = options;
  const router = Router({ caseSensitive: true, strict: true });
  router.use(SESSION_PATH, uncached, withinQuota(options.admit));
  router.get(SESSION_PATH, async (req, res) => answer(res, sessionBody(await sessionOf(req, auth), refreshTokenOf(req.headers) !== null)));
  router.use(SESSION_PATH, (req, _res, next) => {
    next(isSameOrigin(req.headers, siteOrigin) ? undefined : new AppError('CROSS_SITE_REQUEST'));
  });
  router.use(
    SESSION_PATH,
    express.json({ limit: MAX_BODY_BYTES }),
    express.urlencoded({ extended: false, limit: MAX_BODY_BYTES, parameterLimit: 10 }),
  );
  router.use(USERS_PATH, users);
  router.post(SESSION_PATH, (req, res) => signIn(req, res, options));
  router.post(REFRESH_SESSION_PATH, (req, res) => refresh(req, res, options));
  router.post(END_SESSION_PATH, (req, res) => end(req, res, options));
  router.post(OWN_PASSWORD_PATH, (req, res) => changeOwnPassword(req, res, options));
  router.post(TOTP_SECRET_PATH, (req, res) => makeTotpSecret(req, res, options));
  router.post(OWN_TOTP_PATH, (req, res) => switchTotp(req, res, options));
  router.post(RECOVERY_CODES_PATH, (req, res) => renewRecoveryCodes(req, res, options));
  router.post(OWN_DIGEST_PATH, (req, res) => chooseDigest(req, res, options));
  router.post(OTHER_SESSIONS_PATH, (req, res) => endOtherSessions(req, res, options));
  router.post(TOKEN_MIGRATION_PATH, (req, res) => migrateToken(req, res, options));
  router.all(SESSION_PATH, refuseMethod('GET, POST'));
  return router;
}

async function signIn(req: Request, res: Response, options: SessionRouterOptions): Promise<void> {
  const { auth, secureCookies, sendSignIn } = options;
  const typed = SIGN_IN_FIELDS.safeParse(req.body ?? {});
  if (!typed.success) throw new AppError('BAD_REQUEST');
  const device = deviceOf(req.headers);
  const outcome = await outcomeOf(req, res, { typed: typed.data, device }, options);
  if (outcome.kind === 'form') {
    const { form, status, retryAfterSeconds } = outcome;
    if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', retryAfterSeconds);
    // The password was right, in this browser, and the code comes with another request.
    if (form.ticket !== null) setDeviceCookie(res, device, secureCookies);
    if (isForm(req)) return sendSignIn(req, res, form, status);
    res.status(status);
    return answer(res, form.ticket !== null && form.errors.length === 0 ? { mfa: { ticket: form.ticket } } : form);
  }
  await endOld(req, auth);
  setSessionCookies(res, outcome.session, secureCookies);
  setDeviceCookie(res, device, secureCookies);
  // Who has signed in is let in without it.
  await nameSession(req, outcome.session.refreshTokenId, auth).catch((error: unknown) =>
    options.log.warn({ err: error }, 'a session has no name'),
  );
  if (isForm(req)) res.redirect(303, administrationAddress(typed.data.registro));
  else answer(res, startedBody(outcome.session));
}

/** The form goes back where nobody can say whether it is right: what was typed stays. */
async function outcomeOf(
  req: Request,
  res: Response,
  { typed, device }: { readonly typed: SignInFields; readonly device: string },
  { auth, clientOf, log }: SessionRouterOptions,
): Promise<TypedOutcome> {
  try {
    return await signInTyped(typed, auth, { address: clientOf(req), device });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.error({ requestId: requestIdOf(res), code: error.code, err: error }, 'a sign-in was not answered');
    return withoutAnswer(typed, error);
  }
}

/** A browser has one session: a new one takes the place of the old. */
async function endOld(req: Request, auth: AuthBackend): Promise<void> {
  const old = refreshTokenOf(req.headers);
  if (old !== null) await auth.signOut(old);
}

async function refresh(req: Request, res: Response, { auth, secureCookies }: SessionRouterOptions): Promise<void> {
  const token = refreshTokenOf(req.headers);
  const result = token === null ? null : await auth.refresh(token, { graceMs: REFRESH_GRACE_MS });
  if (result?.kind === 'ok') {
    setSessionCookies(res, result.value, secureCookies);
    return answer(res, startedBody(result.value));
  }
  clearSessionCookies(res, secureCookies);
  res.status(401);
  const fault = result?.kind === 'refused' ? result.fault : 'invalid-refresh-token';
  answer(res, { email: '', ticket: null, record: null, errors: [AUTH_FAULTS[fault].forPeople] } satisfies SignInForm);
}

async function end(req: Request, res: Response, { auth, secureCookies }: SessionRouterOptions): Promise<void> {
  const token = refreshTokenOf(req.headers);
  const { all }: { readonly all?: unknown } = req.body ?? {};
  // First, so that the browser forgets the session where the backend cannot be told: the next person at this computer must not have it.
  clearSessionCookies(res, secureCookies);
  if (token !== null) await auth.signOut(token, { all: all === true || all === 'true' || all === 'on' || all === '1' });
  if (isForm(req)) res.redirect(303, administrationAddress(null));
  else answer(res, sessionBody(null, false));
}

/** Takes over a token that an earlier version of the site kept in local storage. */
async function migrateToken(req: Request, res: Response, { auth, secureCookies }: SessionRouterOptions): Promise<void> {
  const body = TOKEN_BODY.safeParse(req.body ?? {});
  const token = body.success ? (body.data.token ?? '').replace(/^Bearer /, '') : '';
  const session = await sessionOf({ headers: { authorization: `Bearer ${token}` } }, auth);
  if (session === null) {
    res.status(401);
    return answer(res, sessionBody(null, false));
  }
  setTokenCookie(res, token, secureCookies);
  answer(res, sessionBody(session, false));
}

/** Says who is there. `canRefresh` tells a page without a session whether `/_session/refresh` may bring one. */
function sessionBody(session: Omit<VisitorSession, 'sessionId'> | null, canRefresh: boolean): Readonly<Record<string, unknown>> {
  return {
    user: session?.user ?? null,
    role: session?.user.role ?? null,
    answersCases: session?.answersCases ?? false,
    expiresAt: session?.expiresAt ?? null,
    canRefresh,
  };
}

function startedBody({ user, accessTokenExpiresIn }: AuthSession): Readonly<Record<string, unknown>> {
  const expiresAt = Date.now() + accessTokenExpiresIn * 1_000;
  return sessionBody({ user: signedInUser(user), answersCases: user.roles.includes(CASES_ROLE), expiresAt }, true);
}
