/** Whether there is anything to build. Apart from the build itself, whose tools take longer to load than the site does. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BUILD_RECORD } from '../builds/record.ts';
import { sourceHash } from './build-id.ts';

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
