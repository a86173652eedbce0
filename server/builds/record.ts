/** The record that a finished build writes to `dist/`; without it the server does not start. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type LatestBuild, parseLatestBuild } from '../../shared/builds/build.ts';
import { StartupError } from '../observability/startup-report.ts';

/** Path below the directory that holds `dist/`. */
export const BUILD_RECORD = 'dist/build.json';

/** The build id is the hash of the sources, so all replicas of a version have the same. */
export type BuildRecord = LatestBuild;

/** Reads the record. @throws StartupError when it is missing or malformed */
export async function readBuildRecord(root: string): Promise<BuildRecord> {
  let text: string;
  try {
    text = await readFile(path.join(root, BUILD_RECORD), 'utf8');
  } catch (error) {
    throw new StartupError('There is no build: run npm run build first.', { cause: error });
  }
  const record = parseLatestBuild(JSON.parse(text));
  if (record === null) throw new StartupError(`${BUILD_RECORD} is not a build record: run npm run build again.`);
  return record;
}
