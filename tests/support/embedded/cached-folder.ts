/** Folders in `node_modules/.cache` that are expensive to make and belong to one state of the sources. */
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
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
