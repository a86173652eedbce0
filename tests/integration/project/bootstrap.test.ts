/** The bootstrap on what may be there already: an installation of an earlier version, and the tables of a hosted Nhost. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { emptySnapshot } from '../../support/embedded/empty-database.ts';
import { postgresForTests } from '../../support/postgres.ts';

const BOOTSTRAP = path.resolve('server/project/bootstrap');
const USER = '33333333-0000-4000-8000-000000000001';
const FILE = '33333333-0000-4000-8000-000000000002';

const OLD_ROWS = `
  insert into auth.users (id, email) values ('${USER}', 'Ana@instituto.example');
  insert into auth.user_roles (user_id, role) values ('${USER}', 'user');
  insert into auth.refresh_tokens (user_id, expires_at) values ('${USER}', now());
  insert into storage.files (id, name, bucket_id) values ('${FILE}', 'a.pdf', 'default');`;

async function open(kind: string): Promise<{ readonly database: Database; readonly close: () => Promise<void> }> {
  if (kind === 'PGlite') {
    const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
    return { database, close: () => database.close() };
  }
  const server = await postgresForTests();
  const database = await openPostgresDatabase({ connectionString: server.connectionString });
  const close = async (): Promise<void> => {
    await database.close();
    await server.stop();
  };
  return { database, close };
}

describe.each(['PGlite', 'Postgres'])('on %s', (kind) => {
  let database: Database;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ database, close } = await open(kind));
  });
  afterEach(() => close());

  const run = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await database.script(await readFile(path.join(BOOTSTRAP, `${name}.sql`), 'utf8'));
  };
  const one = async (query: string): Promise<unknown> => Object.values((await database.query(query)).rows[0] ?? {})[0];

  test('completes the tables of an earlier version and keeps their rows', async () => {
    await run('1_armazenamento', '2_identidade');
    await database.script(OLD_ROWS);
    await run('5_nhost_completo');
    expect(await one("select email::text from auth.users where email = 'ANA@INSTITUTO.example' and otp_hash is null")).toBe(
      'Ana@instituto.example',
    );
    expect(await one('select type from auth.refresh_tokens')).toBe('regular');
    expect(await one(`select name from storage.files where id = '${FILE}'`)).toBe('a.pdf');
    await expect(database.script("update auth.refresh_tokens set type = 'x'")).rejects.toThrow('refresh_tokens_types_fkey');
  });

  test('may be run again and then changes nothing', async () => {
    const all = (await readdir(BOOTSTRAP)).filter((name) => name.endsWith('.sql')).toSorted();
    expect(all.length).toBeGreaterThan(4);
    const names = all.map((name) => path.basename(name, '.sql'));
    await run(...names);
    await database.script(`insert into storage.files (id, name, bucket_id) values ('${FILE}', 'a.pdf', 'default')`);
    const objects = `select string_agg(oid::regclass || ' ' || relnatts || ' ' || relchecks, ', ' order by oid) from pg_class
      where relnamespace in ('auth'::regnamespace, 'storage'::regnamespace, 'embutido'::regnamespace)`;
    const before = await one(objects);
    expect(before).toContain('storage.virus');
    await run(...names);
    expect(await one(objects)).toBe(before);
    expect(await one(`select name from storage.files where id = '${FILE}'`)).toBe('a.pdf');
  });

  test('changes nothing where a hosted Nhost has made the tables', async () => {
    await run('1_armazenamento', '2_identidade');
    await database.script('create table auth.migrations (id integer)');
    await run('5_nhost_completo');
    expect(await one("select to_regclass('auth.user_providers')::text")).toBe(null);
    expect(await one("select count(*)::int from pg_trigger where not tgisinternal and tgrelid = 'storage.files'::regclass")).toBe(0);
  });
});
