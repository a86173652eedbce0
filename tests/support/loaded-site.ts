/** Sites with the demonstration and the first administrator, which no test has to load. */
import { cachedFolder } from './embedded/cached-folder.ts';
import { loadedDemonstration, stateOfDemonstration } from './embedded/loaded-demonstration.ts';
import { postgresForTests, type TestPostgres } from './postgres.ts';
import { ADMINISTRATOR, type RunningSite, type SiteOptions, startSite } from './site.ts';

const FIRST_ADMINISTRATOR = { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password };

/** A closed data directory, to be copied. Made once for each state of the sources and each day, by a start of the built site. */
export async function loadedDataDirectory(): Promise<string> {
  return cachedFolder(`site-${await stateOfDemonstration()}`, async (folder) => {
    const site = await startSite({ dataDirectory: folder, copyOf: await loadedDemonstration(), environment: FIRST_ADMINISTRATOR });
    await site.stop();
  });
}

/** A site whose database is on a server needs it. */
const CASES_KEY = Buffer.alloc(32, 7).toString('base64');

export interface LoadedSiteOptions extends Pick<SiteOptions, 'environment' | 'port' | 'script'> {
  /** Changes the database before the start. */
  readonly prepare?: (connectionString: string) => Promise<void>;
}

/**
 * Starts a site on a database of its own on the Postgres server of the run: less work than a start on PGlite, and for tests that ask nothing
 * of the data directory. A start of the built site fills the template of the databases, once a run.
 */
export async function startLoadedSite({ prepare, environment, ...options }: LoadedSiteOptions = {}): Promise<RunningSite> {
  const database = await postgresForTests({ name: `demonstracao_${await stateOfDemonstration()}`, fill: fillWithDemonstration });
  try {
    await prepare?.(database.connectionString);
    const site = await startSite({ ...options, environment: { ...onDatabase(database), DEMO_CONTENT: 'auto', ...environment } });
    const stop = async (): Promise<void> => {
      await site.stop();
      await database.stop();
    };
    return { ...site, stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function fillWithDemonstration(connectionString: string): Promise<void> {
  const environment = { ...onDatabase({ connectionString }), DEMO_CONTENT: 'on', ...FIRST_ADMINISTRATOR };
  const site = await startSite({ environment });
  await site.stop();
}

/** What a site is told about its database. */
export function onDatabase({ connectionString }: Pick<TestPostgres, 'connectionString'>): Readonly<Record<string, string>> {
  return { DATABASE_URL: connectionString, CASES_KEY };
}
