/** Addresses of which there is no limited number are bounded in the store and do not evict the site's pages. */
import { describe, expect, test } from 'vitest';
import type { Origin } from '../../../server/edge/index.ts';
import { until } from '../edge/harness.ts';
import { type SiteWorld, startSite } from './site-world.ts';

const MB = 1024 * 1024;
const TEXT = 'x'.repeat(20_000);

/** News exist up to number 9, and pages of their list; everything else of the two routes is missing. */
const origin: Origin = (req, res) => {
  const id = /^\/informacoes\/noticia\/(\d+)$/.exec(req.url ?? '')?.[1];
  const page = /noticias\?pagina=(\d+)$/.exec(req.url ?? '')?.[1];
  res.statusCode = id !== undefined && Number(id) > 9 ? 404 : 200;
  if (Number(page) > 9) res.statusCode = 302;
  res.setHeader('Content-Type', 'text/plain');
  res.setHeader('CDN-Cache-Control', 'max-age=60, stale-if-error=600');
  res.end(TEXT);
};

async function hits(site: SiteWorld, paths: readonly string[]): Promise<number> {
  const answers = await Promise.all(paths.map((path) => site.get(path)));
  return answers.filter(({ headers }) => headers['cache-status']?.startsWith('edge; hit') === true).length;
}

const PAGES = [
  '/',
  '/informacoes/faq',
  '/lai',
  '/informacoes/mapa',
  '/informacoes/noticias?pagina=2',
  '/informacoes/noticias/_payload.json?pagina=3',
  '/lai/documentos/crp?pagina=2',
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => `/informacoes/noticia/${id}`),
];

describe('a scan', () => {
  test.each([
    ['ids that no row has', (turn: number) => `/informacoes/noticia/${1_000 + turn}`],
    ['words', (turn: number) => `/busca?q=palavra${turn}`],
    ['words in a list', (turn: number) => `/informacoes/noticias?pagina=2&q=palavra${turn}`],
    ['pages that no list reads', (turn: number) => `/busca?pagina=${turn}`],
    ['pages past the last one', (turn: number) => `/informacoes/noticias?pagina=${100 + turn}`],
  ])('a scan of %s evicts no page of the site', async (_what, path) => {
    await using site = await startSite(origin, { memoryMb: 4 });
    for (const page of PAGES) await site.get(page);
    await until(() => site.edge.stats().flights === 0);
    for (let turn = 0; turn < 300; turn += 1) await site.get(path(turn));
    const { bytes, evictions } = site.edge.stats();
    expect(evictions).toBeGreaterThan(100);
    expect(bytes).toBeLessThan(2 * MB);
    expect(await hits(site, PAGES)).toBe(PAGES.length);
    expect(await hits(site, [path(299)])).toBe(1);
  });

  test('a scan of pages keeps the store within its bound', async () => {
    await using site = await startSite(
      (_req, res) => {
        res.setHeader('CDN-Cache-Control', 'max-age=60');
        res.end(TEXT);
      },
      { memoryMb: 1 },
    );
    for (let id = 1; id <= 200; id += 1) await site.get(`/informacoes/noticia/${id}`);
    expect(site.edge.stats().bytes).toBeLessThanOrEqual(MB);
    expect(site.edge.stats().evictions).toBeGreaterThan(100);
  });
});

test('a page leaves the lesser part of the store when its row appears, and returns to it when the row is deleted', async () => {
  let status = 404;
  await using site = await startSite((_req, res) => {
    res.statusCode = status;
    res.setHeader('CDN-Cache-Control', 'max-age=60');
    res.setHeader('Cache-Groups', '"noticia"');
    res.end(String(status));
  });
  for (const now of [404, 200, 404]) {
    status = now;
    site.edge.purge({ kind: 'groups', groups: ['noticia'], mode: 'soft' });
    expect((await site.get('/informacoes/noticia/5')).body).toBe(String(now));
    expect(await site.get('/informacoes/noticia/5')).toMatchObject({ body: String(now), headers: { 'cache-status': 'edge; hit; ttl=60' } });
    expect(site.edge.stats().entries).toBe(1);
  }
});

test('paths as long as a request head may be are not stored', async () => {
  await using site = await startSite((_req, res) => {
    res.statusCode = 404;
    res.setHeader('Cache-Control', 'private, no-store');
    res.end();
  });
  for (let turn = 0; turn < 50; turn += 1) await site.get(`/${'a'.repeat(15_000)}${turn}`);
  expect(site.edge.stats()).toMatchObject({ entries: 0, bytes: 0, flights: 0 });
});
