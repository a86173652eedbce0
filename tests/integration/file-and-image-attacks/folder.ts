import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Files under a folder, at any depth, by their path from it; none where there is no folder. */
export async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Those of them that are not being written at this moment. */
export async function picturesUnder(folder: string): Promise<readonly string[]> {
  return (await filesUnder(folder)).filter((file) => !file.endsWith('.tmp'));
}

/** The bytes of all, all together. */
export async function bytesUnder(folder: string): Promise<number> {
  const sizes = (await filesUnder(folder)).map(async (file) =>
    stat(path.join(folder, file)).then(
      ({ size }) => size,
      // Removed in the meantime.
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
