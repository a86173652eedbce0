/** The rows of accounts: schema `auth` in Nhost's form. */
import { z } from 'zod';
import type { AuthFault, AuthUser } from '../../auth/auth-backend.ts';
import type { Queryable } from '../database.ts';

/** An account with what only sign-in may read. */
export interface Account {
  readonly user: AuthUser;
  readonly passwordHash: string | null;
  readonly disabled: boolean;
  readonly totpSecret: string | null;
}

const Row = z.object({
  id: z.string(),
  email: z.string().nullable(),
  display_name: z.string(),
  avatar_url: z.string(),
  locale: z.string(),
  created_at: z.string(),
  default_role: z.string(),
  roles: z.array(z.string()),
  email_verified: z.boolean(),
  phone_number: z.string().nullable(),
  phone_number_verified: z.boolean(),
  is_anonymous: z.boolean(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  active_mfa_type: z.string().nullable(),
  password_hash: z.string().nullable(),
  disabled: z.boolean(),
  totp_secret: z.string().nullable(),
});

const SELECT = `
select u.id::text, u.email::text, u.display_name, u.avatar_url, u.locale::text, u.default_role, u.email_verified, u.phone_number,
  u.phone_number_verified, u.is_anonymous, u.metadata, u.active_mfa_type, u.password_hash, u.disabled, u.totp_secret,
  to_char(u.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
  array(select role from auth.user_roles where user_id = u.id order by role) as roles
from auth.users u`;

/** Finds the account with this address; letter case does not count. */
export function accountByEmail(database: Queryable, email: string): Promise<Account | null> {
  return find(database, `${SELECT} where u.email = $1::citext`, email);
}

export function accountById(database: Queryable, id: string): Promise<Account | null> {
  return find(database, `${SELECT} where u.id = $1::uuid`, id);
}

/** Finds the account with this id, unless it is disabled. */
export async function enabledAccount(database: Queryable, id: string): Promise<Account | null> {
  const account = await accountById(database, id);
  return account === null || account.disabled ? null : account;
}

/** Finds the account whose sign-in waits for a one-time code. */
export function accountByTicket(database: Queryable, ticket: string): Promise<Account | null> {
  return find(database, `${SELECT} where u.ticket = $1 and u.ticket_expires_at > now()`, ticket);
}

/** Returns why the account may not sign in, whatever its password; null where it may. */
export function faultOf({ disabled, user }: Account): AuthFault | null {
  if (disabled) return 'disabled-user';
  return user.emailVerified ? null : 'unverified-user';
}

async function find(database: Queryable, text: string, value: string): Promise<Account | null> {
  const { rows } = await database.query(text, [value]);
  const [row] = rows;
  if (row === undefined) return null;
  const { password_hash, disabled, totp_secret, ...user } = Row.parse(row);
  return {
    passwordHash: password_hash,
    disabled,
    totpSecret: totp_secret === '' ? null : totp_secret,
    user: {
      id: user.id,
      email: user.email,
      displayName: user.display_name,
      avatarUrl: user.avatar_url,
      locale: user.locale,
      createdAt: user.created_at,
      defaultRole: user.default_role,
      // Nhost gives every account its default role.
      roles: user.roles.includes(user.default_role) ? user.roles : [...user.roles, user.default_role],
      emailVerified: user.email_verified,
      phoneNumber: user.phone_number,
      phoneNumberVerified: user.phone_number_verified,
      isAnonymous: user.is_anonymous,
      metadata: user.metadata ?? {},
      activeMfaType: user.active_mfa_type,
    },
  };
}
