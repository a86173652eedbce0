import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresDatabase } from '../../../../server/backend/embedded/database/postgres-database.ts';
import { postgresForTests, type TestPostgres } from '../../../support/postgres.ts';
import { firstCall } from './databases.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await postgresForTests();
}, 120_000);
afterAll(() => server.stop());

const OTHERS = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

describe('connections to a Postgres server', () => {
  it('that the server ends are replaced: statements go on, and listeners hear again after a gap', async () => {
    const lost: Error[] = [];
    const database = await openPostgresDatabase({ connectionString: server.connectionString, onLost: (reason) => lost.push(reason) });
    try {
      const gap = firstCall<void>();
      const heard = firstCall<string>();
      await database.listen('canal', heard.report, gap.report);
      await Promise.all([database.query('select pg_sleep(0.01)'), database.query('select pg_sleep(0.01)')]);
      await database.query(`select pg_terminate_backend(pid) ${OTHERS}`);
      await gap.called;
      expect((await database.query('select 1 as v')).rows).toEqual([{ v: 1 }]);
      await database.query(`select pg_notify('canal', 'de volta')`);
      expect(await heard.called).toBe('de volta');
      expect(lost.length).toBeGreaterThan(0);
    } finally {
      await database.close();
    }
  });

  it('cancel on the server what a caller no longer waits for', async () => {
    const database = await openPostgresDatabase({ connectionString: server.connectionString });
    try {
      await expect(database.query('select pg_sleep(60)', [], { timeoutMs: 30 })).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
      // Asked until the cancel request has arrived; the sleep would last past the test's limit.
      while ((await database.query(`select 1 ${OTHERS} and query like '%pg_sleep(60)%' and state = 'active'`)).rowCount > 0);
    } finally {
      await database.close();
    }
  });

  it('bound every statement by the server itself', async () => {
    const database = await openPostgresDatabase({ connectionString: server.connectionString, statementTimeoutMs: 20 });
    try {
      await expect(database.query('select pg_sleep(60)')).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
    } finally {
      await database.close();
    }
  });

  it('that cannot be made say so', async () => {
    const nowhere = openPostgresDatabase({ connectionString: 'postgresql://ninguem@127.0.0.1:1/nada' });
    await expect(nowhere).rejects.toMatchObject({ name: 'DatabaseError', code: '08006' });
  });
});
