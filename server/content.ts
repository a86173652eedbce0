/** The content of the site: its backend, and what is held in process because every page needs it. */
import path from 'node:path';
import type { ContentBackend } from './backend/backend.ts';
import { createEmbeddedBackend } from './backend/embedded/backend.ts';
import { warnOfMissingImageSizes } from './backend/missing-image-sizes.ts';
import { withNhostStorage } from './backend/nhost/files-backend.ts';
import { createNhostStorage } from './backend/nhost/storage.ts';
import { createPublicationBoundaries, type PublicationBoundaries } from './backend/publication/boundaries.ts';
import { sanitizedBackend } from './backend/sanitize/sanitized-backend.ts';
import { createSiteStateHolder, type SiteStateHolder } from './backend/site-state.ts';
import type { Config } from './config.ts';
import type { Logger } from './observability/log.ts';

export interface Content {
  readonly backend: ContentBackend;
  readonly siteState: SiteStateHolder;
  readonly boundaries: PublicationBoundaries;
  close(): Promise<void>;
}

export interface ContentOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Aborts a start that is under way. */
  readonly signal: AbortSignal;
  readonly onProgress: (message: string, done: number, total: number) => void;
}

/** Opens the backend and loads the site's state. Nothing stays open when it rejects. */
export async function openContent(options: ContentOptions): Promise<Content> {
  const { config, log } = options;
  const backend = sanitizedBackend(warnOfMissingImageSizes(await openBackend(options), log));
  let siteState: SiteStateHolder | undefined;
  try {
    const state = await createSiteStateHolder({ backend, log });
    siteState = state;
    const onPassed = (): void => state.refreshInBackground();
    const boundaries = await createPublicationBoundaries({ backend, timeZone: config.timeZone, log, onPassed });
    const close = async (): Promise<void> => {
      boundaries.close();
      state.close();
      await backend.close();
    };
    return { backend, siteState: state, boundaries, close };
  } catch (error) {
    siteState?.close();
    await Promise.allSettled([backend.close()]);
    throw error;
  }
}

async function openBackend({ config, log, signal, onProgress }: ContentOptions): Promise<ContentBackend> {
  const own = await createEmbeddedBackend({
    dataDirectory: path.resolve(config.dataDirectory),
    databaseUrl: config.databaseUrl ?? undefined,
    projectDirectory: config.projectDirectory ?? undefined,
    demonstration: config.demonstration,
    log,
    onProgress,
    signal,
  });
  return config.storageUrl === null ? own : withNhostStorage(own, createNhostStorage({ url: config.storageUrl }));
}
