/** Which roles the staff has: who may edit, who may administer, who answers citizens. */
import { CASES_ROLE } from '../../../shared/session/page-session.ts';
import { type AccountChange, type AuthUser, STAFF_ROLES, type StaffRole } from './auth-backend.ts';

export interface StaffRights {
  /** The role of requests that choose no other. */
  readonly role: StaffRole;
  /** Whether requests may choose the role of those who answer citizens. */
  readonly answersCases: boolean;
}

/** Each role of the staff with those that it includes. The cases of citizens come with no role that edits: they are given beside it. */
const INCLUDED: Readonly<Record<StaffRole, readonly StaffRole[]>> = {
  editor: ['editor'],
  administrador: ['editor', 'administrador'],
  ouvidor: ['ouvidor'],
};

/** Returns the roles of the staff that these rights are. */
export function staffRolesOf({ role, answersCases }: StaffRights): readonly StaffRole[] {
  return answersCases && role !== CASES_ROLE ? [...INCLUDED[role], CASES_ROLE] : INCLUDED[role];
}

/** Returns the rights of an account after a change; null where the change gives and takes none. */
export function rightsAfter(
  before: Pick<AuthUser, 'defaultRole' | 'roles'>,
  { role, answersCases }: Pick<AccountChange, 'role' | 'answersCases'>,
): StaffRights | null {
  if (role === undefined && answersCases === undefined) return null;
  const known = role ?? STAFF_ROLES.find((each) => each === before.defaultRole);
  // An account that is no staff becomes so by a role.
  if (known === undefined) return null;
  const hadBoth = before.defaultRole !== CASES_ROLE && before.roles.includes(CASES_ROLE);
  return { role: known, answersCases: answersCases ?? hadBoth };
}
