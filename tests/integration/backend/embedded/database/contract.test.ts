import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresProbe } from '../../../../../server/backend/embedded/database/postgres-probe.ts';
import { type Database, DatabaseError, DatabaseTimeoutError } from '../../../../../server/backend/embedded/database.ts';
import { postgresForTests } from '../../../../support/postgres.ts';
import { DATABASE_KINDS, firstCall, type TestDatabase } from './databases.ts';
import { pausingProxy } from './pausing-proxy.ts';

const SLOW = "select count(*) from generate_series(1, 400000) a where md5(a::text) > ''";

describe.each(DATABASE_KINDS)('a $kind database', ({ kind, open }) => {
  let running: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    running = await open();
    ({ database } = running);
  }, 120_000);
  afterAll(() => running.stop());

  const value = async (expression: string, values: readonly unknown[] = []): Promise<unknown> =>
    (await database.query(`select ${expression} as v`, values)).rows[0]?.['v'];

  it('says which kind it is', () => {
    expect(database.kind).toBe(kind);
  });

  it.each<[string, unknown]>([
    ['9007199254740993::int8', '9007199254740993'],
    ['1.10::numeric', '1.10'],
    ["'2026-02-03'::date", '2026-02-03'],
    ["'2026-02-03 04:05:06.123456-03'::timestamptz", '2026-02-03 07:05:06.123456+00'],
    ["'2026-02-03 04:05:06'::timestamp", '2026-02-03 04:05:06'],
    ["'04:05:06'::time", '04:05:06'],
    ["'1 month 2 days 03:00'::interval", '1 mon 2 days 03:00:00'],
    ["'0F8FAD5B-D9CB-469F-A165-70867728950E'::uuid", '0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['true', true],
    ['false', false],
    ['null::int4', null],
    ['7::int2', 7],
    ['(-2147483648)::int4', -2147483648],
    ['1.5::float8', 1.5],
    ['0.1::float4', 0.1],
    ["'NaN'::float8", Number.NaN],
    [`'{"a": [1, null], "b": "ç"}'::json`, { a: [1, null], b: 'ç' }],
    [`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
    ["array['a', 'b,c', null]::text[]", ['a', 'b,c', null]],
    ['array[1, 2]::int4[]', [1, 2]],
    ['array[9007199254740993]::int8[]', ['9007199254740993']],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
    ["'São João'::text", 'São João'],
    ["'a'::name", 'a'],
  ])('returns %s as the other kind does', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected);
  });

  it('takes parameters of every kind of value', async () => {
    expect(await value('$1::text', ["'; drop"])).toBe("'; drop");
    expect(await value('$1::int8', ['9007199254740993'])).toBe('9007199254740993');
    expect(await value('$1::bool', [true])).toBe(true);
    expect(await value('$1::jsonb', [JSON.stringify({ a: 1 })])).toEqual({ a: 1 });
    expect(await value('$1::text[]', [['x', 'y"z']])).toEqual(['x', 'y"z']);
    expect(await value('$1::int4 is null', [null])).toBe(true);
    expect(await value('$1::bytea', [Buffer.from([1, 2])])).toEqual(Buffer.from([1, 2]));
  });

  it('counts the rows that a statement changed', async () => {
    await database.script('create table contados (i int)');
    expect(await database.query('insert into contados select generate_series(1, 3)')).toEqual({ rows: [], rowCount: 3 });
    expect((await database.query('update contados set i = i where i > 1')).rowCount).toBe(2);
  });

  it('runs a named statement again and again', async () => {
    const run = async (n: number): Promise<unknown> =>
      (await database.query('select $1::int4 * 2 as v', [n], { name: 'dobro' })).rows[0]?.['v'];
    expect([await run(1), await run(2), await run(3)]).toEqual([2, 4, 6]);
  });

  it('keeps the 100 named statements of a connection that were used last', async () => {
    const kept = await database.transaction(async (tx) => {
      const run = (n: number) => tx.query(`select ${n} as v`, [], { name: `numero_${n}` });
      for (let n = 0; n < 100; n += 1) await run(n);
      await run(0);
      for (let n = 100; n < 150; n += 1) expect((await run(n)).rows).toEqual([{ v: n }]);
      const { rows } = await tx.query("select name from pg_prepared_statements where name like 'numero%'");
      expect((await run(1)).rows).toEqual([{ v: 1 }]);
      return rows.map(({ name }) => name);
    });
    expect(kept).toHaveLength(100);
    expect(new Set(kept)).toEqual(new Set(['numero_0', ...Array.from({ length: 99 }, (_, index) => `numero_${index + 51}`)]));
  });

  it('carries a text of 8 MB both ways', async () => {
    const long = 'á'.repeat(4_000_000);
    expect(await value('$1::text', [long])).toBe(long);
  });

  it('runs many statements that arrive together', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => value('$1::int4', [n])));
    expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  describe('reports a refused statement', () => {
    it('a refused statement is reported with its SQLSTATE', async () => {
      await expect(database.query('select * from inexistente')).rejects.toMatchObject({ name: 'DatabaseError', code: '42P01' });
      await expect(database.query('selec 1')).rejects.toMatchObject({ code: '42601' });
      await expect(database.script('select 1; selec 1;')).rejects.toMatchObject({ code: '42601' });
    });

    it('a refused statement is reported with constraint and detail', async () => {
      await database.script('create table unicos (id int constraint so_um primary key)');
      await database.query('insert into unicos values (1)');
      const again = database.query('insert into unicos values (1)');
      await expect(again).rejects.toBeInstanceOf(DatabaseError);
      await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'so_um', detail: 'Key (id)=(1) already exists.' });
    });

    it('the next statement runs after a refused one', async () => {
      await expect(database.query('select 1/0')).rejects.toMatchObject({ code: '22012' });
      expect(await value('1')).toBe(1);
    });
  });

  describe('a transaction', () => {
    beforeAll(() => database.script('create table movimentos (i int)'));
    it('commits when the work resolves, and returns its result', async () => {
      const result = await database.transaction(async (tx) => {
        await tx.query('insert into movimentos values ($1)', [1]);
        await tx.script('insert into movimentos values (2); insert into movimentos values (3)');
        return 'feito';
      });
      expect(result).toBe('feito');
      expect((await database.query('select 1 from movimentos where i in (1, 2, 3)')).rowCount).toBe(3);
    });

    it('rolls back when the work rejects, with the error of the work', async () => {
      const fault = new Error('desistiu');
      const work = database.transaction(async (tx) => {
        await tx.query('insert into movimentos values (9)');
        throw fault;
      });
      await expect(work).rejects.toBe(fault);
      expect((await database.query('select 1 from movimentos where i = 9')).rowCount).toBe(0);
    });

    it('rejects when the work swallows a failed statement', async () => {
      const work = database.transaction(async (tx) => {
        await tx.query('insert into movimentos values (10)');
        await tx.query('select 1/0').catch(() => undefined);
      });
      await expect(work).rejects.toMatchObject({ code: '25P02' });
      expect((await database.query('select 1 from movimentos where i = 10')).rowCount).toBe(0);
    });

    it('does not mix its statements with others that arrive meanwhile', async () => {
      const inside = Promise.withResolvers<void>();
      const leave = Promise.withResolvers<void>();
      const work = database.transaction(async (tx) => {
        await tx.query('insert into movimentos values (20)');
        inside.resolve();
        await leave.promise;
      });
      await inside.promise;
      const outside = database.query('select count(*)::int4 as v from movimentos where i = 20');
      leave.resolve();
      await work;
      expect([0, 1]).toContain((await outside).rows[0]?.['v']);
      expect((await database.query('select 1 from movimentos where i = 20')).rowCount).toBe(1);
    });

    it('runs statements that were not awaited one after the other', async () => {
      await database.transaction(async (tx) => {
        await Promise.all(Array.from({ length: 10 }, (_, n) => tx.query('insert into movimentos values ($1)', [100 + n])));
      });
      expect((await database.query('select 1 from movimentos where i >= 100')).rowCount).toBe(10);
    });
  });

  describe('a deadline', () => {
    it('rejects the caller and leaves the database usable', async () => {
      const late = database.query(SLOW, [], { timeoutMs: 5 });
      await expect(late).rejects.toBeInstanceOf(DatabaseTimeoutError);
      await expect(late).rejects.toThrow('timed out');
      expect(await value('1')).toBe(1);
    });

    it('drops a statement that has not begun', async () => {
      await database.script('create table tardios (i int)');
      const [locked, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      // On the one connection of PGlite the statement waits for the transaction, on a server it waits for the table.
      const holder = database.transaction(async (tx) => {
        await tx.script('lock table tardios in access exclusive mode');
        locked.resolve();
        await holding.promise;
        // The server's cancel request is on its way; the lock is held until it has ended the wait.
        while ((await tx.query('select 1 from pg_locks where not granted')).rowCount > 0);
      });
      await locked.promise;
      const late = database.query('insert into tardios values (1)', [], { timeoutMs: 50 }).catch((error: unknown) => error);
      expect(await late.finally(() => holding.resolve())).toBeInstanceOf(DatabaseTimeoutError);
      await holder;
      expect((await database.query('select 1 from tardios')).rowCount).toBe(0);
    });

    it('inside a transaction rejects the transaction when the work does not catch it', async () => {
      const work = database.transaction(async (tx) => {
        await tx.query(SLOW, [], { timeoutMs: 5 });
      });
      await expect(work).rejects.toBeInstanceOf(DatabaseTimeoutError);
      expect(await value('1')).toBe(1);
    });

    it('a signal rejects the statement with its reason', async () => {
      const leaving = new AbortController();
      const reason = new Error('o visitante saiu');
      const query = database.query(SLOW, [], { signal: leaving.signal });
      leaving.abort(reason);
      await expect(query).rejects.toBe(reason);
      await expect(database.query('select 1', [], { signal: leaving.signal })).rejects.toBe(reason);
    });
  });

  describe('listening', () => {
    it('receives notifications of committed transactions, and none after it stops', async () => {
      const heard: string[] = [];
      const last = firstCall<void>();
      const stop = await database.listen(
        'canal Á',
        (payload) => {
          heard.push(payload);
          if (payload === 'fim') last.report();
        },
        () => heard.push('gap'),
      );
      await database.query(`select pg_notify('canal Á', 'um')`);
      await database.query(`select pg_notify('outro', 'dois')`);
      await database
        .transaction(async (tx) => {
          await tx.query(`select pg_notify('canal Á', 'desfeito')`);
          throw new Error('desfaz');
        })
        .catch(() => undefined);
      await database.query(`select pg_notify('canal Á', 'fim')`);
      await last.called;
      await stop();
      await database.query(`select pg_notify('canal Á', 'tarde')`);
      expect(heard).toEqual(['um', 'fim']);
    });

    it('serves two listeners of one channel', async () => {
      const [first, second] = [firstCall<string>(), firstCall<string>()];
      const stops = await Promise.all([first, second].map(({ report }) => database.listen('dupla', report, () => undefined)));
      await database.query(`select pg_notify('dupla', 'oi')`);
      expect(await Promise.all([first.called, second.called])).toEqual(['oi', 'oi']);
      await stops[0]?.();
      const third = firstCall<string>();
      stops.push(await database.listen('dupla', third.report, () => undefined));
      await database.query(`select pg_notify('dupla', 'ainda')`);
      expect(await third.called).toBe('ainda');
      await Promise.all(stops.slice(1).map((stop) => stop()));
    });
  });
});

describe('a probe', () => {
  const [pglite, postgres] = DATABASE_KINDS;

  it('a probe of PGlite runs after the statement that runs now, before all that wait', async () => {
    const running = await pglite?.open();
    if (running === undefined) throw new Error('there is no PGlite');
    const { database, stop } = running;
    const order: string[] = [];
    const statements = Array.from({ length: 5 }, (_, n) => database.query('select 1').then(() => order.push(`statement ${n}`)));
    const probe = database.probe(60_000).then(() => order.push('probe'));
    await Promise.all([...statements, probe]);
    expect(order).toEqual(['statement 0', 'probe', 'statement 1', 'statement 2', 'statement 3', 'statement 4']);
    await stop();
  });

  it('a probe of a server is answered while statements hold every connection of the pool', async () => {
    const running = await postgres?.open();
    if (running === undefined) throw new Error('there is no server');
    const { database, stop } = running;
    const gate = Promise.withResolvers<void>();
    const entered: Promise<void>[] = [];
    const held = Array.from({ length: 10 }, () => {
      const inside = Promise.withResolvers<void>();
      entered.push(inside.promise);
      return database.transaction(async () => {
        inside.resolve();
        await gate.promise;
      });
    });
    await Promise.all(entered);
    const waiting = database.query('select 1');
    await expect(database.probe(60_000)).resolves.toBeUndefined();
    await expect(database.probe(60_000)).resolves.toBeUndefined();
    gate.resolve();
    await Promise.all([...held, waiting]);
    await stop();
  });

  it('a probe of a server that lost the connection rejects once, and the next one opens another', async () => {
    const server = await postgresForTests();
    const proxy = await pausingProxy(Number(new URL(server.connectionString).port));
    const address = new URL(server.connectionString);
    address.port = String(proxy.port);
    const probe = new PostgresProbe({ connectionString: address.href });
    await probe.run(60_000);
    proxy.silence();
    await expect(probe.run(50)).rejects.toBeInstanceOf(DatabaseTimeoutError);
    await probe.run(60_000);
    expect(proxy.taken()).toBe(2);
    await proxy.close();
    await expect(probe.run(60_000)).rejects.toMatchObject({ code: '08006' });
    await probe.close();
    await server.stop();
  });
});

describe.each(DATABASE_KINDS)('a closed $kind database', ({ open }) => {
  it('refuses further statements and can be closed twice', async () => {
    const { database, stop } = await open();
    await stop();
    await database.close();
    await expect(database.query('select 1')).rejects.toBeInstanceOf(Error);
    await expect(database.probe(60_000)).rejects.toMatchObject({ code: '08006' });
  }, 120_000);
});
