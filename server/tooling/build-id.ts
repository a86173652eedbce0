import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What a page's bytes depend on. The database's content is not among it: that changes without a build. */
const SOURCES = ['client', 'public', 'server', 'shared', 'package-lock.json', 'vite.config.ts'] as const;

/** Written by the build, or belonging to the operator. */
const LEFT_OUT = /(^|\/)(generated|node_modules|\.[^/]+)(\/|$)/;

/**
 * Returns the hash of all sources: 16 hexadecimal digits, the same on every machine and replica with the same files, so it serves as
 * the build id.
 */
export async function sourceHash(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of await filesBelow(root, source)) {
      const bytes = await readFile(path.join(root, file));
      hash.update(`${file}\n${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesBelow(root: string, source: string): Promise<readonly string[]> {
  if (path.extname(source) !== '') return [source];
  const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
}
