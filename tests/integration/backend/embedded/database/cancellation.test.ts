import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { postgresForTests, type TestPostgres } from '../../../../support/postgres.ts';
import { type PausingProxy, pausingProxy } from './pausing-proxy.ts';

const GONE = new Error('the client has disconnected');
// Longer than any limit of these tests.
const ENDLESS = 'select pg_sleep(600)';

let server: TestPostgres;
let observer: pg.Client;
beforeAll(async () => {
  server = await postgresForTests();
  observer = new pg.Client({ connectionString: server.connectionString });
  await observer.connect();
}, 120_000);
afterAll(async () => {
  await observer.end();
  await server.stop();
});

let proxy: PausingProxy;
let database: Database;
beforeEach(async () => {
  proxy = await pausingProxy(Number(new URL(server.connectionString).port));
  database = await openPostgresDatabase({ connectionString: throughProxy(), connections: 1 });
});
afterEach(async () => {
  proxy.resume();
  await database.close();
  await proxy.close();
});

function throughProxy(user?: string): string {
  const address = new URL(server.connectionString);
  address.host = `127.0.0.1:${proxy.port}`;
  address.username = user ?? address.username;
  return address.href;
}

/** Waits until this many connections of the test's database run the statement. */
const untilRunning = async (statement: string, count: 0 | 1 = 1): Promise<void> => {
  const text = "select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query = $1";
  await expect.poll(async () => (await observer.query(text, [statement])).rowCount).toBe(count);
};
const pidOf = async (of: Database): Promise<unknown> => (await of.query('select pg_backend_pid() as pid')).rows[0]?.['pid'];

describe('a statement on a Postgres server', () => {
  it('is cancelled when its client has gone, and the connection is used again', async () => {
    const pid = await pidOf(database);
    const client = new AbortController();
    const answer = database.query(ENDLESS, [], { signal: client.signal });
    await untilRunning(ENDLESS);
    client.abort(GONE);
    await expect(answer).rejects.toBe(GONE);
    await untilRunning(ENDLESS, 0);
    expect(await pidOf(database)).toBe(pid);
  });

  it('is cancelled when its deadline passes, and the connection is used again', async () => {
    const pid = await pidOf(database);
    await expect(database.query(ENDLESS, [], { timeoutMs: 20 })).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
    await untilRunning(ENDLESS, 0);
    expect(await pidOf(database)).toBe(pid);
  });

  it('is cancelled while the server takes no further connection', async () => {
    await observer.query('create role restrito login connection limit 1');
    const limited = await openPostgresDatabase({ connectionString: throughProxy('restrito'), connections: 1 });
    try {
      await expect(limited.query(ENDLESS, [], { timeoutMs: 20 })).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
      await untilRunning(ENDLESS, 0);
    } finally {
      await limited.close();
      await observer.query('drop role restrito');
    }
  });

  it('is cancelled when it reaches the server later than the request to cancel it', async () => {
    const pid = await pidOf(database);
    const [taken, open] = [proxy.taken(), proxy.open()];
    proxy.silence();
    const client = new AbortController();
    const answer = database.query(ENDLESS, [], { signal: client.signal });
    // The pool hands out its connection, and the statement is written, within this turn of the event loop.
    await setImmediate();
    client.abort(GONE);
    await expect(answer).rejects.toBe(GONE);
    await expect.poll(() => [proxy.taken() > taken, proxy.open()]).toEqual([true, open]);
    proxy.resume();
    expect(await pidOf(database)).toBe(pid);
    await untilRunning(ENDLESS, 0);
  });

  it('is not cancelled by the request for the one before it on the same connection', async () => {
    const [first, second] = ['select pg_advisory_xact_lock(1)', 'select pg_advisory_xact_lock(2)'];
    await observer.query('select pg_advisory_lock(1), pg_advisory_lock(2)');
    const client = new AbortController();
    const abandoned = database.query(first, [], { signal: client.signal });
    await untilRunning(first);
    const taken = proxy.taken();
    proxy.silenceNew();
    client.abort(GONE);
    await expect(abandoned).rejects.toBe(GONE);
    await expect.poll(() => proxy.taken()).toBe(taken + 1);
    const next = database.query(second);
    // The abandoned statement ends by itself while the request to cancel it is on its way.
    await observer.query('select pg_advisory_unlock(1)');
    await untilRunning(first, 0);
    proxy.resume();
    await untilRunning(second);
    await observer.query('select pg_advisory_unlock(2)');
    expect((await next).rowCount).toBe(1);
  });

  it('ends when its connection breaks, as when a replica is killed', async () => {
    const answer = database.query(ENDLESS).catch((error: unknown) => error);
    await untilRunning(ENDLESS);
    await proxy.close();
    expect(await answer).toMatchObject({ code: '08006' });
    await untilRunning(ENDLESS, 0);
  });
});
