/** Sign-in of a backend under test where nobody is signed in: it refuses every token. */
import type { AuthBackend } from '../../server/backend/auth/auth-backend.ts';

export const NO_AUTH: AuthBackend = {
  verifier: {
    verify: () =>
      Promise.resolve({ kind: 'refused', fault: { code: 'invalid-jwt', message: 'Could not verify JWT: JWSError JWSInvalidSignature' } }),
  },
};
