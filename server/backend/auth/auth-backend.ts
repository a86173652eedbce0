/**
 * Sign-in, as the site asks it of its backend. The embedded backend answers from its own database, a hosted one by its service of
 * authentication. Names and codes are those of Nhost's service.
 */

import type { OpenSession } from '../../../shared/session/page-session.ts';

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
  /** Names the sign-in that the token comes from, as `refreshTokenId` does; null where its maker does not say. */
  readonly sessionId: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The token itself, for a service that verifies it too. */
  readonly text: string;
}

/** The token of the user who asks. */
export type OwnToken = Pick<VerifiedToken, 'userId' | 'sessionId' | 'text'>;

export type TokenReading =
  | { readonly kind: 'verified'; readonly token: VerifiedToken }
  | { readonly kind: 'refused'; readonly fault: TokenFault };

/** Verifies access tokens. It never asks the database or the network, so that it may run before the lookup of a stored response. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenReading>;
}

export interface AuthUser {
  readonly id: string;
  readonly email: string | null;
  readonly displayName: string;
  readonly avatarUrl: string;
  readonly locale: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly defaultRole: string;
  readonly roles: readonly string[];
  readonly emailVerified: boolean;
  readonly phoneNumber: string | null;
  readonly phoneNumberVerified: boolean;
  readonly isAnonymous: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `totp` while a second factor is required at sign-in. */
  readonly activeMfaType: string | null;
}

export interface AuthSession {
  readonly accessToken: string;
  /** Seconds. */
  readonly accessTokenExpiresIn: number;
  readonly refreshToken: string;
  readonly refreshTokenId: string;
  readonly user: AuthUser;
}

/** The codes of refusals; `auth-faults.ts` has their statuses and messages. */
export type AuthFault =
  | 'invalid-email-password'
  | 'disabled-user'
  | 'unverified-user'
  | 'invalid-refresh-token'
  | 'invalid-ticket'
  | 'invalid-totp'
  | 'disabled-mfa-totp'
  | 'no-totp-secret'
  | 'totp-already-active'
  | 'password-too-short'
  | 'email-already-in-use'
  | 'role-not-allowed'
  | 'user-not-found'
  | 'last-administrator';

export type AuthResult<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'refused'; readonly fault: AuthFault }
  /** Too many attempts, or too many at once. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

export function refused(fault: AuthFault): AuthResult<never> {
  return { kind: 'refused', fault };
}

/** A session, or the ticket of a sign-in whose password was right and that waits for the one-time code. */
export type SignedIn = { readonly kind: 'session'; readonly session: AuthSession } | { readonly kind: 'mfa'; readonly ticket: string };

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface OneTimeCode {
  readonly ticket: string;
  readonly otp: string;
}

/** The address of a client, for its limits; null for this machine and where no client is known. */
export type ClientAddress = string | null;

/** Seconds for which an address and a device stay known after a sign-in: sessions that are used go on for months without one. */
export const KNOWN_SECONDS = 180 * 86_400;

export interface TotpSecret {
  /** A data URL of the picture that an authenticator reads. */
  readonly imageUrl: string;
  readonly totpSecret: string;
}

