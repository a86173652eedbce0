/** Who may import statistics and erase cases: administrators, and those who answer citizens, each with the role that permits it. */
import { use } from 'react';
import type { Access } from '../data/access.ts';
import { type RunGraphql, withRole } from '../data/graphql.ts';
import { AccessContext, GraphqlContext } from '../session/contexts.ts';

/** Both rights go with the one to import. */
export const IMPORT_TABLE = 'importacao_de_estatistica';

/** Says whether the person has these screens. */
export function hasDeskScreens(access: Access): boolean {
  return (access.get(IMPORT_TABLE)?.insertable.size ?? 0) > 0;
}

/** Asks with the role that permits it; null for a person without that role. */
export function useStatisticsRun(): RunGraphql | null {
  const run = use(GraphqlContext);
  const allowed = use(AccessContext).get(IMPORT_TABLE);
  return run === null || allowed === undefined || allowed.insertable.size === 0 ? null : withRole(run, allowed.role);
}
