/** `/_session/users`: what an administrator does with the accounts of the staff. Lists are read through GraphQL, as the same role. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AccountAuthor, AuthBackend } from '../backend/auth/auth-backend.ts';
import { type Identify, isAdministrator } from '../backend/auth/identity.ts';
import type { Logger } from '../observability/log.ts';
import { AUTH_FAULTS } from './auth-faults.ts';
import { answerError, answerResult, INVALID_REQUEST, NOT_SIGNED_IN, userBody } from './nhost-answers.ts';
import { ACCOUNT_CHANGE, ACCOUNT_ID, NEW_ACCOUNT, PASSWORD_RESET } from './request-shapes.ts';
import { openToken } from './token-of-request.ts';

export interface UsersRouterOptions {
  readonly auth: Pick<AuthBackend, 'accounts' | 'verifier' | 'isOpen'>;
  readonly identify: Identify;
  /** Sends a new account the link that sets its password; null where the site sends no mail. Never rejects. */
  readonly invite: ((userId: string) => Promise<void>) | null;
  readonly log: Logger;
}

/** Makes the router; its bodies are JSON that is parsed already. */
export function createUsersRouter({ auth, identify, invite, log }: UsersRouterOptions): Router {
  const { accounts } = auth;
  const router = Router({ caseSensitive: true, strict: true });
  router.use(requireAdministrator(identify, auth));
  router.post('/', async (req, res) => {
    const body = NEW_ACCOUNT.safeParse(req.body ?? {});
    if (!body.success) return answerError(req, res, INVALID_REQUEST);
    const result = await accounts.create(body.data, authorOf(res));
    if (result.kind === 'ok') res.status(201);
    tell(log, res, 'an account was made', result.kind === 'ok' ? result.value.user.id : null);
    // A password that the administrator has not chosen is nobody's business where its owner chooses one.
    const isInvited = invite !== null && result.kind === 'ok' && body.data.password === undefined;
    if (isInvited) void invite(result.value.user.id);
    answerResult(req, res, result, ({ user, password }) => ({ user: userBody(user), ...(isInvited ? { invited: true } : { password }) }));
  });
  router.patch('/:id', async (req, res) => {
    const [id, body] = [ACCOUNT_ID.safeParse(req.params['id']), ACCOUNT_CHANGE.safeParse(req.body ?? {})];
    if (!id.success || !body.success) return answerError(req, res, INVALID_REQUEST);
    const result = await accounts.change(id.data, body.data, authorOf(res));
    tell(log, res, 'an account was changed', result.kind === 'ok' ? id.data : null);
    answerResult(req, res, result, (user) => ({ user: userBody(user) }));
  });
  router.post('/:id/password', async (req, res) => {
    const [id, body] = [ACCOUNT_ID.safeParse(req.params['id']), PASSWORD_RESET.safeParse(req.body ?? {})];
    if (!id.success || !body.success) return answerError(req, res, INVALID_REQUEST);
    const result = await accounts.resetPassword(id.data, body.data.password, authorOf(res));
    tell(log, res, 'the password of an account was reset', result.kind === 'ok' ? id.data : null);
    answerResult(req, res, result, (value) => value);
  });
  router.use(() => {
    throw new AppError('RESOURCE_NOT_FOUND');
  });
  return router;
}

function requireAdministrator(identify: Identify, auth: Pick<AuthBackend, 'verifier' | 'isOpen'>): RequestHandler {
  return async (req: Request, res: Response, next) => {
    const identity = await identify(req);
    if (identity.kind === 'refused' || identity.caller.trust === 'anonymous') return answerError(req, res, NOT_SIGNED_IN);
    if (!isAdministrator(identity.caller)) return answerError(req, res, { error: 'role-not-allowed', ...AUTH_FAULTS['role-not-allowed'] });
    const { role, session, trust } = identity.caller;
    if (trust === 'signed-in' && (await openToken(req.headers, auth)) === null) return answerError(req, res, NOT_SIGNED_IN);
    res.locals['administrator'] = { userId: session['x-hasura-user-id'] ?? null, role } satisfies AccountAuthor;
    next();
  };
}

/** The administrator that `requireAdministrator` let through. */
function authorOf(res: Response): AccountAuthor {
  return res.locals['administrator'] as AccountAuthor;
}

/** A hosted backend keeps no record of who changed which account, so the log has it. */
function tell(log: Logger, res: Response, message: string, userId: string | null): void {
  if (userId !== null) log.info({ userId, by: authorOf(res).userId ?? authorOf(res).role }, message);
}
