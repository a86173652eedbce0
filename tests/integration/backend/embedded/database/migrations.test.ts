import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { lockSchema, lockSchemaToChange, readInstallation } from '../../../../../server/backend/embedded/migrations/installation.ts';
import { openProject, readMigrations } from '../../../../../server/backend/embedded/migrations/project-directory.ts';
import { type MigrationReport, type MigrationStep, migrate } from '../../../../../server/backend/embedded/migrations/runner.ts';
import { StartupError } from '../../../../../server/observability/startup-report.ts';
import { emptySnapshot } from '../../../../support/embedded/empty-database.ts';
import { postgresForTests, type TestPostgres } from '../../../../support/postgres.ts';
import { DATABASE_KINDS, firstCall, type TestDatabase } from './databases.ts';
import { TABLE, type TestProject, testProject } from './project.ts';

let project: TestProject;
afterEach(() => project.remove());

async function run(database: Database): Promise<MigrationReport> {
  return migrate(database, await readMigrations(await openProject(project.directory), project.bootstrap));
}

// Longer than the thread may be silent in these tests.
const LONG_FILE = 'create table public.outra (i int); select pg_sleep(3);';

it('a file that takes longer than the thread of PGlite may be silent is applied', async () => {
  project = await testProject({ '1000_longa': LONG_FILE });
  const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot(), silentMs: 1_500 });
  try {
    expect((await run(database)).applied).toEqual(['bootstrap/1_base.sql', '1000_longa']);
    // The limit holds for the migrations alone.
    await expect(database.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '08006' });
  } finally {
    await database.close();
  }
});

const SECOND = `insert into public.aviso values (1, 'olá; mundo');`;

describe.each(DATABASE_KINDS)('migrations on $kind', ({ open: openKind }) => {
  let running: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    running = await openKind();
    ({ database } = running);
  }, 120_000);
  afterAll(() => running.stop());
  beforeEach(async () => {
    await database.script(
      'drop schema if exists embutido cascade; drop schema if exists base cascade; drop table if exists public.aviso, public.outra',
    );
    project = await testProject({ '2000_linhas': SECOND, '1000_aviso': TABLE });
  });

  it('run once, bootstrap first, then by timestamp', async () => {
    expect(await run(database)).toMatchObject({ applied: ['bootstrap/1_base.sql', '1000_aviso', '2000_linhas'], changed: [], unknown: [] });
    expect(await run(database)).toMatchObject({ applied: [], changed: [], unknown: [] });
    expect((await database.query('select * from aviso')).rows).toEqual([{ id: 1, titulo: 'olá; mundo' }]);
  });

  it('apply only the files that are new', async () => {
    await run(database);
    await project.write('nhost/migrations/default/10000_outra/up.sql', 'create table public.outra (i int);');
    expect((await run(database)).applied).toEqual(['10000_outra']);
  });

  it('report changed and missing files, and do not run them again', async () => {
    await run(database);
    await project.remove();
    project = await testProject({ '1000_aviso': `${TABLE} -- depois` });
    expect(await run(database)).toMatchObject({ applied: [], changed: ['1000_aviso'], unknown: ['2000_linhas'] });
  });

  it('of the base are recorded and not run where the migrations that they replace were', async () => {
    await run(database);
    await project.remove();
    const base = {
      '3000_tabelas': TABLE,
      '4000_linhas_da_base': `-- replaces: 2000_linhas\n${SECOND}`,
      '5000_outra': 'create table public.outra (i int);',
    };
    project = await testProject(base);
    expect(await run(database)).toMatchObject({ applied: ['5000_outra'], changed: [], unknown: [] });
    expect(await run(database)).toMatchObject({ applied: [], changed: [], unknown: [] });
    expect((await readInstallation(database)).applied).toEqual(
      new Map([
        ...(await readMigrations(await openProject(project.directory), project.bootstrap)).map(
          ({ name, checksum }) => [name, checksum] as const,
        ),
        // The records of before stay, for replicas of the version before.
        ['1000_aviso', expect.any(String)],
        ['2000_linhas', expect.any(String)],
      ]),
    );
    await database.script('drop schema embutido cascade; drop schema base cascade; drop table public.aviso, public.outra');
    expect((await run(database)).applied).toEqual(['bootstrap/1_base.sql', ...Object.keys(base)]);
  });

  it('of the base are refused, with what to do, where only some of the migrations that they replace were run', async () => {
    await run(database);
    await project.remove();
    project = await testProject({ '4000_base': `-- replaces: 3000_indice\n${TABLE}` });
    await expect(run(database)).rejects.toThrow(
      'the database has migrations of before 3000_indice and not that one: start it once with a version of the site that has it',
    );
    expect((await readInstallation(database)).applied.has('4000_base')).toBe(false);
  });

  it('name file and statement when one fails, roll that file back and keep the files before', async () => {
    await project.write(
      'nhost/migrations/default/3000_ruim/up.sql',
      `create table public.outra (i int);\n\ninsert into aviso (id)\n  values (2);`,
    );
    const failing = run(database);
    await expect(failing).rejects.toMatchObject({ name: 'MigrationError' });
    await expect(failing).rejects.toThrow(
      'migration 3000_ruim failed in statement 2 (line 3: insert into aviso (id)): null value in column "titulo"',
    );
    await expect(failing).rejects.toThrow('3000_ruim/up.sql');
    expect((await database.query(`select to_regclass('public.outra') as t`)).rows[0]?.['t']).toBeNull();
    expect((await database.query('select nome from embutido.migracao order by nome')).rows.map((row) => row['nome'])).toEqual([
      '1000_aviso',
      '2000_linhas',
      'bootstrap/1_base.sql',
    ]);
    await project.write('nhost/migrations/default/3000_ruim/up.sql', 'create table public.outra (i int);');
    expect((await run(database)).applied).toEqual(['3000_ruim']);
  });
});

