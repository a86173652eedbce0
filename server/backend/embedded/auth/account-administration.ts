/** What an administrator does with the accounts of others. */
import { AUDIT_TABLE } from '../../../../shared/content/content-rules.ts';
import {
  type AccountAdministration,
  type AccountAuthor,
  type AccountChange,
  type AuthResult,
  type AuthUser,
  type NewAccount,
  type PasswordOwner,
  refused,
} from '../../auth/auth-backend.ts';
import { isTooShort, passwordMark, randomPassword } from '../../auth/new-passwords.ts';
import { orBusy } from '../../auth/password-turns.ts';
import { rightsAfter } from '../../auth/staff-rights.ts';
import { type Database, DatabaseError, type Queryable } from '../database.ts';
import { type Account, accountByEmail, accountById, faultOf } from './accounts.ts';
import { setPassword } from './own-credentials.ts';
import type { PasswordHasher } from './passwords.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';
import { endSessions } from './sessions.ts';
import { giveRights, hasAdministrator, lockStaff } from './staff.ts';

/** Makes the administration over the tables of `auth`. */
export function createAccountAdministration(database: Database, hasher: PasswordHasher): AccountAdministration {
  return {
    passwordOwner: async (of) =>
      passwordOwner(await ('email' in of ? accountByEmail(database, of.email) : accountById(database, of.userId))),
    create: (account, by) => orBusy(() => create(database, hasher, account, by)),
    change: (userId, change, by) => changeAccount(database, userId, change, by),
    resetPassword: (userId, password = randomPassword(), by) => orBusy(() => resetPassword(database, hasher, { userId, password, by })),
    setPasswordOf: (owner, password) => orBusy(() => setPasswordOf(database, hasher, owner, password)),
  };
}

async function resetPassword(
  database: Database,
  hasher: PasswordHasher,
  { userId, password, by }: { readonly userId: string; readonly password: string; readonly by: AccountAuthor },
): Promise<AuthResult<{ readonly password: string }>> {
  if (isTooShort(password)) return refused('password-too-short');
  if ((await accountById(database, userId)) === null) return refused('user-not-found');
  const hash = await hasher.hash(password);
  await database.transaction((tx) => replacePassword(tx, userId, hash, by));
  return { kind: 'ok', value: { password } };
}

async function setPasswordOf(
  database: Database,
  hasher: PasswordHasher,
  { id, role, passwordMark: mark }: PasswordOwner,
  password: string,
): Promise<AuthResult<null>> {
  if (isTooShort(password)) return refused('password-too-short');
  const hash = await hasher.hash(password);
  return database.transaction(async (tx) => {
    await tx.query('select from auth.users where id = $1::uuid for update', [id]);
    if (passwordOwner(await accountById(tx, id))?.passwordMark !== mark) return refused('invalid-ticket');
    await replacePassword(tx, id, hash, { userId: id, role });
    return { kind: 'ok', value: null };
  });
}

/** Returns the account as one whose password a link may set; null where it may not sign in. */
function passwordOwner(account: Account | null): PasswordOwner | null {
  if (account === null || faultOf(account) !== null) return null;
  const { id, email, defaultRole: role } = account.user;
  return email === null ? null : { id, email, role, passwordMark: passwordMark(account.passwordHash, email) };
}

async function replacePassword(tx: Queryable, userId: string, hash: string, by: AccountAuthor): Promise<void> {
  await setPassword(tx, userId, hash);
  await endSessions(tx, userId);
  await recordChange(tx, userId, { operation: 'UPDATE', fields: { password_hash: null }, by });
}

const INSERT = `
insert into auth.users (email, display_name, locale, password_hash, email_verified) values ($1, $2, 'pt', $3, true)
on conflict (email) do nothing
returning id::text`;

type Created = AuthResult<{ readonly user: AuthUser; readonly password: string }>;

async function create(database: Database, hasher: PasswordHasher, account: NewAccount, by: AccountAuthor): Promise<Created> {
  const { email, displayName, role, answersCases = false, password = randomPassword() } = account;
  if (isTooShort(password)) return refused('password-too-short');
  const hash = await hasher.hash(password);
  return database.transaction(async (tx) => {
    const { rows } = await tx.query(INSERT, [email, displayName, hash]);
    const id = rows[0]?.['id'];
    if (typeof id !== 'string') return refused('email-already-in-use');
    await giveRights(tx, id, { role, answersCases });
    const made = await accountById(tx, id);
    if (made === null) return refused('user-not-found');
    await recordChange(tx, id, { operation: 'INSERT', fields: changedFields(null, made), by });
    return { kind: 'ok', value: { user: made.user, password } };
  });
}

