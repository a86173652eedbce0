/** Leaves the hashed files of the running build with the content, before its first page is served. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isAssetName } from '../../shared/builds/build.ts';
import type { ReleaseAssets } from '../backend/backend.ts';
import type { Logger } from '../observability/log.ts';

export interface PublishOptions {
  readonly releases: Pick<ReleaseAssets, 'publish'>;
  /** Build id. */
  readonly build: string;
  /** The folder of the hashed files. */
  readonly directory: string;
  readonly log: Logger;
}

/** Never rejects: without it pages of this build lack files only where another build answers for them. */
export async function publishAssets({ releases, build, directory, log }: PublishOptions): Promise<void> {
  try {
    const names = (await readdir(directory)).filter(isAssetName);
    await releases.publish(build, names, (name) => readFile(path.join(directory, name)));
  } catch (error) {
    log.warn({ err: error }, 'the files of this build could not be kept for replicas of other builds');
  }
}
