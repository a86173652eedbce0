/** Who may see how the server works. */
import type { Caller } from '../backend/backend.ts';

/** The role of the administration, and that of a caller with the admin secret. */
const ADMINISTRATORS: ReadonlySet<string> = new Set(['administrador', 'admin']);

/**
 * Says whether a caller administers the site. A token may name several roles, of which the caller's is the one that the request has chosen, or the
 * token's own; the verifier has checked that it is allowed.
 */
export function isAdministrator({ role, trust }: Pick<Caller, 'role' | 'trust'>): boolean {
  return trust !== 'anonymous' && ADMINISTRATORS.has(role);
}
