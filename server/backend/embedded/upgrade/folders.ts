/**
 * Where an upgrade works inside the data directory, and the renames that end it. The older database is read from a copy and stays as it is
 * until the new one is verified; then it is renamed, never removed. A process may end between any two steps: the next start throws away
 * what is not verified, and finishes what is.
 */
import { constants, cp, mkdir, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { type DataDirectory, majorOf, syncPath, syncTree, writeDurably } from '../data-directory/layout.ts';

export interface UpgradeFolders {
  readonly root: string;
  readonly work: string;
  /** A copy of the older database, since an engine that opens a database writes to it. */
  readonly copy: string;
  readonly made: string;
  /** A file that says: the folder `made` holds all of the older database, whose major version is the text of the file. */
  readonly mark: string;
}

export function upgradeFolders({ root }: DataDirectory): UpgradeFolders {
  const work = path.join(root, 'banco.atualizacao');
  return { root, work, copy: path.join(work, 'anterior'), made: path.join(work, 'novo'), mark: path.join(work, 'conferido') };
}

/** Where the older database stays. */
export function keptFolder({ database }: DataDirectory, major: string): string {
  return `${database}.postgres-${major}`;
}

/** Measured: an empty database of PGlite 0.5 takes 40 MB, with its log. */
const EMPTY_DATABASE_BYTES = 64 * 2 ** 20;

/** Bytes that an upgrade may take beside the older database (its copy, the new one, and what an empty one takes), and those that are free. */
export async function spaceFor(directory: DataDirectory): Promise<{ readonly needed: number; readonly free: number }> {
  const entries = await readdir(directory.database, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(path.join(entry.parentPath, entry.name)));
  const size = (await Promise.all(files)).reduce((sum, file) => sum + file.size, 0);
  const { bavail, bsize } = await statfs(directory.root);
  return { needed: 2 * size + EMPTY_DATABASE_BYTES, free: bavail * bsize };
}

/** Makes the folders anew and copies the older database, sharing its blocks where the file system can. */
export async function beginUpgrade(directory: DataDirectory, folders: UpgradeFolders): Promise<void> {
  await rm(folders.work, { recursive: true, force: true });
  await mkdir(folders.made, { recursive: true, mode: 0o700 });
  await cp(directory.database, folders.copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Records that the new database is verified, when all of it is on the disk. */
export async function markVerified(folders: UpgradeFolders, major: string): Promise<void> {
  await syncTree(folders.made);
  await writeDurably(folders.mark, major);
}

/**
 * Puts a verified database in its place and keeps the older one beside it; whatever an earlier process did of it is not done again. Throws away
 * what is not verified. Returns the folder of the older one when a verified one was put in its place.
 */
export async function finishUpgrade(directory: DataDirectory): Promise<string | undefined> {
  const folders = upgradeFolders(directory);
  const major = await readFile(folders.mark, 'utf8').catch(() => undefined);
  let kept: string | undefined;
  if (major !== undefined && (await isThere(folders.made))) {
    kept = keptFolder(directory, major);
    if ((await majorOf(directory.database)) === major) await rename(directory.database, kept);
    await rename(folders.made, directory.database);
    await syncPath(directory.root);
    await syncPath(folders.work);
  }
  await rm(folders.work, { recursive: true, force: true });
  return kept;
}

export function isThere(target: string): Promise<boolean> {
  return stat(target).then(
    () => true,
    () => false,
  );
}
