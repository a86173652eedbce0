/** The session of a visitor, as pages and `/_session` tell it. */
import { CASES_ROLE, type OwnAccount, type SignedInUser } from '../../shared/session/page-session.ts';
import type { AuthBackend, AuthUser } from '../backend/auth/auth-backend.ts';
import type { CredentialsOf } from '../backend/auth/identity.ts';
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

/** Returns what the screen of the own account shows; nothing where the backend does not tell it. */
export async function ownAccount(
  { user, sessionId }: VisitorSession,
  { sessions, recoveryCodes }: Pick<AuthBackend, 'sessions' | 'recoveryCodes'>,
): Promise<{ readonly account?: OwnAccount }> {
  if (sessions === null || recoveryCodes === null) return {};
  const [list, left] = await Promise.all([sessions.list({ userId: user.id, sessionId }), recoveryCodes.left(user.id)]);
  return { account: { sessions: list, recoveryCodesLeft: left } };
}

/** Returns what a page may know of an account. */
export function signedInUser({ id, displayName, email, defaultRole, activeMfaType }: AuthUser): SignedInUser {
  return { id, displayName, email: email ?? '', role: defaultRole, hasTotp: activeMfaType === 'totp' };
}
