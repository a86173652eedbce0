/**
 * Empty databases with all migrations of a project, which the build makes so that a first start unpacks one: initdb and the migrations take
 * seconds, and more memory than the site. A file is named for the SQL files that made it, so it never serves another project or version.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import type { Migration } from './project-directory.ts';

/** Below the directory that holds `dist/`. */
export const PREPARED_DATABASES = 'dist/banco';

/** Puts an empty database with these migrations, some of them or none, into a folder that is empty; leaves it so where there is none. */
export type PutEmptyDatabase = (folder: string, migrations: readonly Migration[]) => Promise<void>;

/** The file, below `directory`, of the closed PGlite database that these migrations make. */
export function preparedFile(directory: string, migrations: readonly Migration[]): string {
  const hash = createHash('sha256').update(JSON.stringify(migrations.map(({ name, checksum }) => [name, checksum])));
  return path.join(directory, `${hash.digest('hex').slice(0, 16)}.tar.zst`);
}

/** Returns what unpacks the prepared database of a project. */
export function preparedDatabases(directory: string): PutEmptyDatabase {
  return async (folder, migrations) => {
    const file = preparedFile(directory, migrations);
    if (existsSync(file)) await unpackFolder(file, folder);
  };
}

/** Writes what is below `folder` to a file. */
export async function packFolder(folder: string, file: string): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createZstdCompress(), createWriteStream(file));
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const place = path.join(folder, name);
    if ((await stat(place)).isDirectory()) tar.entry({ name, type: 'directory' });
    else tar.entry({ name }, await readFile(place));
  }
  tar.finalize();
  await written;
}

/** Most of the time goes by while the kernel makes files, which it does for several at a time. */
const WRITES_AT_ONCE = 16;

async function unpackFolder(file: string, folder: string): Promise<void> {
  const tar = extract();
  const read = pipeline(createReadStream(file), createZstdDecompress(), tar);
  read.catch(() => undefined);
  let writes: Promise<void>[] = [];
  for await (const entry of tar) {
    const place = path.join(folder, entry.header.name);
    if (entry.header.type === 'directory') {
      await mkdir(place);
      entry.resume();
    } else {
      const write = writeFile(place, await buffer(entry));
      write.catch(() => undefined);
      writes.push(write);
    }
    if (writes.length === WRITES_AT_ONCE) {
      await Promise.all(writes);
      writes = [];
    }
  }
  await Promise.all(writes);
  await read;
}
