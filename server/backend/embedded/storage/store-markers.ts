/** Small files by which a folder of files says which store it is, and that it was copied to another. */
import { randomUUID } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../../observability/startup-report.ts';
import { undefinedIfMissing } from './staged-files.ts';

/** The file of a shared directory that says which store it is. */
export const IDENTITY = '.deposito';
const COPIED = '.copiado';

/**
 * The identity of a shared directory, which the first server writes into it; a directory without one is `unknown` where none may be written.
 * The caller holds a lock that all replicas respect.
 * @throws StartupError for a directory that is not there, or cannot be written.
 */
export async function identityOf(folder: string, { create }: { readonly create: boolean }): Promise<string> {
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
export async function readCopyMarker(folder: string): Promise<string | undefined> {
  return readFile(path.join(folder, COPIED), 'utf8').catch(() => undefined);
}

/** Writes it down. A folder that is not there, or cannot be written, is looked through again at the next start. */
export async function writeCopyMarker(folder: string, address: string): Promise<void> {
  await writeFile(path.join(folder, COPIED), address, { mode: 0o600 }).catch(() => undefined);
}