describe('replicas that start together on one Postgres', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await postgresForTests();
  }, 120_000);
  afterAll(() => server.stop());

  it('run each migration once', async () => {
    // Each file fails when it runs a second time, and is slow enough for the others to arrive meanwhile.
    const names = Array.from({ length: 6 }, (_, index) => `${index + 1}000_parte`);
    project = await testProject(
      Object.fromEntries(names.map((name, index) => [name, `create table public.parte_${index} as select 1; select pg_sleep(0.02);`])),
    );
    const replicas = await Promise.all(
      Array.from({ length: 4 }, () => openPostgresDatabase({ connectionString: server.connectionString })),
    );
    try {
      const records = await Promise.all(replicas.map(async (database) => [await run(database), await readInstallation(database)] as const));
      expect(records.flatMap(([{ applied }]) => applied).toSorted()).toEqual([...names, 'bootstrap/1_base.sql'].toSorted());
      for (const [, installation] of records) expect(installation.applied.size).toBe(7);
    } finally {
      await Promise.all(replicas.map((database) => database.close()));
    }
  });
});

describe('a migration of a table that a backup is reading', () => {
  let server: TestPostgres;
  let backup: Database;
  let database: Database;
  beforeAll(async () => {
    server = await postgresForTests();
    const open = (): Promise<Database> => openPostgresDatabase({ connectionString: server.connectionString });
    [backup, database] = await Promise.all([open(), open()]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([backup.close(), database.close()]);
    await server.stop();
  });

  it('lets others read the table, and is applied when the backup has ended', async () => {
    project = await testProject();
    await run(database);
    await project.write('nhost/migrations/default/2000_coluna/up.sql', 'alter table public.aviso add column texto text;');
    const read = firstCall<undefined>();
    const ended = Promise.withResolvers<void>();
    onTestFinished(() => ended.resolve());
    const reading = backup.transaction(async (tx) => {
      await tx.query('select * from public.aviso');
      read.report(undefined);
      await ended.promise;
    });
    await read.called;
    const [report, pause] = [firstCall<() => void>(), firstCall<() => void>()];
    const steps: MigrationStep[] = [];
    const migrating = migrate(database, await readMigrations(await openProject(project.directory), project.bootstrap), {
      onProgress: (step) => steps.push(step),
      timers: {
        after(ms, act) {
          (ms === 10_000 ? report : pause).report(act);
          return () => undefined;
        },
      },
    });
    const again = await pause.called;
    expect((await backup.query('select * from public.aviso')).rows).toEqual([]);
    (await report.called)();
    ended.resolve();
    await reading;
    again();
    expect((await migrating).applied).toEqual(['2000_coluna']);
    expect(steps.map(({ seconds, waits }) => [seconds, waits])).toEqual([
      [0, false],
      [10, true],
    ]);
  });

  it('is alone in giving up a table that others use: nothing else that holds the schema lock is tried again', async () => {
    const limit = (lock: typeof lockSchema): Promise<unknown> =>
      database.transaction(async (tx) => {
        await lock(tx);
        return (await tx.query("select current_setting('lock_timeout') as value")).rows[0]?.['value'];
      });
    expect([await limit(lockSchema), await limit(lockSchemaToChange)]).toEqual(['0', '2s']);
  });
});

it('a database that takes no writes is named by its variable, without a stack', async () => {
  project = await testProject();
  const server = await postgresForTests();
  try {
    const { pathname } = new URL(server.connectionString);
    const owner = await openPostgresDatabase({ connectionString: server.connectionString });
    await owner.script(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
    await owner.close();
    const database = await openPostgresDatabase({ connectionString: server.connectionString });
    const failing = run(database);
    await expect(failing).rejects.toBeInstanceOf(StartupError);
    await expect(failing).rejects.toThrow(
      'DATABASE_URL: cannot execute CREATE SCHEMA in a read-only transaction; the site needs a database that takes writes and that its user owns.',
    );
    await database.close();
  } finally {
    await server.stop();
  }
}, 120_000);

describe('a project directory', () => {
  it('is a folder with nhost/, or the Nhost folder itself', async () => {
    project = await testProject();
    const outer = await openProject(project.directory);
    expect(await openProject(`${project.directory}/nhost`)).toEqual({ ...outer, demonstration: undefined });
    expect(outer.demonstration).toBeUndefined();
  });

  it('is refused by name when it has no metadata', async () => {
    project = await testProject();
    await expect(openProject(`${project.directory}/bootstrap`)).rejects.toThrow('PROJECT_DIR');
  });
});
