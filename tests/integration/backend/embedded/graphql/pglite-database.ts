import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import { emptySnapshot } from '../../../../support/embedded/empty-database.ts';
import type { OpenDatabase } from './suite.ts';

/** Opens an empty database of PGlite in memory. */
export async function openPglite(): Promise<OpenDatabase> {
  const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  return { database, close: () => database.close() };
}
