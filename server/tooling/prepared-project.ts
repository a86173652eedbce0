/** What the build makes of the site's own project, so that a start does not: an empty database, and its metadata parsed. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPgliteDatabase } from '../backend/embedded/database/pglite-database.ts';
import { parseYaml } from '../backend/embedded/graphql/metadata/metadata-node.ts';
import { hashOf, PARSED_FILES } from '../backend/embedded/graphql/metadata/parsed-files.ts';
import { PREPARED_DATABASES, packFolder, preparedFile } from '../backend/embedded/migrations/prepared-database.ts';
import { openProject, readMigrations } from '../backend/embedded/migrations/project-directory.ts';
import { migrate } from '../backend/embedded/migrations/runner.ts';

const PROJECT = 'server/project';
const PGLITE = 'node_modules/@electric-sql/pglite/package.json';

/** Writes both below `dist/`. The database stays as it is while the migrations and PGlite do. */
export async function prepareProject(root: string): Promise<void> {
  await Promise.all([prepareDatabase(root), parseMetadata(root)]);
}

async function prepareDatabase(root: string): Promise<void> {
  const project = path.join(root, PROJECT);
  const migrations = await readMigrations(await openProject(project), path.join(project, 'bootstrap'));
  const directory = path.join(root, PREPARED_DATABASES);
  const file = preparedFile(directory, migrations);
  const { version } = JSON.parse(await readFile(path.join(root, PGLITE), 'utf8')) as { readonly version: string };
  const record = path.join(directory, 'pglite.txt');
  if (existsSync(file) && (await readFile(record, 'utf8').catch(() => '')) === version) return;
  await rm(directory, { recursive: true, force: true });
  const folder = path.join(directory, 'novo');
  await mkdir(folder, { recursive: true });
  const database = await openPgliteDatabase({ directory: folder });
  try {
    await migrate(database, migrations);
  } finally {
    await database.close();
  }
  await removeRecycledLog(path.join(folder, 'pg_wal'));
  await packFolder(folder, file);
  await rm(folder, { recursive: true });
  await writeFile(record, version);
}

const SEGMENT_BYTES = 16_777_216n;

/**
 * Removes what Postgres keeps to write its log into later, 16 MB each: a segment whose first page still has the address that it had under an older name
 * (`XLogPageHeaderData`). Postgres makes it anew.
 */
async function removeRecycledLog(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => /^[0-9A-F]{24}$/.test(entry))) {
    const file = path.join(folder, name);
    const address = (await readFile(file)).readBigUInt64LE(8);
    const named = BigInt(`0x${name.slice(8, 16)}`) * 2n ** 32n + BigInt(`0x${name.slice(16)}`) * SEGMENT_BYTES;
    if (address !== named) await rm(file);
  }
}

async function parseMetadata(root: string): Promise<void> {
  const { metadata } = await openProject(path.join(root, PROJECT));
  const files = (await readdir(metadata, { recursive: true })).filter((file) => file.endsWith('.yaml'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(metadata, file), 'utf8')));
  const values = texts.map((text, index) => [hashOf(text), parseYaml(text, path.join(metadata, files[index] ?? ''))] as const);
  await mkdir(path.dirname(path.join(root, PARSED_FILES)), { recursive: true });
  await writeFile(path.join(root, PARSED_FILES), JSON.stringify(Object.fromEntries(values)));
}
