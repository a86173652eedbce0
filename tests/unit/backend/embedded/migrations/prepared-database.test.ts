/** The empty databases that the build makes: one is used for exactly the SQL files that made it. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { packFolder, preparedDatabases, preparedFile } from '../../../../../server/backend/embedded/migrations/prepared-database.ts';
import type { Migration } from '../../../../../server/backend/embedded/migrations/project-directory.ts';

const migration = (name: string, checksum: string): Migration => ({ name, checksum, file: `${name}/up.sql`, sql: '' });
const MIGRATIONS = [migration('bootstrap/1_a.sql', 'aa'), migration('1000_b', 'bb')];

/** More than a piece of a stream. */
const TABLE = Buffer.alloc(300_000, 'linha ');

/** More than are written at once. */
const SMALL = Array.from({ length: 40 }, (_, n) => `base/1/${10_000 + n}`);

let directory: string;
let folder: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'preparado-'));
  const made = path.join(directory, 'feito');
  await mkdir(path.join(made, 'base/1'), { recursive: true });
  await mkdir(path.join(made, 'pg_notify'));
  await writeFile(path.join(made, 'PG_VERSION'), '18\n');
  await writeFile(path.join(made, 'base/1/1259'), TABLE);
  await writeFile(path.join(made, 'base/1/vazio'), '');
  for (const name of SMALL) await writeFile(path.join(made, name), name);
  // Postgres lets only the user who made its files read them.
  await chmod(path.join(made, 'PG_VERSION'), 0o600);
  await packFolder(made, preparedFile(directory, MIGRATIONS));
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(directory, 'novo-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('unpacks the database of the same migrations, wherever their files are', async () => {
  await preparedDatabases(directory)(
    folder,
    MIGRATIONS.map((known) => ({ ...known, file: `/elsewhere/${known.file}` })),
  );
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'PG_VERSION',
    'base',
    'base/1',
    ...SMALL,
    'base/1/1259',
    'base/1/vazio',
    'pg_notify',
  ]);
  expect(await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n');
  for (const name of SMALL) expect(await readFile(path.join(folder, name), 'utf8')).toBe(name);
  expect(TABLE.equals(await readFile(path.join(folder, 'base/1/1259')))).toBe(true);
});

test('refuses a file that was cut', async () => {
  const whole = await readFile(preparedFile(directory, MIGRATIONS));
  const cut = MIGRATIONS.slice(1);
  await writeFile(preparedFile(directory, cut), whole.subarray(0, whole.length / 2));
  await expect(preparedDatabases(directory)(folder, cut)).rejects.toThrow(/unexpected end/i);
});

test('rejects when a file cannot be written', async () => {
  await mkdir(path.join(folder, 'PG_VERSION'));
  await expect(preparedDatabases(directory)(folder, MIGRATIONS)).rejects.toThrow(/EISDIR/);
});

test.each([
  ['another text', [migration('bootstrap/1_a.sql', 'aa'), migration('1000_b', 'cc')]],
  ['another name', [migration('bootstrap/1_a.sql', 'aa'), migration('1001_b', 'bb')]],
  ['one more', [...MIGRATIONS, migration('2000_c', 'dd')]],
  ['one less', MIGRATIONS.slice(0, 1)],
])('leaves the folder empty for migrations with %s', async (_name, migrations) => {
  await preparedDatabases(directory)(folder, migrations);
  expect(await readdir(folder)).toEqual([]);
});

test('leaves the folder empty where nothing was built', async () => {
  await preparedDatabases(path.join(directory, 'nada'))(folder, MIGRATIONS);
  expect(await readdir(folder)).toEqual([]);
});
