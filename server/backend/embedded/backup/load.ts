/** Puts the rows and files of a verified archive into a database that has the same migrations and no site, in one transaction. */
import { type Database, LONG_TRANSACTION, type Queryable } from '../database.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { ArchiveError, readArchive } from './archive.ts';
import type { Manifest } from './manifest.ts';
import { contentOf, linesOf, SESSION_SETTINGS, storedColumns, type Table, tablesOf } from './rows.ts';

export interface LoadOptions {
  /** The archive, which `proveArchive` has read. */
  readonly file: string;
  readonly manifest: Manifest;
  readonly database: Database;
  /** The store for a bulk load in the transaction of the rows. */
  readonly blobsFor: (tx: Queryable) => BlobStore;
  readonly report: (message: string, done: number, total: number) => void;
}

/** @throws ArchiveError when the tables differ from those of the backup, or hold other rows afterwards. Then no row is changed. */
export async function loadBackup(options: LoadOptions): Promise<void> {
  const { database, manifest, blobsFor } = options;
  await database.transaction(async (tx) => {
    await tx.script(SESSION_SETTINGS);
    const tables = await tablesOf(tx);
    refuseOtherTables(manifest, tables);
    const setAside = await setAsideGuards(
      tx,
      tables.map(({ name }) => name),
    );
    if (tables.length > 0) await tx.script(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    // Before the files, which take the next numbers of their own table where the database is their store.
    for (const { name, last, called } of manifest.sequences) {
      await tx.query('select setval(to_regclass($1), $2::bigint, $3) where to_regclass($1) is not null', [name, last, called]);
    }
    const blobs = blobsFor(tx);
    await loadEntries(tx, blobs, options);
    // Before the commit: rows of a restored site name whole files.
    await blobs.flush();
    for (const statement of setAside) await tx.script(statement);
    await proveContent(tx, options);
  }, LONG_TRANSACTION);
  await database.script('analyze');
}

function refuseOtherTables(manifest: Manifest, tables: readonly Table[]): void {
  const formOf = ({ name, columns }: Table): string => JSON.stringify([name, columns]);
  const [wanted, present] = [new Set(manifest.tables.map(formOf)), new Set(tables.map(formOf))];
  const differing = [...manifest.tables, ...tables].find((table) => !wanted.has(formOf(table)) || !present.has(formOf(table)));
  if (differing === undefined) return;
  throw new ArchiveError(`the table ${differing.name} is not the same in the backup and in this version: it was changed by hand`);
}

/**
 * Takes away what guards or follows single rows: foreign keys, because tables refer to each other in circles, and triggers, whose effects
 * are in the rows. Returns the statements that bring them back; foreign keys look all rows up then.
 */
async function setAsideGuards(tx: Queryable, tables: readonly string[]): Promise<readonly string[]> {
  const { rows: keys } = await tx.query(
    `select conrelid::regclass::text as tabela, quote_ident(conname) as nome, pg_get_constraintdef(oid) as forma
     from pg_catalog.pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`,
    [tables],
  );
  const { rows: triggers } = await tx.query(
    `select tgrelid::regclass::text as tabela, quote_ident(tgname) as nome
     from pg_catalog.pg_trigger where not tgisinternal and tgenabled = 'O' and tgrelid::regclass::text = any($1)`,
    [tables],
  );
  for (const { tabela, nome } of keys) await tx.script(`alter table ${String(tabela)} drop constraint ${String(nome)}`);
  for (const { tabela, nome } of triggers) await tx.script(`alter table ${String(tabela)} disable trigger ${String(nome)}`);
  return [
    ...triggers.map(({ tabela, nome }) => `alter table ${String(tabela)} enable trigger ${String(nome)}`),
    ...keys.map(({ tabela, nome, forma }) => `alter table ${String(tabela)} add constraint ${String(nome)} ${String(forma)}`),
  ];
}

async function loadEntries(tx: Queryable, blobs: BlobStore, { file, manifest, report }: LoadOptions): Promise<void> {
  const tableOf = new Map(manifest.tables.flatMap((table) => table.pieces.map(({ name }) => [name, table] as const)));
  const missing = new Set(manifest.files.missing);
  let [pieces, files] = [0, 0];
  for await (const entry of readArchive(file)) {
    if (entry.kind === 'file') {
      if (missing.has(entry.sha256)) {
        entry.content.resume();
        continue;
      }
      await (await blobs.stage(entry.content)).keep();
      report('Restoring files', ++files, manifest.files.count);
      continue;
    }
    const table = tableOf.get(entry.name);
    if (table === undefined) continue;
    await tx.query(insertOf(table), [linesOf(entry.bytes)]);
    report('Restoring tables', ++pieces, tableOf.size);
  }
}

function insertOf({ name, columns }: Table): string {
  const own = storedColumns(columns);
  // "offset 0" keeps Postgres from reading the literal once for each column.
  return `insert into ${name} (${own.join(', ')}) overriding system value
    select ${own.map((column) => `(linha).${column}`).join(', ')} from (select unnest($1::text[])::${name} as linha offset 0) lidas`;
}

async function proveContent(tx: Queryable, { manifest, report }: LoadOptions): Promise<void> {
  for (const [index, table] of manifest.tables.entries()) {
    report('Comparing tables', index, manifest.tables.length);
    const found = await contentOf(tx, table);
    if (found.rows !== table.rows || found.digest !== table.digest) {
      throw new ArchiveError(`the table ${table.name} has other rows than the backup`);
    }
  }
}
