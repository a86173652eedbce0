/** The content of the site: its backend, and what is held in process because every page needs it. */
import type { ContentBackend } from './backend/backend.ts';
import { warnOfMissingImageSizes } from './backend/missing-image-sizes.ts';
import { createPublicationBoundaries, type PublicationBoundaries } from './backend/publication/boundaries.ts';
import { createRedirects, type Redirects } from './backend/redirects.ts';
import { maskedBackend } from './backend/sanitize/masked-backend.ts';
import { withPictureSizes } from './backend/sanitize/picture-sizes.ts';
import { sanitizeHtml } from './backend/sanitize/sanitize-html.ts';
import { sanitizedBackend } from './backend/sanitize/sanitized-backend.ts';
import { createSiteStateHolder, type SiteStateHolder } from './backend/site-state.ts';
import { requireSiteTables } from './backend/site-tables.ts';
import { type OpenBackendOptions, openBackend } from './open-backend.ts';

export interface Content {
  readonly backend: ContentBackend;
  readonly siteState: SiteStateHolder;
  readonly boundaries: PublicationBoundaries;
  readonly redirects: Redirects;
  close(): Promise<void>;
}

interface SiteNames {
  readonly siteTitle: string | null;
  readonly siteUrl: string;
}

/** The name of the institution, for its e-mails; what the configuration calls the site where it has none yet. */
export function siteName({ siteState }: Pick<Content, 'siteState'>, { siteTitle, siteUrl }: SiteNames): string {
  return siteState.current().siteConfig[0]?.nome || (siteTitle ?? siteUrl);
}

export interface ContentOptions extends OpenBackendOptions {
  /** Counts and times operations. */
  readonly observed?: (backend: ContentBackend) => ContentBackend;
  /** A backend that is open already and stays so, which development has. */
  readonly openedBackend?: ContentBackend | undefined;
}

/** Opens the backend and loads the site's state. Nothing stays open when it rejects. */
export async function openContent(options: ContentOptions): Promise<Content> {
  const { log, openedBackend, observed = (backend) => backend } = options;
  const opened = observed(openedBackend === undefined ? await openBackend(options) : { ...openedBackend, close: async () => {} });
  const backend = maskedBackend(withPictureSizes(sanitizedBackend(warnOfMissingImageSizes(opened, log), sanitizeHtml), log));
  let boundaries: PublicationBoundaries | undefined;
  let siteState: SiteStateHolder | undefined;
  try {
    await requireSiteTables(backend);
    const onPassed = (names: readonly string[]): void => {
      siteState?.refreshInBackground();
      backend.rereadSubscriptions(names);
    };
    // Before the state, which waits for them after a change: pages that a new state has rendered again are stored only when the moments are known.
    const moments = await createPublicationBoundaries({ backend, log, onPassed });
    boundaries = moments;
    const state = await createSiteStateHolder({ backend, log, after: () => moments.settled() });
    siteState = state;
    const redirects = await createRedirects({ backend, log });
    const close = async (): Promise<void> => {
      moments.close();
      state.close();
      redirects.close();
      await backend.close();
    };
    return { backend, siteState: state, boundaries: moments, redirects, close };
  } catch (error) {
    boundaries?.close();
    siteState?.close();
    await Promise.allSettled([backend.close()]);
    throw error;
  }
}
