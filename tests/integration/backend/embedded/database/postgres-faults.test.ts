/** A Postgres that is slow, resets its connections or answers with other bytes: who asks gets an error in time, and statements go on afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { postgresForTests, type TestPostgres } from '../../../../support/postgres.ts';
import { type FaultyLink, faultyLink } from '../../../../support/shared-medium/faulty-link.ts';

describe('a server that', () => {
  let server: TestPostgres;
  let link: FaultyLink;
  let database: Database;

  beforeAll(async () => {
    server = await postgresForTests();
    const address = new URL(server.connectionString);
    link = await faultyLink(Number(address.port));
    address.port = new URL(link.url).port;
    database = await openPostgresDatabase({ connectionString: address.href, connections: 2, cancelMs: 200 });
  });
  afterAll(async () => {
    await database.close();
    await link.close();
    await server.stop();
  });

  const one = async (): Promise<unknown> => (await database.query('select 1 as um')).rows[0]?.['um'];
  /** Gives up where no answer comes. */
  const oneInTime = async (): Promise<unknown> => (await database.query('select 1 as um', [], { timeoutMs: 1_000 })).rows[0]?.['um'];

  it('is slow costs its time and nothing else', async () => {
    link.fault = 'slow';
    expect(await one()).toBe(1);
    link.fault = 'none';
  });

  it.each(['reset', 'lies'] as const)('%s fails those who ask, and none after that', async (fault) => {
    // Both connections, neither of which may be lost for good.
    expect(await Promise.all([one(), one()])).toEqual([1, 1]);
    link.fault = fault;
    expect((await Promise.allSettled([oneInTime(), oneInTime()])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    link.fault = 'none';
    await expect.poll(() => Promise.all([oneInTime(), oneInTime()]).catch(() => null)).toEqual([1, 1]);
  });
});
