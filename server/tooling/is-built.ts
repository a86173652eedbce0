/** The id of a build, and whether there is anything to build. Apart from the build itself, whose tools take longer to load than the site does. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BUILD_RECORD } from '../builds/record.ts';

/** What the build writes outside `dist/` and the server loads: a cleaned checkout may keep the one without the other. */
const GENERATED = 'shared/graphql/generated/all.ts';

/** True when `dist/` was built from exactly these sources and what the build generates among them is still there. */
export async function isBuilt(root: string): Promise<boolean> {
  if (!existsSync(path.join(root, GENERATED))) return false;
  try {
    const recorded: unknown = JSON.parse(await readFile(path.join(root, BUILD_RECORD), 'utf8'));
    return typeof recorded === 'object' && recorded !== null && 'id' in recorded && recorded.id === (await sourceHash(root));
  } catch {
    // No record, or an unreadable one: there is no build to trust.
    return false;
  }
}

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
