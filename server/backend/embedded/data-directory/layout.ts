/** Names inside the data directory. */

import { access, constants, mkdir, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '../../../../shared/errors/error-code.ts';
import { StartupError } from '../../../observability/startup-report.ts';

/** The major version of Postgres that PGlite is; it opens the directories of no other (`upgrade/` makes such a one from an older one). */
export const POSTGRES_MAJOR = '18';

/** Enough to keep a disk busy, few enough for the descriptor limit: a new database has more than a thousand files, and some systems allow 1,024. */
const SYNCS_AT_ONCE = 16;

export interface DataDirectory {
  readonly root: string;
  /** PGlite's Postgres directory. */
  readonly database: string;
  /** The bytes of the files of `storage.files`. */
  readonly files: string;
}

/** Names the parts of the data directory, which may be absent. */
export function dataDirectoryAt(root: string): DataDirectory {
  const absolute = path.resolve(root);
  return { root: absolute, database: path.join(absolute, 'banco'), files: path.join(absolute, 'arquivos') };
}

/**
 * Makes the data directory and its file folder, readable by the server's user only, and names its parts.
 * @throws StartupError when the directory cannot be made or written.
 */
export async function openDataDirectory(root: string): Promise<DataDirectory> {
  const directory = dataDirectoryAt(root);
  try {
    await makeFolders(directory.files);
    await access(directory.root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`DATA_DIR: the server cannot write to ${directory.root} (${reason})`, { cause: error });
  }
  return directory;
}

/** Bytes. A start of Postgres writes a segment of its log, of 16 MB, and a little more. */
const ROOM_TO_START = 32 * 1024 * 1024;

/** Returns why a database in the directory could not be opened: the error, unless the disk is full, of which the text of Postgres says nothing. */
export async function openingFault({ root }: DataDirectory, error: unknown): Promise<unknown> {
  const room = await statfs(root).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => ROOM_TO_START,
  );
  if (error instanceof StartupError || room >= ROOM_TO_START) return error;
  const megabytes = Math.floor(room / (1024 * 1024));
  return new StartupError(
    `DATA_DIR: the disk of ${root} has ${megabytes} MB left, and the database cannot start; make room and start again`,
    {
      cause: error,
    },
  );
}

/**
 * Makes a folder and those above it. Node's own `recursive` never ends where the folder above exists and the system says all the same that there is
 * no such place, as `/proc` does.
 */
async function makeFolders(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    const above = path.dirname(folder);
    if (!hasErrorCode(error, 'ENOENT') || above === folder) throw error;
    await makeFolders(above);
    await makeFolder(folder);
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const isThere = await stat(folder).then(
      (facts) => facts.isDirectory(),
      () => false,
    );
    if (!isThere) throw error;
  }
}

function unfinishedMark(directory: DataDirectory): string {
  return path.join(directory.root, 'banco.incompleto');
}

/**
 * Prepares the folder of the database. `created` says that there was none, or only the rest of a creation that was interrupted; the
 * mark then stands until `finishCreation`, because a half-written Postgres directory looks like a whole one.
 *
 * @throws StartupError for a folder that holds files but no `PG_VERSION`, over which PGlite would make a new database, and for the directory
 * of another major version. Nothing is changed then.
 */
export async function prepareDatabaseFolder(directory: DataDirectory): Promise<{ readonly created: boolean }> {
  const mark = unfinishedMark(directory);
  const names = new Set(await readdir(directory.root));
  const interrupted = names.has(path.basename(mark));
  if (names.has(path.basename(directory.database)) && !interrupted && (await holdsDatabase(directory.database))) return { created: false };
  await writeDurably(mark);
  await rm(directory.database, { recursive: true, force: true });
  await mkdir(directory.database, { mode: 0o700 });
  return { created: true };
}

/** Whether a folder is a Postgres directory that can be opened; false for an empty folder. @throws StartupError for any other. */
async function holdsDatabase(folder: string): Promise<boolean> {
  if ((await readdir(folder)).length === 0) return false;
  const major = await majorOf(folder);
  if (major === POSTGRES_MAJOR) return true;
  const fault =
    major === undefined
      ? 'it holds files, but its PG_VERSION is missing or empty'
      : `it was made by Postgres ${major}, and this version of the site needs Postgres ${POSTGRES_MAJOR}`;
  throw new StartupError(
    `DATA_DIR: the database in ${folder} cannot be opened: ${fault}. Nothing was changed. Restore the folder from a backup, open it with the ` +
      'version of the site that made it, or move it away to start with a new database.',
  );
}

/** The major version of Postgres that made a database; undefined where there is none that says so. */
export async function majorOf(folder: string): Promise<string | undefined> {
  const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => '');
  return version.trim().slice(0, 10) || undefined;
}

/** Whether the database is the rest of a creation that was interrupted. */
export async function isCreationUnfinished(directory: DataDirectory): Promise<boolean> {
  return (await readdir(directory.root)).includes(path.basename(unfinishedMark(directory)));
}

/** Syncs the new database's files to the disk (initdb wrote them without) and removes the mark. */
export async function finishCreation(directory: DataDirectory): Promise<void> {
  await syncTree(directory.database);
  await rm(unfinishedMark(directory), { force: true });
  await syncPath(directory.root);
}

/** Brings all files and folders below a folder to the disk, and the folder itself. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile() || entry.isDirectory()).map((entry) => path.join(entry.parentPath, entry.name));
  await syncPaths([...paths, folder]);
}

/** Syncs files and folders, some at a time. */
export async function syncPaths(paths: readonly string[]): Promise<void> {
  const waiting = [...paths];
  while (waiting.length > 0) await Promise.all(waiting.splice(0, SYNCS_AT_ONCE).map(syncPath));
}

/** Writes a small file that survives a power loss once this resolves. */
export async function writeDurably(file: string, text = ''): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncPath(path.dirname(file));
}

/** fsync of a file or a folder, so that its content or its names survive a power loss. */
export async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
