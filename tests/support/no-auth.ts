/** Sign-in of a backend under test where there is no account: it refuses every token and every password. */
import type { AuthBackend, AuthResult } from '../../server/backend/auth/auth-backend.ts';

const refuse = (): Promise<AuthResult<never>> => Promise.resolve({ kind: 'refused', fault: 'invalid-email-password' });
const nothing = (): Promise<void> => Promise.resolve();

export const NO_AUTH: AuthBackend = {
  verifier: {
    verify: () =>
      Promise.resolve({ kind: 'refused', fault: { code: 'invalid-jwt', message: 'Could not verify JWT: JWSError JWSInvalidSignature' } }),
  },
  signIn: refuse,
  signInWithTotp: refuse,
  refresh: refuse,
  signOut: nothing,
  signOutAll: nothing,
  isOpen: () => Promise.resolve(false),
  user: () => Promise.resolve(null),
  confirmPassword: refuse,
  changePassword: refuse,
  generateTotp: refuse,
  sessions: null,
  recoveryCodes: null,
  activateTotp: refuse,
  deactivateTotp: refuse,
  publicKeys: () => Promise.resolve([]),
  accounts: { passwordOwner: () => Promise.resolve(null), create: refuse, change: refuse, resetPassword: refuse, setPasswordOf: refuse },
};
