/**
 * Empty databases with all migrations of a project, which the build makes so that a first start copies one: initdb and the migrations take
 * seconds, and more memory than the site. A folder is named for the SQL files that made it, so it never serves another project or version.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Migration } from './project-directory.ts';

/** Below the directory that holds `dist/`. */
export const PREPARED_DATABASES = 'dist/banco';

/** The folder, below `directory`, of the closed PGlite database that these migrations make. */
export function preparedFolder(directory: string, migrations: readonly Migration[]): string {
  const hash = createHash('sha256').update(JSON.stringify(migrations.map(({ name, checksum }) => [name, checksum])));
  return path.join(directory, hash.digest('hex').slice(0, 16));
}

/** Returns what finds the prepared database of a project; undefined where the build has made none for it. */
export function preparedDatabases(directory: string): (migrations: readonly Migration[]) => Promise<string | undefined> {
  return async (migrations) => {
    const folder = preparedFolder(directory, migrations);
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isThere ? folder : undefined;
  };
}
