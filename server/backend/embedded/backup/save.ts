/** Writes a backup of a database and its files, of one moment: rows of one snapshot, and the contents that they name, which never change. */
import type { Writable } from 'node:stream';
import { type Database, LONG_TRANSACTION, type Queryable } from '../database.ts';
import { readInstallation } from '../migrations/installation.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { type Manifest, manifestNow } from './manifest.ts';
import { contentOf, contentsNamed, piecesOf, SESSION_SETTINGS, sequencesOf, tablesOf } from './rows.ts';

export interface SaveOptions {
  /** One that no site waits for: a server, or a copy of the database in process. */
  readonly database: Database;
  readonly blobs: Pick<BlobStore, 'size' | 'open'>;
  readonly output: Writable;
  readonly report: (message: string, done: number, total: number) => void;
}

/** Resolves with the manifest when the output has everything. */
export async function saveBackup({ database, blobs, output, report }: SaveOptions): Promise<Manifest> {
  const archive = writeArchive(output);
  const { contents, ...rows } = await database.transaction(async (tx) => {
    await tx.script('set transaction isolation level repeatable read, read only');
    await tx.script(SESSION_SETTINGS);
    return { ...(await saveRows(tx, archive, report)), contents: await contentsNamed(tx) };
  }, LONG_TRANSACTION);
  const files = await saveFiles(contents, archive, { blobs, report });
  const manifest = manifestNow({ ...rows, files });
  await archive.finish(manifest);
  return manifest;
}

async function saveRows(
  tx: Queryable,
  archive: ArchiveWriter,
  report: SaveOptions['report'],
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const { applied } = await readInstallation(tx);
  const tables: Manifest['tables'] = [];
  const found = await tablesOf(tx);
  for (const [index, table] of found.entries()) {
    report('Saving tables', index, found.length);
    const pieces: Manifest['tables'][number]['pieces'] = [];
    for await (const bytes of piecesOf(tx, table.name)) pieces.push(await archive.addRows(index, pieces.length, bytes));
    tables.push({ ...table, ...(await contentOf(tx, table)), pieces });
  }
  const migrations = [...applied].map(([name, checksum]) => ({ name, checksum }));
  return { migrations, tables, sequences: await sequencesOf(tx) };
}

async function saveFiles(
  contents: readonly string[],
  archive: ArchiveWriter,
  { blobs, report }: Pick<SaveOptions, 'blobs' | 'report'>,
): Promise<Manifest['files']> {
  const files: Manifest['files'] = { count: 0, bytes: 0, missing: [] };
  for (const [index, sha256] of contents.entries()) {
    report('Saving files', index, contents.length);
    const size = await blobs.size(sha256);
    if (size === undefined) {
      files.missing.push(sha256);
      continue;
    }
    if ((await archive.addFile(sha256, size, blobs.open(sha256))) === sha256) {
      files.count += 1;
      files.bytes += size;
    } else {
      files.missing.push(sha256);
    }
  }
  return files;
}
