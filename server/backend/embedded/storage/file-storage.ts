/**
 * Opens the store of the files that the operator chose, and proves at the start that it is the one in which this database's files are. What
 * an earlier start kept in the data directory, or in the database, is copied into it.
 */

import { randomUUID } from 'node:crypto';
import { access, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { undefinedIfMissing } from '../../../../shared/errors/error-code.ts';
import type { Logger } from '../../../observability/log.ts';
import { StartupError } from '../../../observability/startup-report.ts';
import type { DataDirectory } from '../data-directory/layout.ts';
import type { Database, Queryable } from '../database.ts';
import { lockSchema } from '../migrations/installation.ts';
import type { BlobStore } from './blob-store.ts';
import { copyFiles, type EarlierStore } from './copied-files.ts';
import { DirectoryBlobs, type SyncMode } from './directory-blobs.ts';
import { PostgresBlobs } from './postgres-blobs.ts';
import { S3Blobs } from './s3-blobs.ts';
import { S3Error, type S3Options } from './s3-client.ts';

/** Where the operator wants the files. `directory` is one that every replica has, which the operator declares. */
export type FilesPlace =
  | { readonly kind: 'dataDirectory' }
  | { readonly kind: 'database' }
  | { readonly kind: 'directory'; readonly path: string }
  | ({ readonly kind: 's3' } & S3Options);

export interface FileStorage {
  readonly blobs: BlobStore;
  /** The same store for a bulk load in a transaction. */
  forLoad(tx: Queryable): BlobStore;
  /** True at the first start with this store: rows may name bytes that are still on the disk of another server. */
  readonly isNew: boolean;
}

export interface FileStorageOptions {
  readonly place: FilesPlace;
  readonly database: Database;
  readonly directory: DataDirectory;
  readonly log: Logger;
  readonly progress: (message: string, done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** @throws StartupError when the store cannot be used, or is another than this database's files are in. */
export async function openFileStorage(options: FileStorageOptions): Promise<FileStorage> {
  const { place, database } = options;
  const stores = storesOf(options);
  const known = await database.transaction((tx) => recognize(tx, place));
  await prove(stores.blobs, { ...options, wasUsedBefore: known.recorded === known.address });
  await copyEarlierFiles(stores.blobs, known, options);
  if (known.recorded !== known.address) await database.transaction((tx) => record(tx, place, known));
  return { ...stores, isNew: known.recorded !== known.address };
}

function storesOf({ place, database, directory }: FileStorageOptions): Pick<FileStorage, 'blobs' | 'forLoad'> {
  switch (place.kind) {
    case 'database':
      return { blobs: new PostgresBlobs(database), forLoad: (tx) => new PostgresBlobs(tx) };
    case 's3': {
      const blobs = new S3Blobs(place, path.join(directory.root, 'envios'));
      return { blobs, forLoad: () => blobs };
    }
    case 'dataDirectory':
      return { blobs: new DirectoryBlobs(directory.files, 'each'), forLoad: () => new DirectoryBlobs(directory.files, 'deferred') };
    case 'directory': {
      const openIn = (mode: SyncMode): DirectoryBlobs => new DirectoryBlobs(place.path, mode, IDENTITY);
      return { blobs: openIn('each'), forLoad: () => openIn('deferred') };
    }
  }
}

interface KnownStore {
  /** Says which store this is, on every replica alike. */
  readonly address: string;
  readonly recorded: string | undefined;
}

const IN_DATABASE = 'postgres';
const IN_DATA_DIRECTORY = 'data-directory';

async function recognize(tx: Queryable, place: FilesPlace): Promise<KnownStore> {
  await lockSchema(tx);
  const recorded = await recordedAddress(tx);
  const address = await addressOf(place, recorded);
  refuseAnother(place, { address, recorded });
  return { address, recorded };
}

async function recordedAddress(tx: Queryable): Promise<string | undefined> {
  const { rows } = await tx.query('select endereco from embutido.deposito');
  return rows[0] === undefined ? undefined : String(rows[0]['endereco']);
}

async function addressOf(place: FilesPlace, recorded: string | undefined): Promise<string> {
  switch (place.kind) {
    case 'database':
      return IN_DATABASE;
    case 'dataDirectory':
      return IN_DATA_DIRECTORY;
    case 's3':
      return `s3 ${place.endpoint}/${place.bucket}`;
    case 'directory':
      return `directory ${await identityOf(place.path, { create: recorded?.startsWith('directory ') !== true })}`;
  }
}

/** Files are copied from the database and from the data directory, which the server has at hand; not from a bucket or another directory. */
function refuseAnother(place: FilesPlace, { address, recorded }: KnownStore): void {
  if (recorded === undefined || recorded === address || recorded === IN_DATABASE || recorded === IN_DATA_DIRECTORY) return;
  const wayOut = 'to begin with another store, copy its files there and run: delete from embutido.deposito';
  if (place.kind === 'directory' && recorded.startsWith('directory ')) {
    throw new StartupError(
      `SHARED_FILES_DIR: ${place.path} is not the directory in which the files of this database are; every replica must mount the same one ` +
        `(its .deposito says ${recorded.slice('directory '.length)}). ${wayOut}`,
    );
  }
  throw new StartupError(
    `The files of this database are in the store "${recorded}", and the configuration names "${address}". Set the variables as on the other ` +
      `replicas; ${wayOut}`,
  );
}

async function record(tx: Queryable, place: FilesPlace, known: KnownStore): Promise<void> {
  await lockSchema(tx);
  // Another replica, with other variables, may have been faster.
  refuseAnother(place, { ...known, recorded: await recordedAddress(tx) });
  await tx.query('insert into embutido.deposito (endereco) values ($1) on conflict (unico) do update set endereco = excluded.endereco', [
    known.address,
  ]);
}

/** Writes and reads a few bytes. A store that was used before and fails now is a fault of the moment: pages are served without it. */
async function prove(
  blobs: BlobStore,
  { place, log, wasUsedBefore }: FileStorageOptions & { readonly wasUsedBefore: boolean },
): Promise<void> {
  const marker = randomUUID();
  try {
    await blobs.writeMarker(marker);
    if (place.kind !== 'database' && !(await blobs.hasMarker(marker))) throw new Error('it does not give back what was written');
    await blobs.removeMarker(marker);
  } catch (error) {
    const isRefusal = error instanceof S3Error && error.status < 500;
    if (wasUsedBefore && !isRefusal) {
      log.warn({ err: error }, 'the store of the files does not work at the moment');
      return;
    }
    throw new StartupError(`${VARIABLE[place.kind]}: the store of the files cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

const VARIABLE = { database: 'DATABASE_URL', dataDirectory: 'DATA_DIR', directory: 'SHARED_FILES_DIR', s3: 'S3_ENDPOINT' } as const;

/** The reason below it, where the error of the client says no more than that there is one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const below = error.cause instanceof Error ? (error.cause.cause ?? error.cause) : undefined;
  return below instanceof Error && below.message !== '' ? `${error.message} (${below.message})` : error.message;
}

async function copyEarlierFiles(blobs: BlobStore, known: KnownStore, options: FileStorageOptions): Promise<void> {
  const { place, database, directory } = options;
  if (place.kind === 'dataDirectory') return;
  const isSame = place.kind === 'directory' && (await realpath(place.path)) === (await realpath(directory.files).catch(() => undefined));
  if (!isSame && (await readCopyMarker(directory.files)) !== known.address) {
    const named = await copyFrom(new DirectoryBlobs(directory.files, 'each'), directory.files, blobs, options);
    // Where no row names any of them, the rows may come later, from a backup.
    if (named > 0) await writeCopyMarker(directory.files, known.address);
  }
  if (known.recorded === IN_DATABASE && place.kind !== 'database') {
    await copyFrom(new PostgresBlobs(database), 'embutido.conteudo', blobs, options);
  }
}

async function copyFrom(
  from: EarlierStore,
  name: string,
  blobs: BlobStore,
  { database, log, progress, signal }: FileStorageOptions,
): Promise<number> {
  const onCopied = (copied: number): void => progress('Copying files to their store', copied, 0);
  const { named, copied, damaged } = await copyFiles(from, blobs, { database, signal, onCopied });
  if (copied > 0)
    log.info({ copied, from: name }, 'files were copied to the store that the configuration names; nothing was removed there');
  if (damaged.length > 0) log.warn({ damaged: damaged.slice(0, 20), from: name }, 'files whose bytes are damaged were not copied');
  return named;
}

/** The file of a shared directory that says which store it is. */
const IDENTITY = '.deposito';
const COPIED = '.copiado';

/**
 * The identity of a shared directory, which the first server writes into it; a directory without one is `unknown` where none may be written.
 * The caller holds a lock that all replicas respect.
 * @throws StartupError for a directory that is not there, or cannot be written.
 */
async function identityOf(folder: string, { create }: { readonly create: boolean }): Promise<string> {
  try {
    await access(folder);
    const file = path.join(folder, IDENTITY);
    const found = (await readFile(file, 'utf8').catch(undefinedIfMissing))?.trim();
    if (found !== undefined && found !== '') return found;
    if (!create) return 'unknown';
    const identity = randomUUID();
    await writeFile(file, `${identity}\n`, { mode: 0o600 });
    return identity;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`SHARED_FILES_DIR: ${folder} must be a directory that the server can write to (${reason})`, { cause: error });
  }
}

/** The store to which the files of a folder were copied; undefined when they were not. */
async function readCopyMarker(folder: string): Promise<string | undefined> {
  return readFile(path.join(folder, COPIED), 'utf8').catch(() => undefined);
}

/** Writes that marker. Without one, where the folder is missing or cannot be written, the next start looks through the folder again. */
async function writeCopyMarker(folder: string, address: string): Promise<void> {
  await writeFile(path.join(folder, COPIED), address, { mode: 0o600 }).catch(() => undefined);
}
