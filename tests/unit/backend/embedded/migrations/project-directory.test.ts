import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProject, readMigrations } from '../../../../../server/backend/embedded/migrations/project-directory.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'projeto-'));
  await put({ 'metadata/version.yaml': 'version: 3' });
});
afterEach(() => rm(root, { recursive: true }));

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function migrationsOf(): Promise<readonly string[]> {
  await mkdir(path.join(root, 'bootstrap'), { recursive: true });
  const migrations = await readMigrations(await openProject(root), path.join(root, 'bootstrap'));
  return migrations.map(({ name, sql }) => `${name}: ${sql}`);
}

describe('migrations as the Hasura CLI lays them out', () => {
  test('lie below the name of the database, in the order of their numbers', async () => {
    await put({
      'migrations/principal/10_b/up.sql': 'b',
      'migrations/principal/9_a/up.sql': 'a',
      'migrations/principal/10_b/down.sql': 'x',
    });
    expect(await migrationsOf()).toEqual(['9_a: a', '10_b: b']);
  });

  test('lie directly in their folder, each in one of its own or in one file', async () => {
    await put({ 'migrations/1_a/up.sql': 'a', 'migrations/2_b.up.sql': 'b', 'migrations/2_b.down.sql': 'x' });
    expect(await migrationsOf()).toEqual(['1_a: a', '2_b: b']);
  });

  test('migrations with only down.sql are left out', async () => {
    await put({ 'migrations/default/1_a/up.sql': 'a', 'migrations/default/2_b/down.sql': 'x' });
    expect(await migrationsOf()).toEqual(['1_a: a']);
  });

  test('may be missing altogether', async () => {
    expect(await migrationsOf()).toEqual([]);
  });

  test('two migrations of one number are refused', async () => {
    await put({ 'migrations/default/1_a/up.sql': 'a', 'migrations/default/01_b/up.sql': 'b' });
    await expect(migrationsOf()).rejects.toThrow('two migrations have the number 1');
  });

  test('migrations of two databases are refused', async () => {
    await put({ 'migrations/a/1_a/up.sql': 'a', 'migrations/b/1_b/up.sql': 'b' });
    await expect(migrationsOf()).rejects.toThrow('more than one database');
  });
});