export interface AuthBackend {
  readonly verifier: TokenVerifier;
  /** A right password makes address and device known: there strangers do not lock the owner out. */
  signIn(credentials: Credentials, from: ClientAddress, options?: { readonly device: string }): Promise<AuthResult<SignedIn>>;
  /** A right code makes the device known: there nobody who guesses codes elsewhere locks the owner out. */
  signInWithTotp(code: OneTimeCode, from: ClientAddress, options?: { readonly device: string }): Promise<AuthResult<AuthSession>>;
  /**
   * Exchanges a refresh token for a new session. Concurrent calls with one token get the same new one. A call with a token that was exchanged
   * more than `graceMs` before ends the session of that token: it may have been stolen.
   */
  refresh(refreshToken: string, options: { readonly graceMs: number }): Promise<AuthResult<AuthSession>>;
  /** Ends the session of a refresh token, or all of its owner. An unknown token has none. */
  signOut(refreshToken: string, options?: { readonly all: boolean }): Promise<void>;
  /** Ends all sessions of a user; their access tokens end by themselves within fifteen minutes. */
  signOutAll(userId: string): Promise<void>;
  /** Says whether the session of a token goes on, or any of its account where tokens name no session. */
  isOpen(token: Pick<OwnToken, 'userId' | 'sessionId'>): Promise<boolean>;
  /** Null for a user who does not exist or is disabled. */
  user(userId: string): Promise<AuthUser | null>;
  /** Says whether it is the password of the token's owner; it counts as an attempt to sign in. */
  confirmPassword(token: OwnToken, password: string, from: ClientAddress): Promise<AuthResult<null>>;
  /** Ends all sessions of the user but that of the token. */
  changePassword(token: OwnToken, newPassword: string): Promise<AuthResult<null>>;
  /** Makes a new secret of one-time codes, which is not asked for before `activateTotp`. */
  generateTotp(token: OwnToken): Promise<AuthResult<TotpSecret>>;
  /** Returns the recovery codes; none where the backend has no such codes. */
  activateTotp(token: OwnToken, code: string): Promise<AuthResult<readonly string[]>>;
  /** A recovery code is accepted too, and used then. */
  deactivateTotp(token: OwnToken, code: string): Promise<AuthResult<null>>;
  /** The public keys that verify tokens (RFC 7517); none for shared secrets. */
  publicKeys(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly accounts: AccountAdministration;
  /** Null where the service that keeps the sessions does not tell of them. */
  readonly sessions: OwnSessions | null;
  /** Null where the service that asks for the one-time codes knows no others. */
  readonly recoveryCodes: RecoveryCodes | null;
}

/** The sessions of a person, for the person. */
export interface OwnSessions {
  list(token: Pick<OwnToken, 'userId' | 'sessionId'>): Promise<readonly OpenSession[]>;
  /** Keeps what its owner knows a session by. */
  name(sessionId: string, device: string): Promise<void>;
  /** Ends one session of the owner of a refresh token, or all, but never that of the token. False for a token that is none. */
  endOthers(refreshToken: string, sessionId: string | null): Promise<boolean>;
}

/** Codes that take the place of a one-time code, each once. */
export interface RecoveryCodes {
  left(userId: string): Promise<number>;
  /** Makes new ones in place of the old, for a code of the device. */
  renew(token: Pick<OwnToken, 'userId'>, code: string): Promise<AuthResult<readonly string[]>>;
}

/** The roles that an administrator may give, as the one that requests have unless they choose another. */
export const STAFF_ROLES = ['editor', 'administrador', 'ouvidor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export interface NewAccount {
  readonly email: string;
  readonly displayName: string;
  readonly role: StaffRole;
  /** Adds the role of those who answer citizens to a role that edits. */
  readonly answersCases?: boolean | undefined;
  /** One is made where it is absent. */
  readonly password?: string | undefined;
}

export interface AccountChange {
  /** With it the person signs in from now on; links that were sent to the old one end. */
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly role?: StaffRole | undefined;
  readonly answersCases?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** True removes the second factor of a person who has lost it. */
  readonly resetTotp?: boolean | undefined;
}

/** The person who changes an account, for the record of changes. */
export interface AccountAuthor {
  /** Null for a caller with the admin secret, which is no person. */
  readonly userId: string | null;
  readonly role: string;
}

/** An account whose password a link may set. */
export interface PasswordOwner {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  /** Another one after each change of the password or of the address; it reveals neither. */
  readonly passwordMark: string;
}

/** What is done with the accounts of others. There is always one administrator who may sign in. */
export interface AccountAdministration {
  /** Finds an account that may sign in; null for every other. */
  passwordOwner(of: { readonly email: string } | { readonly userId: string }): Promise<PasswordOwner | null>;
  /** Returns the account and its password, which nothing keeps. */
  create(account: NewAccount, by: AccountAuthor): Promise<AuthResult<{ readonly user: AuthUser; readonly password: string }>>;
  /** Ends the sessions of the account where its roles or its right to sign in change. */
  change(userId: string, change: AccountChange, by: AccountAuthor): Promise<AuthResult<AuthUser>>;
  /** Sets a new password and ends all sessions of the account. Returns the password, which nothing keeps. */
  resetPassword(userId: string, password: string | undefined, by: AccountAuthor): Promise<AuthResult<{ readonly password: string }>>;
  /**
   * Sets the password in the owner's name and ends all sessions of the account. Refused as `invalid-ticket` where the account is not as it was found any
   * more: of two calls with the same owner one sets a password.
   */
  setPasswordOf(owner: PasswordOwner, password: string): Promise<AuthResult<null>>;
}
