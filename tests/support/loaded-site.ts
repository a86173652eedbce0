/** A closed data directory with the demonstration and the first administrator, to be copied by sites that need both. */
import { cachedFolder } from './embedded/cached-folder.ts';
import { loadedDemonstration, stateOfDemonstration } from './embedded/loaded-demonstration.ts';
import { ADMINISTRATOR, startSite } from './site.ts';

/** Made once for each state of the sources and each day, by a start of the built site. */
export async function loadedDataDirectory(): Promise<string> {
  return cachedFolder(`site-${await stateOfDemonstration()}`, async (folder) => {
    const site = await startSite({
      dataDirectory: folder,
      copyOf: await loadedDemonstration(),
      environment: { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password },
    });
    await site.stop();
  });
}
