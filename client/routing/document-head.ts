/**
 * Head data of a document: the page wins, then `configuracao_site`, then the configured SITE_* values (specification section 7). Pure, so that the
 * server's first document and the browser's navigations agree.
 */
import type { PublicSettings } from '../../shared/builds/document-blocks.ts';
import { ERROR_SCREEN } from '../../shared/errors/codes.ts';
import { LIBRAS_NAME } from '../../shared/routes/libras.ts';
import { canonicalSearch, queryString } from '../../shared/routes/list-address.ts';
import type { Head } from '../../shared/routes/types.ts';
import { exportUrl } from '../../shared/routes/url.ts';
import type { PageSession } from '../../shared/session/page-session.ts';
import type { Page, RoutePage } from './page.ts';

export interface DocumentHead {
  readonly title: string;
  readonly description: string | null;
  /** Absolute address, or null where the document has none of its own. */
  readonly canonical: string | null;
  readonly indexable: boolean;
  readonly siteName: string | null;
  readonly favicon: string;
  /** The social image: its absolute address, and what it shows in words. */
  readonly image: SocialImage;
  /** When an article was published and last changed; null where the page has no such dates. */
  readonly published: string | null;
  readonly modified: string | null;
  readonly kind: 'website' | 'article';
  /** Address of the feed of the list that the page shows (RFC 4287); null where it shows none. */
  readonly feed: string | null;
}

export interface SocialImage {
  readonly href: string;
  readonly alt: string;
  /** Made for one page or one institution: it is shown large. */
  readonly isOwn: boolean;
}

/** The symbol of the site, for an institution that has chosen no picture. */
const SYMBOL = '/icone-512.png';

export interface HeadContext {
  readonly settings: PublicSettings;
  readonly session: PageSession | null;
}

/** Returns the head of the document that shows `page`. `head` is the route's own; null on an error screen. */
export function documentHead(page: Page, head: Head | null, { settings, session }: HeadContext): DocumentHead {
  const site = page.state.siteConfig[0];
  const siteName = site?.nome || settings.siteTitle;
  return {
    title: `${session?.kind === 'case' && session.isReturned ? 'Erro: ' : ''}${documentTitle(page, head, settings)}`,
    description: head?.description ?? (head === null ? null : (site?.descricao ?? settings.siteDescription)),
    canonical: page.kind === 'error' || head === null ? null : `${settings.siteUrl}${head.canonical ?? canonicalPath(page)}`,
    indexable: page.kind === 'page' && head?.indexable !== false,
    siteName,
    favicon: site?.favicon ?? settings.siteFavicon,
    image: socialImage(head, site?.imagem_social ?? settings.siteSocialImage, { siteName, siteUrl: settings.siteUrl }),
    published: head?.published ?? null,
    modified: head?.modified ?? null,
    kind: page.kind === 'page' && Object.keys(page.input.params).length > 0 ? 'article' : 'website',
    feed: page.kind === 'page' && page.route.formats.includes('atom') ? exportUrl(page.input.path, 'atom') : null,
  };
}

function documentTitle(page: Page, head: Head | null, settings: PublicSettings): string {
  if (page.kind === 'error' || head === null) return ERROR_SCREEN.title;
  const site = page.state.siteConfig[0];
  if (page.route.path === '/') return site?.titulo || site?.nome || settings.siteTitle || head.title;
  const suffix = site?.sigla || settings.siteTitle;
  return suffix === null || suffix === '' ? head.title : `${head.title} - ${suffix}`;
}

/**
 * Returns the address under which search engines know a page. Filtered, ordered or in pages of another size it is known by its path, because the
 * same rows have one address; a further page of all rows is a page of its own.
 */
function canonicalPath({ route, input }: RoutePage): string {
  const { pagina = [], ...filters } = canonicalSearch(route, input.search);
  const isFiltered = Object.entries(filters).some(([name, values]) => name !== LIBRAS_NAME && values.length > 0);
  return isFiltered || pagina[0] === undefined ? input.path : input.path + queryString({ pagina });
}

function socialImage(
  head: Head | null,
  ofSite: string | null | undefined,
  { siteName, siteUrl }: { readonly siteName: string | null; readonly siteUrl: string },
): SocialImage {
  const alt = siteName ?? head?.title ?? '';
  if (head?.image !== undefined) return { href: absolute(head.image, siteUrl), alt: head.imageAlt ?? head.title, isOwn: true };
  return { href: absolute(ofSite ?? SYMBOL, siteUrl), alt, isOwn: ofSite !== null && ofSite !== undefined };
}

function absolute(address: string, siteUrl: string): string {
  return address.startsWith('/') ? `${siteUrl}${address}` : address;
}
