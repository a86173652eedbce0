/** The session of a visitor, as pages and `/_session` tell it. */
import { CASES_ROLE, type OwnAccount, type SignedInUser } from '../../shared/session/page-session.ts';
import type { AuthBackend, AuthUser } from '../backend/auth/auth-backend.ts';
import type { CredentialsOf } from '../backend/auth/identity.ts';
import type { Logger } from '../observability/log.ts';
import type { DigestChoice } from './own-digest.ts';
import { verifiedToken } from './token-of-request.ts';

export interface VisitorSession {
  readonly user: SignedInUser;
  /** Whether requests of the session may choose the role of those who answer citizens. */
  readonly answersCases: boolean;
  /** Names the sign-in. */
  readonly sessionId: string | null;
  /** Milliseconds since 1970 at which the access token ends. */
  readonly expiresAt: number;
}

/** Returns the session of a request whose token verifies and whose account may still sign in; null for every other request. */
export async function sessionOf({ headers }: CredentialsOf, auth: Pick<AuthBackend, 'verifier' | 'user'>): Promise<VisitorSession | null> {
  const token = await verifiedToken(headers, auth.verifier);
  if (token === null) return null;
  const user = await auth.user(token.userId);
  if (user === null) return null;
  const { defaultRole: role, allowedRoles, expiresAt } = token;
  return { user: { ...signedInUser(user), role }, answersCases: allowedRoles.includes(CASES_ROLE), sessionId: token.sessionId, expiresAt };
}

export interface OwnAccountOptions {
  readonly auth: Pick<AuthBackend, 'sessions' | 'recoveryCodes'>;
  readonly digest: Pick<DigestChoice, 'gets'> | null;
  readonly log: Pick<Logger, 'error'>;
}

/** Returns what the screen of the own account shows, without what the backend does not tell. */
export async function ownAccount(
  session: VisitorSession,
  options: OwnAccountOptions,
): Promise<{ readonly account?: OwnAccount; readonly getsDigest?: boolean }> {
  const [account, getsDigest] = await Promise.all([signInOf(session, options.auth), digestOf(session, options)]);
  return { ...(account === null ? {} : { account }), ...(getsDigest === null ? {} : { getsDigest }) };
}

async function signInOf(
  { user, sessionId }: VisitorSession,
  { sessions, recoveryCodes }: OwnAccountOptions['auth'],
): Promise<OwnAccount | null> {
  if (sessions === null || recoveryCodes === null) return null;
  const [list, left] = await Promise.all([sessions.list({ userId: user.id, sessionId }), recoveryCodes.left(user.id)]);
  return { sessions: list, recoveryCodesLeft: left };
}

/** The account is shown without its digest where that cannot be read. */
async function digestOf({ user, answersCases }: VisitorSession, { digest, log }: OwnAccountOptions): Promise<boolean | null> {
  if (digest === null || !answersCases) return null;
  return digest.gets(user.id).catch((error: unknown) => {
    log.error({ err: error }, 'whether an account gets the digest of the cases could not be read');
    return null;
  });
}

/** Returns what a page may know of an account. */
export function signedInUser({ id, displayName, email, defaultRole, activeMfaType }: AuthUser): SignedInUser {
  return { id, displayName, email: email ?? '', role: defaultRole, hasTotp: activeMfaType === 'totp' };
}
