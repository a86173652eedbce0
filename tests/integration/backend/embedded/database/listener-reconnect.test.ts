import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import { postgresForTests, type TestPostgres } from '../../../../support/postgres.ts';
import { firstCall } from './databases.ts';
import { pausingProxy } from './pausing-proxy.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await postgresForTests();
}, 120_000);
afterAll(() => server.stop());
afterEach(() => {
  vi.useRealTimers();
});

const OTHERS = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

describe('connections to a Postgres server', () => {
  it('are replaced when the server ends them: statements go on, and listeners get a gap', async () => {
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

  it('are replaced within 15 seconds when they fall silent, and listeners get a gap', async () => {
    const direct = new URL(server.connectionString);
    const proxy = await pausingProxy(Number(direct.port));
    const through = new URL(direct);
    through.host = `127.0.0.1:${proxy.port}`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const lost = firstCall<Error>();
    const gap = firstCall<void>();
    const heard = firstCall<string>();
    const database = await openPostgresDatabase({ connectionString: through.href, onLost: lost.report });
    const editor = await openPostgresDatabase({ connectionString: direct.href });
    try {
      await database.listen('canal', heard.report, gap.report);
      const before = proxy.taken();
      proxy.silence();
      await editor.query(`select pg_notify('canal', 'nunca chega')`);
      await vi.advanceTimersByTimeAsync(15_000);
      await lost.called;
      await vi.advanceTimersByTimeAsync(250);
      await gap.called;
      expect(proxy.taken()).toBe(before + 1);
      await editor.query(`select pg_notify('canal', 'de volta')`);
      expect(await heard.called).toBe('de volta');
    } finally {
      // Its pool has a silent connection as well, which does not say goodbye before the proxy cuts it.
      await Promise.all([proxy.close(), database.close(), editor.close()]);
    }
  });

  it('are asked for each second however long the server is away, and say when it is back', async () => {
    const direct = new URL(server.connectionString);
    const proxy = await pausingProxy(Number(direct.port));
    const through = new URL(direct);
    through.host = `127.0.0.1:${proxy.port}`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const lost: Error[] = [];
    const restored = firstCall<void>();
    const gap = firstCall<void>();
    const database = await openPostgresDatabase({
      connectionString: through.href,
      onLost: (reason) => lost.push(reason),
      onRestored: restored.report,
    });
    try {
      await database.listen('canal', () => undefined, gap.report);
      proxy.refuse();
      // The connection of the pool, and that of the notifications.
      while (lost.length < 2) await nextTurn();
      for (let attempt = 1; attempt <= 20; attempt += 1) {
        const before = lost.length;
        await vi.advanceTimersByTimeAsync(1_000);
        while (lost.length === before) await nextTurn();
      }
      proxy.resume();
      await vi.advanceTimersByTimeAsync(1_000);
      await Promise.all([restored.called, gap.called]);
      expect((await database.query('select 1 as v')).rows).toEqual([{ v: 1 }]);
    } finally {
      await database.close();
      await proxy.close();
    }
  });

  it('send one statement at a time, as the client of Postgres demands', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const database = await openPostgresDatabase({ connectionString: server.connectionString });
    try {
      const ignore = (): void => undefined;
      const unlisten = await Promise.all(['a', 'b', 'c'].map((channel) => database.listen(channel, ignore, ignore)));
      await Promise.all(unlisten.map((end) => end()));
    } finally {
      await database.close();
      await nextTurn();
      process.off('warning', onWarning);
    }
    expect(warnings).toEqual([]);
  });

  it('are kept while heartbeats are answered, however long no notification comes', async () => {
    const lost: Error[] = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const database = await openPostgresDatabase({ connectionString: server.connectionString, onLost: (reason) => lost.push(reason) });
    try {
      let hear: (payload: string) => void = () => undefined;
      await database.listen(
        'canal',
        (payload) => hear(payload),
        () => lost.push(new Error('gap')),
      );
      const beats = `select pid ${OTHERS} and query = 'select 1' and state = 'idle' and query_start > $1::timestamptz`;
      for (let round = 1; round <= 6; round += 1) {
        const { rows } = await database.query('select now()::text as before');
        await vi.advanceTimersByTimeAsync(10_000);
        while ((await database.query(beats, [rows[0]?.['before']])).rowCount === 0);
        // A notification that the server sends after its answer to the heartbeat arrives after it.
        const heard = firstCall<string>();
        hear = heard.report;
        await database.query(`select pg_notify('canal', '${round}')`);
        expect(await heard.called).toBe(`${round}`);
      }
      expect(lost).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it('cancel a statement on the server when its caller stops waiting', async () => {
    const database = await openPostgresDatabase({ connectionString: server.connectionString });
    try {
      await expect(database.query('select pg_sleep(60)', [], { timeoutMs: 30 })).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
      // Asked until the cancel request has arrived; the sleep would last past the test's limit.
      while ((await database.query(`select 1 ${OTHERS} and query like '%pg_sleep(60)%' and state = 'active'`)).rowCount > 0);
    } finally {
      await database.close();
    }
  });

  it('compile no statement and start no workers for one, whatever the server is set to', async () => {
    const database = await openPostgresDatabase({ connectionString: `${server.connectionString}?options=-cjit%3Don` });
    const { rows } = await database.query(
      `select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers`,
    );
    await database.close();
    expect(rows).toEqual([{ jit: 'off', workers: '0' }]);
  });

  it('set a statement_timeout on the server', async () => {
    const database = await openPostgresDatabase({ connectionString: server.connectionString, statementTimeoutMs: 20 });
    try {
      await expect(database.query('select pg_sleep(60)')).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
    } finally {
      await database.close();
    }
  });

  it('reject with SQLSTATE 08006 when the server cannot be reached', async () => {
    const nowhere = openPostgresDatabase({ connectionString: 'postgresql://ninguem@127.0.0.1:1/nada' });
    await expect(nowhere).rejects.toMatchObject({ name: 'DatabaseError', code: '08006' });
  });
});
