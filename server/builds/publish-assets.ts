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
  /** The folders of the hashed files. A name that stands in several has the same bytes in each: its hash is that of the content. */
  readonly directories: readonly string[];
  readonly log: Logger;
}

/** Never rejects: without it pages of this build lack files only where another build answers for them. */
export async function publishAssets({ releases, build, directories, log }: PublishOptions): Promise<void> {
  try {
    const folders = new Map<string, string>();
    for (const directory of directories) {
      for (const name of (await readdir(directory)).filter(isAssetName)) folders.set(name, directory);
    }
    await releases.publish(build, [...folders.keys()], (name) => readFile(path.join(folders.get(name) ?? '', name)));
  } catch (error) {
    log.warn({ err: error }, 'the files of this build could not be kept for replicas of other builds');
  }
}
