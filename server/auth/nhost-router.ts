/**
 * `/v1/auth/*`: sign-in for programs, with the addresses, bodies, statuses and codes of Nhost's service. It sets no cookie: the sessions of our
 * own pages are those of `/_session`.
 */
import type { IncomingMessage } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { z } from 'zod';
import { AUTH_PATH } from '../../shared/routes/url.ts';
import type { AuthBackend, AuthResult, VerifiedToken } from '../backend/auth/auth-backend.ts';
import type { CredentialsOf } from '../backend/auth/identity.ts';
import { type AdmitRequest, withinQuota } from '../http/quota-handler.ts';
import { answer, answerError, answerResult, INVALID_REQUEST, NOT_SIGNED_IN, sessionBody, userBody } from './nhost-answers.ts';
import { NEW_PASSWORD, REFRESH, SIGN_IN, SIGN_IN_TOTP, SIGN_OUT, SWITCH_MFA, TOKEN_BODY } from './request-shapes.ts';
import { tokenOf } from './token-of-request.ts';

export interface AuthRouterOptions {
  readonly auth: AuthBackend;
  readonly siteOrigin: string;
  /** Names the client of a request for its limits. */
  readonly clientOf: (req: IncomingMessage) => string | null;
  readonly admit: AdmitRequest;
  /** Version of the running program. */
  readonly version: string;
}

const MAX_BODY_BYTES = 10_240;

export function createNhostAuthRouter(options: AuthRouterOptions): Router {
  const { auth, clientOf, version } = options;
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/healthz', (_req, res) => answer(res, 'OK'));
  router.get('/version', (_req, res) => answer(res, { version }));
  router.get('/.well-known/jwks.json', async (_req, res) => answer(res, { keys: await auth.publicKeys() }));
  router.use(withinQuota(options.admit), express.json({ limit: MAX_BODY_BYTES }));
  router.post(
    '/signin/email-password',
    withBody(SIGN_IN, async (req, res, body) => {
      const result = await auth.signIn(body, clientOf(req));
      answerResult(res, result, (value) =>
        value.kind === 'mfa' ? { mfa: { ticket: value.ticket } } : { session: sessionBody(value.session) },
      );
    }),
  );
  router.post(
    '/signin/mfa/totp',
    withBody(SIGN_IN_TOTP, async (req, res, body) => {
      answerResult(res, await auth.signInWithTotp(body, clientOf(req)), (session) => ({ session: sessionBody(session) }));
    }),
  );
  router.post(
    '/token',
    withBody(REFRESH, async (_req, res, { refreshToken }) => {
      answerResult(res, await auth.refresh(refreshToken, { graceMs: 0 }), sessionBody);
    }),
  );
  router.use('/signup', (_req, res) => answerError(res, { status: 403, error: 'signup-disabled', message: 'Sign up is disabled.' }));
  addSessionRoutes(router, options);
  router.use(refuseUnreadable);
  // Nhost's client knows its own refresh by an address that ends in `/v1/token`, as on a host of its own. At any other it refreshes before it
  // refreshes, and waits for its own lock for ever.
  return Router({ caseSensitive: true }).use([`${AUTH_PATH}/v1`, AUTH_PATH], router);
}

/** A body that is no JSON is refused like one of another shape. */
const refuseUnreadable: ErrorRequestHandler = (thrown: unknown, _req, res, next) => {
  if (thrown instanceof SyntaxError) answerError(res, INVALID_REQUEST);
  else next(thrown);
};

/** Adds what asks for an access token. */
function addSessionRoutes(router: Router, options: AuthRouterOptions): void {
  const { auth } = options;
  type Handle = (req: Request, res: Response, token: VerifiedToken) => Promise<void>;
  const withToken = (handle: Handle, credentialsOf: (req: Request) => CredentialsOf): RequestHandler => {
    return async (req, res) => {
      const token = await tokenOf(credentialsOf(req), auth, options.siteOrigin);
      if (token === null) answerError(res, NOT_SIGNED_IN);
      else await handle(req, res, token);
    };
  };
  const signedIn = (handle: Handle): RequestHandler => withToken(handle, (req) => req);
  // A browser's cookie does not change how its owner signs in: `/_session` asks for the present password first.
  const byProgram = (handle: Handle): RequestHandler =>
    withToken(handle, ({ headers: { authorization } }) => ({ headers: authorization === undefined ? {} : { authorization } }));
  router.post(
    '/signout',
    withBody(SIGN_OUT, async (req, res, { refreshToken, all = false }) => {
      const token = all ? await tokenOf(req, auth, options.siteOrigin) : null;
      if (all && token === null) return answerError(res, NOT_SIGNED_IN);
      if (token !== null) await auth.signOutAll(token.userId);
      else if (refreshToken !== undefined) await auth.signOut(refreshToken);
      answer(res, 'OK');
    }),
  );
  router.post(
    '/token/verify',
    withBody(TOKEN_BODY, async (req, res, { token }) => {
      const headers = token === undefined ? req.headers : { authorization: `Bearer ${token}` };
      const isValid = (await tokenOf({ headers }, auth, options.siteOrigin)) !== null;
      if (isValid) answer(res, 'OK');
      else answerError(res, NOT_SIGNED_IN);
    }),
  );
  router.get(
    '/user',
    signedIn(async (_req, res, { userId }) => {
      const user = await auth.user(userId);
      if (user === null) answerError(res, NOT_SIGNED_IN);
      else answer(res, userBody(user));
    }),
  );
  router.post(
    '/user/password',
    byProgram((req, res, token) =>
      readBody(NEW_PASSWORD, req, res, async ({ newPassword }) => {
        answerResult(res, await auth.changePassword(token, newPassword), () => 'OK');
      }),
    ),
  );
  router.get(
    '/mfa/totp/generate',
    byProgram(async (_req, res, token) => answerResult(res, await auth.generateTotp(token), (secret) => secret)),
  );
  router.post(
    '/user/mfa',
    byProgram((req, res, token) =>
      readBody(SWITCH_MFA, req, res, async ({ code, activeMfaType }) => {
        const change: Promise<AuthResult<unknown>> =
          activeMfaType === 'totp' ? auth.activateTotp(token, code) : auth.deactivateTotp(token, code);
        answerResult(res, await change, () => 'OK');
      }),
    ),
  );
}

function withBody<T extends z.ZodType>(
  shape: T,
  handle: (req: Request, res: Response, body: z.output<T>) => Promise<void>,
): RequestHandler {
  return (req, res) => readBody(shape, req, res, (body) => handle(req, res, body));
}

/** Parses the body; one of another shape is refused as Nhost's service does. */
async function readBody<T extends z.ZodType>(
  shape: T,
  req: Request,
  res: Response,
  use: (body: z.output<T>) => Promise<void>,
): Promise<void> {
  const body = shape.safeParse(req.body ?? {});
  if (body.success) await use(body.data);
  else answerError(res, INVALID_REQUEST);
}
