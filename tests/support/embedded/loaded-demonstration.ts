/** A closed data directory of the embedded backend with the demonstration in it, made once for each state of the sources and each day. */
import { createEmbeddedBackend } from '../../../server/backend/embedded/backend.ts';
import { SILENT_LOG } from '../silent-log.ts';
import { cachedFolder, digestOf } from './cached-folder.ts';
import { putMigratedDatabase } from './migrated-database.ts';

/** What the loaded content depends on: display windows and coming meetings are counted from the day of the load. */
export async function stateOfDemonstration(): Promise<string> {
  return `${new Date().toISOString().slice(0, 10)}-${await digestOf('server', 'shared', 'package-lock.json')}`;
}

export async function loadedDemonstration(): Promise<string> {
  return cachedFolder(`demonstracao-${await stateOfDemonstration()}`, async (folder) => {
    const backend = await createEmbeddedBackend({
      dataDirectory: folder,
      databaseUrl: undefined,
      demonstration: true,
      log: SILENT_LOG,
      putEmptyDatabase: putMigratedDatabase,
    });
    await backend.close();
  });
}
