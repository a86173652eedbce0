/** The accounts of the staff: who may edit, who may administer, who answers citizens. They are made by the first start and by administrators, never by sign-up. */
import { STAFF_ROLES } from '../../auth/auth-backend.ts';
import { type StaffRights, staffRolesOf } from '../../auth/staff-rights.ts';
import type { Queryable } from '../database.ts';

/** Key of the advisory lock under which staff is changed; an arbitrary number. */
const LOCK = 7_203_114_552_985;

/** The roles of every person who signs in. */
const EVERYBODY: readonly string[] = ['user', 'me'];

/** Serialises changes of the staff among replicas until the transaction ends. */
export async function lockStaff(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [String(LOCK)]);
}

const HAS_ADMINISTRATOR = `
select exists (
  select from auth.users u join auth.user_roles r on r.user_id = u.id where r.role = 'administrador' and not u.disabled
) as has_administrator`;

/** Says whether an account can sign in as an administrator. */
export async function hasAdministrator(database: Queryable): Promise<boolean> {
  return (await database.query(HAS_ADMINISTRATOR)).rows[0]?.['has_administrator'] === true;
}

/** Gives an account rights of the staff in place of those that it has. */
export async function giveRights(tx: Queryable, userId: string, rights: StaffRights): Promise<void> {
  const given = [...EVERYBODY, ...staffRolesOf(rights)];
  await tx.query('insert into auth.roles (role) select unnest($1::text[]) on conflict (role) do nothing', [[...EVERYBODY, ...STAFF_ROLES]]);
  await tx.query('update auth.users set default_role = $2 where id = $1::uuid', [userId, rights.role]);
  await tx.query('delete from auth.user_roles where user_id = $1::uuid and role = any($2::text[]) and not role = any($3::text[])', [
    userId,
    STAFF_ROLES,
    given,
  ]);
  await tx.query('insert into auth.user_roles (user_id, role) select $1::uuid, unnest($2::text[]) on conflict (user_id, role) do nothing', [
    userId,
    given,
  ]);
}
