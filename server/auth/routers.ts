/** All that answers for sign-in, on the site with its pages. */
import type { Router } from 'express';
import type { PageSession } from '../../shared/session/page-session.ts';
import type { AuthBackend } from '../backend/auth/auth-backend.ts';
import type { CredentialsOf, Identify } from '../backend/auth/identity.ts';
import type { Logger } from '../observability/log.ts';
import { createNhostAuthRouter } from './nhost-router.ts';
import { sessionOf } from './page-session.ts';
import { createSessionRouter, type SessionRouterOptions } from './session-router.ts';
import { createUsersRouter } from './users-router.ts';

export interface AuthRoutersOptions extends Omit<SessionRouterOptions, 'users'> {
  readonly identify: Identify;
  readonly version: string;
}

/** Makes the routers of `/v1/auth` and `/_session`. */
export function createAuthRouters({ identify, log, ...options }: AuthRoutersOptions): readonly Router[] {
  const users = createUsersRouter({ accounts: options.auth.accounts, identify, log });
  return [createNhostAuthRouter(options), createSessionRouter({ ...options, users, log })];
}

/** Makes the function that tells a page its visitor's session. A page without an answer is anonymous. */
export function pageSessions(auth: AuthBackend, log: Logger): (req: CredentialsOf) => Promise<PageSession | null> {
  return async (req) => {
    try {
      const session = await sessionOf(req, auth);
      return session === null ? null : { kind: 'signedIn', user: session.user };
    } catch (error) {
      log.error({ err: error }, 'the session of a visitor could not be read');
      return null;
    }
  };
}
