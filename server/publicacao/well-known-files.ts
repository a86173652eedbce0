/**
 * What programs look for at fixed addresses: which pages exist (sitemaps.org), which to leave alone (RFC 9309), how to search (OpenSearch 1.1), what to
 * call the site on a first screen, and whom to tell of a weakness (RFC 9116).
 */
import { type RequestHandler, type Response, Router } from 'express';
import { orderGroup, siteGroup } from '../../shared/cache/groups.ts';
import { CONTENT_POLICY } from '../../shared/cache/policy.ts';
import { CASES_PATH } from '../../shared/cases/addresses.ts';
import type { OperationResults } from '../../shared/graphql/generated/operations.ts';
import { escapeHtml } from '../../shared/html/escape.ts';
import {
  MOST_ADDRESSES,
  SITEMAP_END,
  SITEMAP_START,
  type SitemapAddress,
  sitemapEntries,
  sitemapIndex,
} from '../../shared/open-data/sitemap.ts';
import { SUBSCRIBE_PATH } from '../../shared/readers/email-subscription.ts';
import { FEEDBACK_PATH } from '../../shared/readers/feedback.ts';
import { CATEGORIAS_DE_PROCESSO } from '../../shared/routes/familias/compras.ts';
import { LISTAS_DE_PESSOAS } from '../../shared/routes/familias/heads.ts';
import { PAGINA_DE_DADOS_ABERTOS } from '../../shared/routes/familias/transparencia.ts';
import { ROUTES } from '../../shared/routes/table.ts';
import { operation } from '../../shared/routes/types.ts';
import { exportUrl, OPENSEARCH_PATH, routePath } from '../../shared/routes/url.ts';
import { ADMINISTRATION_PATH, SESSION_PATH } from '../../shared/session/session-address.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod } from '../http/responses.ts';
import { entityTag, sendValidated } from '../http/validators.ts';
import { BATCH, type PublicData, publicAnswer } from './public-data.ts';
import type { Publisher } from './publisher.ts';
import { WEB_MANIFEST_PATH, webManifest } from './web-manifest.ts';

