/**
 * Head data of a document: the page wins, then `configuracao_site`, then the configured SITE_* values (specification section 7). Pure, so that the
 * server's first document and the browser's navigations agree.
 */
import type { PublicSettings } from '../../shared/builds/document-blocks.ts';
import { ERROR_SCREEN } from '../../shared/errors/codes.ts';
import type { Head, RouteInput } from '../../shared/routes/types.ts';
import { exportUrl } from '../../shared/routes/url.ts';
import type { PageSession } from '../../shared/session/page-session.ts';
import type { Page } from './page.ts';

export interface DocumentHead {
  readonly title: string;
  readonly description: string | null;
  /** Absolute address, or null where the document has none of its own. */
  readonly canonical: string | null;
  readonly indexable: boolean;
  readonly siteName: string | null;
  readonly favicon: string;
  /** Absolute address of the social image. */
  readonly image: string | null;
  readonly kind: 'website' | 'article';
  /** Address of the feed of the list that the page shows (RFC 4287); null where it shows none. */
  readonly feed: string | null;
}

export interface HeadContext {
  readonly settings: PublicSettings;
  readonly session: PageSession | null;
}

/** Returns the head of the document that shows `page`. `head` is the route's own; null on an error screen. */
export function documentHead(page: Page, head: Head | null, { settings, session }: HeadContext): DocumentHead {
  const site = page.state.siteConfig[0];
  const image = head?.image ?? site?.imagem_social ?? settings.siteSocialImage;
  return {
    title: `${isFormReturned(session) ? 'Erro: ' : ''}${documentTitle(page, head, settings)}`,
    description: head?.description ?? (head === null ? null : (site?.descricao ?? settings.siteDescription)),
    canonical: page.kind === 'error' || head === null ? null : `${settings.siteUrl}${head.canonical ?? canonicalPath(page.input)}`,
    indexable: page.kind === 'page' && head?.indexable !== false,
    siteName: site?.nome || settings.siteTitle,
    favicon: site?.favicon ?? settings.siteFavicon,
    image: image === null || image === undefined ? null : absolute(image, settings.siteUrl),
    kind: page.kind === 'page' && Object.keys(page.input.params).length > 0 ? 'article' : 'website',
    feed: page.kind === 'page' && page.route.formats.includes('atom') ? exportUrl(page.input.path, 'atom') : null,
  };
}

/** True where the page is the answer to a form that was not taken: a screen reader reads the title before anything else. */
function isFormReturned(session: PageSession | null): boolean {
  if (session?.kind !== 'case') return false;
  const { screen } = session;
  switch (screen.kind) {
    // A report of a problem comes filled with the address of its page, and with nothing wrong.
    case 'form':
      return screen.errors.length > 0 || screen.notice !== null;
    case 'feedback':
      return screen.problem !== null;
    case 'following':
      return screen.screen.kind === 'form';
    case 'trackingForm':
      return screen.form.errors.length > 0 || screen.form.notice !== null;
    case 'tracked':
      return screen.errors.length > 0 || screen.notice !== null;
    case 'receipt':
    case 'noReceipt':
      return false;
  }
}

function documentTitle(page: Page, head: Head | null, settings: PublicSettings): string {
  if (page.kind === 'error' || head === null) return ERROR_SCREEN.title;
  const site = page.state.siteConfig[0];
  if (page.route.path === '/') return site?.titulo || site?.nome || settings.siteTitle || head.title;
  const suffix = site?.sigla || settings.siteTitle;
  return suffix === null || suffix === undefined || suffix === '' ? head.title : `${head.title} - ${suffix}`;
}

/** The path with its declared query parameters, in the order of the declaration. */
function canonicalPath(input: RouteInput): string {
  const search = new URLSearchParams(Object.entries(input.search).flatMap(([name, values]) => values.map((value) => [name, value])));
  const query = search.toString();
  return query === '' ? input.path : `${input.path}?${query}`;
}

function absolute(address: string, siteUrl: string): string {
  return address.startsWith('/') ? `${siteUrl}${address}` : address;
}
