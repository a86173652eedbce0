/** Addresses for search engines (sitemaps.org, protocol 0.9). */
import { escapeHtml } from '../html/escape.ts';

export interface SitemapAddress {
  readonly path: string;
  /** Day or instant of the last change; null where it is not known. */
  readonly updated: string | null;
}

/** Most addresses of one file (sitemaps.org). Those of a longer list that are last in its order are found by following links. */
export const MOST_ADDRESSES = 50_000;

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export const SITEMAP_START = `${HEAD}<urlset ${NAMESPACE}>\n`;
export const SITEMAP_END = '</urlset>\n';

/** Writes the entries of some addresses. */
export function sitemapEntries(addresses: readonly SitemapAddress[], site: string): string {
  return elements('url', addresses, site);
}

/** Writes the index of the sitemaps at these addresses. */
export function sitemapIndex(addresses: readonly SitemapAddress[], site: string): string {
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${elements('sitemap', addresses, site)}</sitemapindex>\n`;
}

function elements(name: 'sitemap' | 'url', addresses: readonly SitemapAddress[], site: string): string {
  return addresses
    .map(({ path, updated }) => {
      const changed = updated === null ? '' : `<lastmod>${escapeHtml(updated)}</lastmod>`;
      return `<${name}><loc>${escapeHtml(site + path)}</loc>${changed}</${name}>\n`;
    })
    .join('');
}
