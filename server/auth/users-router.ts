/**
 * `/_session/users`: what an administrator does with the accounts of the staff. Lists are read through GraphQL, as the same role. How the
 * administrator signs in changes here with the present password alone, or not at all, as on the screen of the own account: an unlocked browser
 * must not give the account away. Another account that administers may do it, and the record of changes names that one.
 */
import type { IncomingMessage } from 'node:http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AccountAuthor, AuthBackend, VerifiedToken } from '../backend/auth/auth-backend.ts';
import { type Identify, isAdministrator } from '../backend/auth/identity.ts';
import type { Logger } from '../observability/log.ts';
import { AUTH_FAULTS } from './auth-faults.ts';
import { answerError, answerResult, INVALID_REQUEST, NOT_SIGNED_IN, userBody } from './nhost-answers.ts';
import { answerWrongPassword } from './own-password.ts';
import { ACCOUNT_CHANGE, ACCOUNT_ID, NEW_ACCOUNT, PASSWORD_RESET } from './request-shapes.ts';
import { openToken } from './token-of-request.ts';

export interface UsersRouterOptions {
  readonly auth: Pick<AuthBackend, 'accounts' | 'verifier' | 'isOpen' | 'confirmPassword'>;
  readonly clientOf: (req: IncomingMessage) => string | null;
  readonly identify: Identify;
  /** Sends a new account the link that sets its password; null where the site sends no mail. Never rejects. */
  readonly invite: ((userId: string) => Promise<void>) | null;
  readonly log: Logger;
}

const OWN_ACCOUNT = { status: 403, error: 'own-account', message: 'The own account is changed where its password is asked for' };
const WRONG_PASSWORD = { kind: 'refused', fault: 'invalid-email-password' } as const;

/** Makes the router; its bodies are JSON that is parsed already. */
export function createUsersRouter({ auth, clientOf, identify, invite, log }: UsersRouterOptions): Router {
  const { accounts } = auth;
  const router = Router({ caseSensitive: true, strict: true });
  router.use(requireAdministrator(identify, auth));
  router.post('/', async (req, res) => {
    const body = NEW_ACCOUNT.safeParse(req.body ?? {});
    if (!body.success) return answerError(res, INVALID_REQUEST);
    const result = await accounts.create(body.data, authorOf(res));
    if (result.kind === 'ok') res.status(201);
    tell(log, res, 'an account was made', result.kind === 'ok' ? result.value.user.id : null);
    // A password that the administrator has not chosen is nobody's business where its owner chooses one.
    const isInvited = invite !== null && result.kind === 'ok' && body.data.password === undefined;
    if (isInvited) await invite(result.value.user.id);
    answerResult(res, result, ({ user, password }) => ({ user: userBody(user), ...(isInvited ? { invited: true } : { password }) }));
  });
  router.patch('/:id', async (req, res) => {
    const [id, body] = [ACCOUNT_ID.safeParse(req.params['id']), ACCOUNT_CHANGE.safeParse(req.body ?? {})];
    if (!id.success || !body.success) return answerError(res, INVALID_REQUEST);
    const { currentPassword, ...change } = body.data;
    const own = ownToken(res, id.data);
    if (own !== null && change.resetTotp === true) return answerError(res, OWN_ACCOUNT);
    if (own !== null && change.email !== undefined) {
      const confirmed = currentPassword === undefined ? WRONG_PASSWORD : await auth.confirmPassword(own, currentPassword, clientOf(req));
      if (confirmed.kind === 'refused' && confirmed.fault === WRONG_PASSWORD.fault) return answerWrongPassword(res);
      if (confirmed.kind !== 'ok') return answerResult(res, confirmed, () => null);
    }
    const result = await accounts.change(id.data, change, authorOf(res));
    tell(log, res, 'an account was changed', result.kind === 'ok' ? id.data : null);
    answerResult(res, result, (user) => ({ user: userBody(user) }));
  });
  router.post('/:id/password', async (req, res) => {
    const [id, body] = [ACCOUNT_ID.safeParse(req.params['id']), PASSWORD_RESET.safeParse(req.body ?? {})];
    if (!id.success || !body.success) return answerError(res, INVALID_REQUEST);
    if (ownToken(res, id.data) !== null) return answerError(res, OWN_ACCOUNT);
    const result = await accounts.resetPassword(id.data, body.data.password, authorOf(res));
    tell(log, res, 'the password of an account was reset', result.kind === 'ok' ? id.data : null);
    answerResult(res, result, (value) => value);
  });
  router.use(() => {
    throw new AppError('RESOURCE_NOT_FOUND');
  });
  return router;
}

function requireAdministrator(identify: Identify, auth: Pick<AuthBackend, 'verifier' | 'isOpen'>): RequestHandler {
  return async (req: Request, res: Response, next) => {
    const identity = await identify(req);
    if (identity.kind === 'refused' || identity.caller.trust === 'anonymous') return answerError(res, NOT_SIGNED_IN);
    if (!isAdministrator(identity.caller)) return answerError(res, { error: 'role-not-allowed', ...AUTH_FAULTS['role-not-allowed'] });
    const { role, session, trust } = identity.caller;
    const token = trust === 'signed-in' ? await openToken(req.headers, auth) : null;
    if (trust === 'signed-in' && token === null) return answerError(res, NOT_SIGNED_IN);
    res.locals['ownToken'] = token;
    res.locals['administrator'] = { userId: session['x-hasura-user-id'] ?? null, role } satisfies AccountAuthor;
    next();
  };
}

/** The token of the administrator where the account is the own one. */
function ownToken(res: Response, userId: string): VerifiedToken | null {
  const token = res.locals['ownToken'] as VerifiedToken | null;
  return token?.userId === userId.toLowerCase() ? token : null;
}

/** The administrator that `requireAdministrator` let through. */
function authorOf(res: Response): AccountAuthor {
  return res.locals['administrator'] as AccountAuthor;
}

/** A hosted backend keeps no record of who changed which account, so the log has it. */
function tell(log: Logger, res: Response, message: string, userId: string | null): void {
  if (userId !== null) log.info({ userId, by: authorOf(res).userId ?? authorOf(res).role }, message);
}
