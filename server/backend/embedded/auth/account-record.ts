/** What administrators change of accounts, in the same trail as what people change of the content. */
import { AUDIT_TABLE } from '../../../../shared/content/content-rules.ts';
import type { AccountAuthor } from '../../auth/auth-backend.ts';
import type { Queryable } from '../database.ts';
import type { Account } from './accounts.ts';

/** The values before and after, by column; null where values are not kept, because they are secrets or personal data. */
type ChangedFields = Readonly<Record<string, readonly [unknown, unknown] | null>>;

export interface AccountRecord {
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
export function changedFields(before: Account | null, after: Account): ChangedFields {
  const [old, now] = [before === null ? {} : fieldsOf(before), fieldsOf(after)];
  const names = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  return Object.fromEntries(names.map((name) => [name, PERSONAL.has(name) ? null : [old[name] ?? null, now[name]]]));
}

const PERSONAL: ReadonlySet<string> = new Set(['email', 'display_name']);

function fieldsOf({ user, disabled }: Account): Readonly<Record<string, unknown>> {
  const { email, displayName, defaultRole, roles, activeMfaType } = user;
  return { email, display_name: displayName, default_role: defaultRole, roles, disabled, active_mfa_type: activeMfaType };
}

/** Adds the change to the trail, in the transaction that makes it. */
export async function recordChange(tx: Queryable, userId: string, { operation, fields, by }: AccountRecord): Promise<void> {
  const { rows } = await tx.query(HAS_TRAIL);
  if (rows[0]?.['kept'] !== true) return;
  await tx.query(RECORD, [userId, operation, by.userId, by.role, JSON.stringify(fields)]);
}
