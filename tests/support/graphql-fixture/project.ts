/** The small project on which the engine is tested: a library of tables with every scalar type, relationships and three roles. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../../server/backend/embedded/database.ts';
import type { Metadata } from '../../../server/backend/embedded/graphql/metadata/metadata.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';

export function fixtureMetadata(): Promise<Metadata> {
  return readMetadata(path.join(import.meta.dirname, 'metadata'));
}

/** Makes the fixture's tables and rows in an empty database. */
export async function installFixture(database: Database): Promise<void> {
  await database.script(await readFile(path.join(import.meta.dirname, 'schema.sql'), 'utf8'));
  await installRows(database);
}

/** Makes the fixture's rows in its empty tables. */
export async function installRows(database: Database): Promise<void> {
  await database.script(await readFile(path.join(import.meta.dirname, 'rows.sql'), 'utf8'));
}
