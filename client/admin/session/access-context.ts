/** The permissions of the person's role, for screens that show what it permits. */
import { createContext, useContext } from 'react';
import type { Access, TableAccess } from '../data/access.ts';

/** Permissions by table; empty until they are read. */
export const AccessContext = createContext<Access>(new Map());

const NOTHING: TableAccess = { readable: new Set(), insertable: new Set(), changeable: new Set(), canDelete: false };

/** Returns what the role may do with a table. */
export function useTableAccess(table: string): TableAccess {
  return useContext(AccessContext).get(table) ?? NOTHING;
}