/** Ends a transaction without its changes. */
class LastAdministratorError extends Error {
  override readonly name = 'LastAdministratorError';
}

/** SQLSTATE of PostgreSQL; of all that an account has, its address alone is unique. */
const UNIQUE_VIOLATION = '23505';

async function changeAccount(database: Database, userId: string, change: AccountChange, by: AccountAuthor): Promise<AuthResult<AuthUser>> {
  try {
    const changed = await database.transaction(async (tx) => {
      await lockStaff(tx);
      const before = await accountById(tx, userId);
      if (before === null) return null;
      await apply(tx, before.user, change);
      if (!(await hasAdministrator(tx))) throw new LastAdministratorError('nobody could administer any more');
      const after = await accountById(tx, userId);
      const fields = after === null ? {} : changedFields(before, after);
      if (Object.keys(fields).length > 0) await recordChange(tx, userId, { operation: 'UPDATE', fields, by });
      return after;
    });
    return changed === null ? refused('user-not-found') : { kind: 'ok', value: changed.user };
  } catch (error) {
    if (error instanceof LastAdministratorError) return refused('last-administrator');
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) return refused('email-already-in-use');
    throw error;
  }
}

async function apply(tx: Queryable, before: AuthUser, change: AccountChange): Promise<void> {
  const { id: userId } = before;
  const { displayName, email, disabled, resetTotp } = change;
  const rights = rightsAfter(before, change);
  if (displayName !== undefined) await tx.query('update auth.users set display_name = $2 where id = $1::uuid', [userId, displayName]);
  if (email !== undefined) await tx.query('update auth.users set email = $2 where id = $1::uuid', [userId, email]);
  if (rights !== null) await giveRights(tx, userId, rights);
  if (disabled !== undefined) await tx.query('update auth.users set disabled = $2 where id = $1::uuid', [userId, disabled]);
  if (resetTotp === true) {
    await tx.query('update auth.users set active_mfa_type = null, totp_secret = null, ticket = null where id = $1::uuid', [userId]);
    await dropRecoveryCodes(tx, userId);
  }
  // The next access token says what changed, and a session that goes on would bring one of the old kind within fifteen minutes.
  if (rights !== null || disabled !== undefined) await endSessions(tx, userId);
}

/** The values before and after, by column; null where values are not kept, because they are secrets or personal data. */
type ChangedFields = Readonly<Record<string, readonly [unknown, unknown] | null>>;

interface AccountRecord {
  readonly operation: 'INSERT' | 'UPDATE';
  readonly fields: ChangedFields;
  readonly by: AccountAuthor;
}

/** A database of another project has accounts and no such trail. */
const HAS_TRAIL = `select to_regclass('public.${AUDIT_TABLE}') is not null as kept`;

const RECORD = `
insert into public.${AUDIT_TABLE} (tabela, chave, operacao, usuario, papel, transacao, alteracoes)
values ('users', $1, $2, $3::uuid, $4, txid_current(), $5::jsonb)`;

/** Returns what differs between two states of an account; `before` is null for a new one. */
function changedFields(before: Account | null, after: Account): ChangedFields {
  const [old, now] = [before === null ? {} : fieldsOf(before), fieldsOf(after)];
  const names = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  return Object.fromEntries(names.map((name) => [name, PERSONAL.has(name) ? null : [old[name] ?? null, now[name]]]));
}

const PERSONAL: ReadonlySet<string> = new Set(['email', 'display_name']);

function fieldsOf({ user, disabled }: Account): Readonly<Record<string, unknown>> {
  const { email, displayName, defaultRole, roles, activeMfaType } = user;
  return { email, display_name: displayName, default_role: defaultRole, roles, disabled, active_mfa_type: activeMfaType };
}

/** Adds the change to the trail in which changes of the content are too, in the transaction that makes it. */
async function recordChange(tx: Queryable, userId: string, { operation, fields, by }: AccountRecord): Promise<void> {
  const { rows } = await tx.query(HAS_TRAIL);
  if (rows[0]?.['kept'] !== true) return;
  await tx.query(RECORD, [userId, operation, by.userId, by.role, JSON.stringify(fields)]);
}
