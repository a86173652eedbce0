/** A small project on which mutations are tested: authors, their books and tags, with an editor, a reader and a role that only inserts. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../../server/backend/embedded/database.ts';
import type { Metadata } from '../../../server/backend/embedded/graphql/metadata/metadata.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';

export function mutationMetadata(): Promise<Metadata> {
  return readMetadata(path.join(import.meta.dirname, 'metadata'));
}

/** Makes the empty tables anew; the countries are the only rows. */
export async function installMutationFixture(database: Database): Promise<void> {
  const schema = await readFile(path.join(import.meta.dirname, 'schema.sql'), 'utf8');
  await database.script(`drop schema public cascade; create schema public; ${schema}`);
}