export interface WellKnownFileOptions extends PublicData {
  readonly state: () => SiteState;
  readonly publisher: () => Publisher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const SITEMAP_INDEX = '/sitemap.xml';
const SITEMAP_OF_PAGES = '/sitemap/paginas.xml';
const SECURITY = '/.well-known/security.txt';

/** What the list of categories changes: the index of the sitemaps names one for each. */
const LISTS_GROUP = siteGroup('menuCompleto');

/** Lists of rows that have pages of their own. */
const LISTS = ['noticias', 'comunicados'] as const;

export function createWellKnownFilesRouter(options: WellKnownFileOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { publisher, state, now } = options;
  const routes: Readonly<Record<string, RequestHandler>> = {
    '/robots.txt': file('text/plain', [], () => robots(publisher())),
    [SECURITY]: file('text/plain', [], () => securityText(publisher(), now())),
    [OPENSEARCH_PATH]: file('application/opensearchdescription+xml', [siteGroup('inicio')], () => openSearch(publisher(), state())),
    [WEB_MANIFEST_PATH]: file('application/manifest+json', [siteGroup('inicio')], () => webManifest(publisher(), state())),
    [SITEMAP_INDEX]: file('application/xml', [LISTS_GROUP], () => sitemapIndex(sitemaps(state()), publisher().site)),
    [SITEMAP_OF_PAGES]: file('application/xml', ['pagina', 'servico', 'unidade', orderGroup('documento'), LISTS_GROUP], async () => {
      const addresses = await pageAddresses(options);
      return SITEMAP_START + sitemapEntries(addresses, publisher().site) + SITEMAP_END;
    }),
  };
  for (const [path, handler] of Object.entries(routes)) router.route(path).get(handler).all(refuseMethod());
  return router;
}

function file(type: string, groups: readonly string[], make: () => string | Promise<string>): RequestHandler {
  return async (req, res: Response) => {
    const body = Buffer.from(await make());
    applyCachePolicy(res, CONTENT_POLICY, groups);
    res.setHeader('Content-Type', `${type}; charset=utf-8`);
    sendValidated(req, res, body, entityTag(body));
  };
}

/** Everything may be read but what is one visitor's, and results of searches, which are pages of pages. */
function robots({ site }: Publisher): string {
  const closed = [ADMINISTRATION_PATH, routePath('busca'), CASES_PATH, FEEDBACK_PATH, SUBSCRIBE_PATH, SESSION_PATH, '/v1'];
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${site}${SITEMAP_INDEX}\n`;
}

const DAY_MS = 86_400_000;

/** It expires a month from the day of its making, which is less than the year that section 2.5.5 recommends; it is made anew each day. */
function securityText({ site }: Publisher, now: number): string {
  const expires = new Date(Math.ceil(now / DAY_MS) * DAY_MS + 30 * DAY_MS).toISOString();
  return `Contact: ${site}${routePath('ouvidoria')}\nExpires: ${expires}\nPreferred-Languages: pt-BR\nCanonical: ${site}${SECURITY}\n`;
}

function openSearch({ site, name }: Publisher, { siteConfig: [about] }: SiteState): string {
  // OpenSearch bounds a short name to 16 characters.
  const shortName = (about?.sigla || name).slice(0, 16).trim();
  return `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeHtml(shortName)}</ShortName>
<Description>${escapeHtml(`Busca no site: ${name}`)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="${escapeHtml(site + routePath('busca'))}?q={searchTerms}"/>
</OpenSearchDescription>
`;
}

/**
 * One sitemap of pages and one of each list that search engines may list. None says when it changed: crawlers read those again that changed since
 * their last visit, and the state of the site does not know of changes to documents that are not the newest.
 */
function sitemaps({ dataLai }: SiteState): readonly SitemapAddress[] {
  const categories = dataLai.flatMap(({ categorias }) => categorias).filter(({ slug }) => !LISTAS_DE_PESSOAS.includes(slug));
  const lists = [...LISTS.map((id) => routePath(id)), ...categories.map(({ slug }) => routePath('documentos', { category: slug }))];
  return [SITEMAP_OF_PAGES, ...lists.map((path) => exportUrl(path, 'sitemap.xml'))].map((path) => ({ path, updated: null }));
}

/** Pages of the route table that search engines may list, but for those of lists, which have sitemaps of their own. */
const PLAIN_PAGES = ROUTES.filter(
  ({ id, path, cache }) => !path.includes('/:') && cache.kind !== 'never' && id !== 'busca' && !LISTS.some((list) => list === id),
);

async function pageAddresses(options: WellKnownFileOptions): Promise<readonly SitemapAddress[]> {
  const addresses: SitemapAddress[] = PLAIN_PAGES.map(({ path }) => ({ path, updated: null }));
  for (let offset = 0; addresses.length < MOST_ADDRESSES; offset += BATCH) {
    const { pagina, servico, unidade } = (await publicAnswer(
      operation('EnderecosDoSite', { offset }),
      options,
    )) as OperationResults['EnderecosDoSite'];
    addresses.push(
      ...pagina
        .filter(({ slug }) => slug !== PAGINA_DE_DADOS_ABERTOS)
        .map(({ slug, atualizado_em }) => ({ path: routePath('pagina', { slug }), updated: atualizado_em })),
      ...servico.map(({ slug, atualizado_em }) => ({ path: routePath('servico', { slug }), updated: atualizado_em })),
      ...unidade.map(({ id, atualizado_em }) => ({ path: routePath('unidade', { id }), updated: atualizado_em })),
    );
    if ([pagina, servico, unidade].every((rows) => rows.length < BATCH)) break;
  }
  for (const category of CATEGORIAS_DE_PROCESSO)
    addresses.push(...(await processAddresses(category, MOST_ADDRESSES - addresses.length, options)));
  return addresses.slice(0, MOST_ADDRESSES);
}

/** The database passes over the rows before an offset in the index that has them in order. */
async function processAddresses(category: string, most: number, options: WellKnownFileOptions): Promise<readonly SitemapAddress[]> {
  const found: SitemapAddress[] = [];
  let isLast = false;
  for (let offset = 0; !isLast && offset < most; offset += BATCH) {
    const { documento: rows } = (await publicAnswer(
      operation('EnderecosDosProcessos', { categoria: category, limit: BATCH, offset }),
      options,
    )) as OperationResults['EnderecosDosProcessos'];
    for (const { documento } of rows) {
      if (documento !== null) found.push({ path: routePath('processo', { id: documento.id }), updated: documento.atualizado_em });
    }
    isLast = rows.length < BATCH;
  }
  return found;
}
