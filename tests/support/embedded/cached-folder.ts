/** Folders in `node_modules/.cache` that are expensive to make and belong to one state of the sources. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const CACHE = path.resolve('node_modules/.cache');

/** Returns the folder `name` of the cache; where there is none, `make` fills one. The name carries what the content depends on. */
export async function cachedFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const target = path.join(CACHE, name);
  if (await isThere(target)) return target;
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(`${target}-`);
  await make(own);
  // Whole or not at all. Another process may have been faster; its folder has the same content.
  await rename(own, target).catch(() => rm(own, { recursive: true }));
  return target;
}

function isThere(target: string): Promise<boolean> {
  return stat(target).then(
    () => true,
    () => false,
  );
}

/** Hash of files, and of all files below folders, by name and content. */
export async function digestOf(...places: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const place of places) {
    const isFolder = (await stat(place)).isDirectory();
    const entries = isFolder ? await readdir(place, { recursive: true, withFileTypes: true }) : [];
    const below = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    for (const file of isFolder ? below.toSorted() : [place]) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}
