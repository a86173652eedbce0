/** All that answers for sign-in, on the site with its pages. */
import type { Router } from 'express';
import type { PageSession } from '../../shared/session/page-session.ts';
import { ACCOUNT_SCREEN, ADMINISTRATION_PATH, SCREEN_PARAMETER } from '../../shared/session/session-address.ts';
import type { AuthBackend } from '../backend/auth/auth-backend.ts';
import type { CredentialsOf, Identify } from '../backend/auth/identity.ts';
import { splitTarget } from '../message/request-target.ts';
import type { Logger } from '../observability/log.ts';
import { createNhostAuthRouter } from './nhost-router.ts';
import { type OwnAccountOptions, ownAccount, sessionOf } from './page-session.ts';
import { createSessionRouter, type SessionRouterOptions } from './session-router.ts';
import { createUsersRouter, type UsersRouterOptions } from './users-router.ts';

export interface AuthRoutersOptions extends Omit<SessionRouterOptions, 'users'> {
  readonly identify: Identify;
  /** Sends a new account the link that sets its password; null where the site sends no mail. */
  readonly invite: UsersRouterOptions['invite'];
  readonly version: string;
}

/** Makes the routers of `/v1/auth` and `/_session`. */
export function createAuthRouters({ identify, invite, log, ...options }: AuthRoutersOptions): readonly Router[] {
  const users = createUsersRouter({ auth: options.auth, clientOf: options.clientOf, identify, invite, log });
  return [createNhostAuthRouter(options), createSessionRouter({ ...options, users, log })];
}

export interface PageSessionsOptions extends OwnAccountOptions {
  readonly auth: AuthBackend;
  readonly log: Logger;
}

interface PageRequest extends CredentialsOf {
  readonly url?: string | undefined;
}

/** Makes the function that tells a page its visitor's session. A page without an answer is anonymous. */
export function pageSessions(options: PageSessionsOptions): (req: PageRequest) => Promise<PageSession | null> {
  const { auth, log } = options;
  return async (req) => {
    try {
      const session = await sessionOf(req, auth);
      if (session === null) return null;
      return { kind: 'signedIn', user: session.user, ...(isOwnAccount(req) ? await ownAccount(session, options) : {}) };
    } catch (error) {
      log.error({ err: error }, 'the session of a visitor could not be read');
      return null;
    }
  };
}

function isOwnAccount({ url = '' }: PageRequest): boolean {
  const { path, query } = splitTarget(url);
  return path === ADMINISTRATION_PATH && new URLSearchParams(query).get(SCREEN_PARAMETER) === ACCOUNT_SCREEN;
}
