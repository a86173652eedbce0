/** Sign-in of a hosted Nhost: its service keeps accounts and sessions and signs tokens, this server verifies them. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Logger } from '../../../observability/log.ts';
import { type AuthBackend, type AuthResult, type AuthSession, type Credentials, refused, type SignedIn } from '../../auth/auth-backend.ts';
import { fixedKeys, type TokenKey } from '../../auth/token-keys.ts';
import { createTokenVerifier } from '../../auth/token-verifier.ts';
import type { NhostGraphql } from '../graphql-client.ts';
import { createServiceClient, type ServiceClientOptions } from '../service-client.ts';
import { type AuthService, authAddress, createAuthService, IGNORED_BODY, SESSION } from './auth-service.ts';
import { createHostedAccounts } from './hosted-accounts.ts';
import { openRemoteKeys } from './remote-keys.ts';

export interface NhostAuthOptions {
  /** The service, with or without `/v1` at its end. */
  readonly url: string;
  /** The key that the project's tokens are signed with; without it, the service's own key set. */
  readonly tokenKey: TokenKey | undefined;
  readonly graphql: Pick<NhostGraphql, 'execute'>;
  readonly log: Logger;
  readonly traceparent?: ServiceClientOptions['traceparent'];
}

export interface NhostAuth {
  readonly backend: AuthBackend;
  close(): void;
}

/** A sign-in takes the service some hundred milliseconds of work. */
const LIMITS = { headMs: 10_000, atOnce: 64 };

/** Opens it. @throws TypeError for an address that is none. */
export function openNhostAuth({ url, tokenKey, graphql, log, traceparent }: NhostAuthOptions): NhostAuth {
  const client = createServiceClient({ ...LIMITS, service: 'the sign-in service (AUTH_URL)', traceparent });
  const service = createAuthService(url, client);
  const keySet = authAddress(url, '/.well-known/jwks.json');
  const keys = tokenKey === undefined ? openRemoteKeys({ client, url: keySet, log }) : fixedKeys(tokenKey);
  const accounts = createHostedAccounts(graphql);
  return {
    backend: {
      verifier: createTokenVerifier({ keys }),
      ...signInOf(service),
      refresh: sharedRefresh(service),
      signOut: (refreshToken, { all } = { all: false }) =>
        all ? signOutEverywhere(service, refreshToken) : signOut(service, refreshToken),
      signOutAll: (userId) => accounts.endSessions(userId),
      // Its tokens name no session: one that was ended alone is told from no other of its account.
      isOpen: ({ userId }) => accounts.hasSession(userId),
      user: (userId) => accounts.user(userId),
      ...ownCredentials(service),
      confirmPassword: async ({ userId }, password) => {
        const email = (await accounts.user(userId))?.email ?? null;
        return email === null ? WRONG_PASSWORD : confirmPassword(service, { email, password });
      },
      publicKeys: () =>
        Promise.resolve(
          keys.verifying().flatMap(({ verifyKey }) => (verifyKey.type === 'public' ? [{ ...verifyKey.export({ format: 'jwk' }) }] : [])),
        ),
      accounts,
      sessions: null,
      recoveryCodes: null,
    },
    close() {
      keys.close();
      service.close();
    },
  };
}

const SIGNED_IN: z.ZodType<SignedIn> = z
  .object({ session: SESSION.nullish(), mfa: z.object({ ticket: z.string() }).nullish() })
  .transform(({ session, mfa }, context): SignedIn => {
    if (session !== null && session !== undefined) return { kind: 'session', session };
    if (mfa !== null && mfa !== undefined) return { kind: 'mfa', ticket: mfa.ticket };
    context.addIssue({ code: 'custom', message: 'neither a session nor a ticket' });
    return z.NEVER;
  });

function signInOf(service: AuthService): Pick<AuthBackend, 'signIn' | 'signInWithTotp'> {
  const bySession: z.ZodType<AuthSession> = z.object({ session: SESSION }).transform(({ session }) => session);
  return {
    signIn: (credentials) => service.post('/signin/email-password', credentials, { shape: SIGNED_IN }),
    signInWithTotp: (code) => service.post('/signin/mfa/totp', code, { shape: bySession }),
  };
}

/** Refresh tokens whose result is kept for a moment: those that are being exchanged now. */
const KEPT_REFRESHES = 1_000;

/** Calls with one token share an exchange, also for a moment after it: the service knows the token no more. */
function sharedRefresh(service: AuthService): AuthBackend['refresh'] {
  const exchanges = new LRUCache<string, Promise<AuthResult<AuthSession>>>({ max: KEPT_REFRESHES });
  return async (refreshToken, { graceMs }) => {
    const known = exchanges.get(refreshToken);
    if (known !== undefined) return known;
    const exchange = service.post('/token', { refreshToken }, { shape: SESSION });
    exchanges.set(refreshToken, exchange);
    try {
      const result = await exchange;
      exchanges.set(refreshToken, exchange, { ttl: Math.max(1, graceMs) });
      return result;
    } catch (error) {
      exchanges.delete(refreshToken);
      throw error;
    }
  };
}

const WRONG_PASSWORD = refused('invalid-email-password');

/** The service confirms a password by a sign-in alone, whose session ends at once. */
async function confirmPassword(service: AuthService, credentials: Credentials): Promise<AuthResult<null>> {
  const result = await service.post('/signin/email-password', credentials, { shape: SIGNED_IN });
  if (result.kind !== 'ok') return result;
  if (result.value.kind === 'session') await signOut(service, result.value.session.refreshToken);
  return { kind: 'ok', value: null };
}

async function signOut(service: AuthService, refreshToken: string): Promise<void> {
  await service.post('/signout', { refreshToken }, { shape: IGNORED_BODY });
}

/** An access token tells who may end all sessions, which the refresh token still gives. */
async function signOutEverywhere(service: AuthService, refreshToken: string): Promise<void> {
  const session = await service.post('/token', { refreshToken }, { shape: SESSION });
  if (session.kind !== 'ok') return;
  const { accessToken, refreshToken: next } = session.value;
  await service.post('/signout', { refreshToken: next, all: true }, { shape: IGNORED_BODY, bearer: accessToken });
}

/** The service answers with `OK`, and has no codes for a lost device. */
const NO_CODES: z.ZodType<readonly string[]> = z.unknown().transform(() => []);

const TOTP_SECRET = z.object({ imageUrl: z.string(), totpSecret: z.string() });

function ownCredentials(service: AuthService): Pick<AuthBackend, 'changePassword' | 'generateTotp' | 'activateTotp' | 'deactivateTotp'> {
  return {
    changePassword: ({ text }, newPassword) => service.post('/user/password', { newPassword }, { shape: IGNORED_BODY, bearer: text }),
    generateTotp: ({ text }) => service.get('/mfa/totp/generate', { shape: TOTP_SECRET, bearer: text }),
    activateTotp: ({ text }, code) => service.post('/user/mfa', { code, activeMfaType: 'totp' }, { shape: NO_CODES, bearer: text }),
    deactivateTotp: ({ text }, code) => service.post('/user/mfa', { code, activeMfaType: '' }, { shape: IGNORED_BODY, bearer: text }),
  };
}
