/** The empty databases that the build makes: one is used for exactly the SQL files that made it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparedDatabases, preparedFolder } from '../../../../../server/backend/embedded/migrations/prepared-database.ts';
import type { Migration } from '../../../../../server/backend/embedded/migrations/project-directory.ts';

const migration = (name: string, checksum: string): Migration => ({ name, checksum, file: `${name}/up.sql`, sql: '' });
const MIGRATIONS = [migration('bootstrap/1_a.sql', 'aa'), migration('1000_b', 'bb')];

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'preparado-'));
  await mkdir(preparedFolder(directory, MIGRATIONS));
});
afterAll(() => rm(directory, { recursive: true }));

test('finds the database of the same migrations, wherever their files are', async () => {
  const moved = MIGRATIONS.map((known) => ({ ...known, file: `/elsewhere/${known.file}` }));
  expect(await preparedDatabases(directory)(moved)).toBe(preparedFolder(directory, MIGRATIONS));
});

test.each([
  ['another text', [migration('bootstrap/1_a.sql', 'aa'), migration('1000_b', 'cc')]],
  ['another name', [migration('bootstrap/1_a.sql', 'aa'), migration('1001_b', 'bb')]],
  ['one more', [...MIGRATIONS, migration('2000_c', 'dd')]],
  ['one less', MIGRATIONS.slice(0, 1)],
])('finds none for migrations with %s', async (_name, migrations) => {
  expect(await preparedDatabases(directory)(migrations)).toBeUndefined();
});

test('finds none where nothing was built', async () => {
  expect(await preparedDatabases(path.join(directory, 'nada'))(MIGRATIONS)).toBeUndefined();
});
