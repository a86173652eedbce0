/**
 * Verifies access tokens by the keys at hand: one algorithm for each key, the issuer, the expiry, and the claims of Hasura. Fields of the
 * token's header that name or carry a key (`jku`, `jwk`, `x5u`, `x5c`) are never read.
 */
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { TokenFault, TokenReading, TokenVerifier, VerifiedToken } from './auth-backend.ts';
import type { TokenKey, TokenKeys } from './token-keys.ts';

export const ISSUER = 'hasura-auth';
export const CLAIMS_NAMESPACE = 'https://hasura.io/jwt/claims';

/** Seconds by which the clocks of two servers may differ. */
const CLOCK_SKEW = 5;

/** Longer than any token that this server makes; it bounds the work of a made-up one. */
const MAX_LENGTH = 8_192;

/** The role of the admin secret. */
const ADMIN = 'admin';

export interface VerifierOptions {
  readonly keys: Pick<TokenKeys, 'verifying'>;
  /** Says whether the account of a token is disabled. It must not ask the database. Default: none is. */
  readonly isDisabled?: (userId: string) => boolean;
  /** Milliseconds since 1970; the system's clock unless a test brings its own. */
  readonly now?: () => number;
}

export function createTokenVerifier({ keys, isDisabled = () => false, now = Date.now }: VerifierOptions): TokenVerifier {
  return {
    async verify(token) {
      const kid = keyId(token);
      const candidates = kid === undefined ? [] : keys.verifying().filter((key) => kid === null || key.kid === kid);
      let reason = kid === undefined ? 'JWSError (CompactDecodeError)' : 'JWSError JWSInvalidSignature';
      for (const key of candidates) {
        const outcome = await verifyBy(key, token, now());
        if (outcome.kind === 'payload') {
          if (isDisabled(outcome.payload.sub ?? '')) return refused('invalid-jwt', 'Could not verify JWT: the account is disabled');
          return readClaims(outcome.payload, token);
        }
        reason = outcome.reason;
        // The signature is this key's; another key cannot change what the claims say.
        if (outcome.isSigned) break;
      }
      return refused('invalid-jwt', `Could not verify JWT: ${reason}`);
    },
  };
}

/** Returns the token's `kid`, null when it has none, undefined when it is no token at all. */
function keyId(token: string): string | null | undefined {
  if (token.length > MAX_LENGTH) return undefined;
  try {
    const { kid } = decodeProtectedHeader(token);
    return kid === undefined ? null : typeof kid === 'string' ? kid : undefined;
  } catch {
    // The library throws for text that is no token: that is the answer.
    return undefined;
  }
}

type Outcome =
  | { readonly kind: 'payload'; readonly payload: JWTPayload }
  | { readonly kind: 'failed'; readonly reason: string; readonly isSigned: boolean };

async function verifyBy({ algorithm, verifyKey }: TokenKey, token: string, now: number): Promise<Outcome> {
  try {
    const { payload } = await jwtVerify(token, verifyKey, {
      algorithms: [algorithm],
      issuer: ISSUER,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_SKEW,
      currentDate: new Date(now),
    });
    return { kind: 'payload', payload };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { kind: 'failed', reason: 'JWTExpired', isSigned: true };
    if (error instanceof errors.JWTClaimValidationFailed) return { kind: 'failed', reason: claimFault(error.claim), isSigned: true };
    if (error instanceof errors.JOSEError) return { kind: 'failed', reason: 'JWSError JWSInvalidSignature', isSigned: false };
    throw error;
  }
}

function claimFault(claim: string): string {
  if (claim === 'iss') return 'JWTNotInIssuer';
  return claim === 'nbf' ? 'JWTNotYetValid' : `JWTClaimsSetDecodeError (${claim})`;
}

const Role = z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
const Claims = z.record(z.string(), z.unknown());
const Roles = z.object({ 'x-hasura-allowed-roles': z.array(Role).min(1), 'x-hasura-default-role': Role });

function readClaims({ sub = '', exp = 0, sid, [CLAIMS_NAMESPACE]: namespace }: JWTPayload, text: string): TokenReading {
  const claims = Claims.safeParse(namespace);
  if (!claims.success) return refused('jwt-missing-role-claims', 'JWT claim does not contain x-hasura-allowed-roles');
  // The names of claims are case-insensitive.
  const named = Object.fromEntries(Object.entries(claims.data).map(([name, value]) => [name.toLowerCase(), value]));
  const roles = Roles.safeParse(named);
  if (!roles.success) {
    const [missing = ''] = roles.error.issues[0]?.path ?? [];
    return refused('jwt-missing-role-claims', `JWT claim does not contain ${String(missing)}`);
  }
  const { 'x-hasura-allowed-roles': allowedRoles, 'x-hasura-default-role': defaultRole } = roles.data;
  // The admin secret alone gives this role.
  if ([...allowedRoles, defaultRole].includes(ADMIN))
    return refused('invalid-jwt', `Could not verify JWT: the role ${ADMIN} is not given by tokens`);
  const session = sessionVariables(named);
  if (session === null) return refused('jwt-invalid-claims', 'invalid x-hasura-* claims: expected strings');
  const sessionId = typeof sid === 'string' ? sid : null;
  return { kind: 'verified', token: { userId: sub, defaultRole, allowedRoles, session, sessionId, expiresAt: exp * 1_000, text } };
}

const ROLE_CLAIMS: ReadonlySet<string> = new Set(['x-hasura-role', 'x-hasura-allowed-roles', 'x-hasura-default-role']);

function sessionVariables(claims: Readonly<Record<string, unknown>>): VerifiedToken['session'] | null {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(claims)) {
    if (!name.startsWith('x-hasura-') || ROLE_CLAIMS.has(name)) continue;
    if (typeof value !== 'string') return null;
    variables[name] = value;
  }
  return variables;
}

function refused(code: TokenFault['code'], message: string): TokenReading {
  return { kind: 'refused', fault: { code, message } };
}
