/**
 * Sign-in, as the site asks it of its backend. The embedded backend answers from its own database, a hosted one by its service of authentication.
 */

/** Why a token was refused, by Hasura's codes. */
export interface TokenFault {
  readonly code: 'invalid-jwt' | 'jwt-missing-role-claims' | 'jwt-invalid-claims';
  readonly message: string;
}

/** What a verified access token says of its owner. */
export interface VerifiedToken {
  readonly userId: string;
  readonly defaultRole: string;
  /** The roles among which a request may choose. `admin` is never one of them. */
  readonly allowedRoles: readonly string[];
  /** Session variables with lower-case `x-hasura-*` names, without the role. */
  readonly session: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export type TokenReading =
  | { readonly kind: 'verified'; readonly token: VerifiedToken }
  | { readonly kind: 'refused'; readonly fault: TokenFault };

/** Verifies access tokens. It never asks the database or the network, so that it may run before the lookup of a stored response. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenReading>;
}

export interface AuthBackend {
  readonly verifier: TokenVerifier;
}
