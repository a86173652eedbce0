/** The first administrator, made at a start that finds none who could sign in. Replicas that start together make one. */
import type { Logger } from '../../../observability/log.ts';
import { randomPassword } from '../../auth/new-passwords.ts';
import type { Database, Queryable } from '../database.ts';
import type { PasswordHasher } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { giveRights, hasAdministrator, lockStaff } from './staff.ts';

export interface FirstAdministrator {
  readonly email: string;
  /** Null: a random one. */
  readonly password: string | null;
  /** Tells the operator a password that nothing keeps. */
  readonly tell: (account: { readonly email: string; readonly password: string }) => void;
}

export interface AdministratorOptions {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly log: Logger;
}

/** Makes the administrator where there is none. The log says which account it is: who sets the variables of the server may take one over. */
export async function makeFirstAdministrator(first: FirstAdministrator, { database, hasher, log }: AdministratorOptions): Promise<void> {
  if (await hasAdministrator(database)) return;
  const password = first.password ?? randomPassword();
  const hash = await hasher.hash(password);
  const made = await database.transaction(async (tx) => {
    await lockStaff(tx);
    if (await hasAdministrator(tx)) return null;
    const account = await write(tx, first.email, hash);
    await giveRights(tx, account.userId, { role: 'administrador', answersCases: false });
    // The account may be made again because somebody else has taken it, who would go on with a session of before.
    await endSessions(tx, account.userId);
    return account;
  });
  if (made === null) return;
  const { userId, wasThere } = made;
  if (wasThere)
    log.warn({ userId }, 'an account that was there was made administrator at this start: it has a new password and no second factor');
  else log.info({ userId }, 'the first administrator was made');
  if (first.password === null) first.tell({ email: first.email, password });
}

/** An account with this address may be there, disabled perhaps: it gets the password, and has to set its second factor again. */
const WRITE = `
insert into auth.users (email, display_name, locale, password_hash, email_verified) values ($1, $2, 'pt', $3, true)
on conflict (email) do update
set password_hash = excluded.password_hash, email_verified = true, disabled = false, active_mfa_type = null, totp_secret = null
returning id::text, xmax <> 0 as was_there`;

async function write(tx: Queryable, email: string, hash: string): Promise<{ readonly userId: string; readonly wasThere: boolean }> {
  const { rows } = await tx.query(WRITE, [email, 'Administração', hash]);
  return { userId: String(rows[0]?.['id']), wasThere: rows[0]?.['was_there'] === true };
}
