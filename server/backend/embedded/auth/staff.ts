/** The accounts of the staff: who may edit, who may administer, who answers citizens. They are made by the first start and by administrators, never by sign-up. */
import { randomBytes } from 'node:crypto';
import type { StaffRole } from '../../auth/auth-backend.ts';
import type { Queryable } from '../database.ts';

/** Key of the advisory lock under which staff is changed; an arbitrary number. */
const LOCK = 7_203_114_552_985;

/** Each role of the staff with those that it includes; `user` and `me` are everybody's who signs in. */
const ROLES: Readonly<Record<StaffRole, readonly string[]>> = {
  editor: ['user', 'me', 'editor'],
  administrador: ['user', 'me', 'editor', 'administrador'],
  // The cases of citizens are for nobody else, and content is not for the ombudsman.
  ouvidor: ['user', 'me', 'ouvidor'],
};
const STAFF_ROLES: readonly string[] = [...new Set(Object.values(ROLES).flat())];

/** Serialises changes of the staff among replicas until the transaction ends. */
export async function lockStaff(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [String(LOCK)]);
}

const HAS_ADMINISTRATOR = `
select exists (
  select from auth.users u join auth.user_roles r on r.user_id = u.id where r.role = 'administrador' and not u.disabled
) as has_administrator`;

/** Says whether anybody could sign in as an administrator. */
export async function hasAdministrator(database: Queryable): Promise<boolean> {
  return (await database.query(HAS_ADMINISTRATOR)).rows[0]?.['has_administrator'] === true;
}

/** Gives an account a role of the staff in place of the one that it has. */
export async function giveRole(tx: Queryable, userId: string, role: StaffRole): Promise<void> {
  await tx.query('insert into auth.roles (role) select unnest($1::text[]) on conflict (role) do nothing', [STAFF_ROLES]);
  await tx.query('update auth.users set default_role = $2 where id = $1::uuid', [userId, role]);
  await tx.query('delete from auth.user_roles where user_id = $1::uuid and role = any($2::text[]) and not role = any($3::text[])', [
    userId,
    STAFF_ROLES,
    ROLES[role],
  ]);
  await tx.query('insert into auth.user_roles (user_id, role) select $1::uuid, unnest($2::text[]) on conflict (user_id, role) do nothing', [
    userId,
    ROLES[role],
  ]);
}

/** Makes a password that can be read aloud and typed: 120 bits in six groups of letters and digits without those that look alike. */
export function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const groups = Array.from({ length: 6 }, () => Array.from(randomBytes(4), (byte) => letters[byte % letters.length]).join(''));
  return groups.join('-');
}
