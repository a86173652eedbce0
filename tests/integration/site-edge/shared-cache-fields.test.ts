/** The fields that the edge obeys: it passes them on only to a cache in front that obeys them too. */
import { describe, expect, test } from 'vitest';
import type { Origin } from '../../../server/edge/index.ts';
import { startSite } from './site-world.ts';

const FIELDS = { 'CDN-Cache-Control': 'max-age=60, stale-if-error=600', 'Cache-Groups': '"site:faq", "faq"', 'Cache-Control': 'no-cache' };

const page: Origin = (req, res) => {
  for (const [name, value] of Object.entries(FIELDS)) res.setHeader(name, value);
  res.setHeader('ETag', '"1"');
  if (req.method === 'POST') res.statusCode = 405;
  res.end('page');
};

describe.each([
  ['without a cache in front', false],
  ['with a cache in front', true],
])('%s', (_what, cdnInFront) => {
  test.each([
    ['a miss', {}, 200, /fwd=uri-miss; .*stored/],
    ['a hit', {}, 200, /hit/],
    ['a response that has not been modified', { headers: { 'If-None-Match': '"1"' } }, 304, /hit/],
    ['a range', { headers: { Range: 'bytes=0-1' } }, 206, /hit/],
    ['a HEAD', { method: 'HEAD' }, 200, /hit/],
    ['a request that is passed on', { method: 'POST' }, 405, /fwd=method/],
  ])('%s', async (what, ask, status, outcome) => {
    await using site = await startSite(page, { cdnInFront });
    if (what !== 'a miss') await site.get('/informacoes/faq');
    const { status: got, headers } = await site.get('/informacoes/faq', ask);
    expect([got, headers['cache-status']]).toEqual([status, expect.stringMatching(outcome)]);
    const { 'cache-groups': groups, 'cdn-cache-control': directives, 'cache-control': cacheControl } = headers;
    expect(cacheControl).toBe('no-cache');
    expect(groups).toBe(cdnInFront ? FIELDS['Cache-Groups'] : undefined);
    expect(directives).toBe(cdnInFront ? FIELDS['CDN-Cache-Control'] : undefined);
  });

  test('a stale response for an error, and the purge of its group', async () => {
    let broken = false;
    await using site = await startSite((req, res, exchange) => (broken ? void res.writeHead(503).end() : page(req, res, exchange)), {
      cdnInFront,
    });
    await site.get('/informacoes/faq');
    broken = true;
    site.edge.purge({ kind: 'groups', groups: ['faq'], mode: 'soft' });
    const { status, headers } = await site.get('/informacoes/faq');
    expect([status, headers['cache-status']]).toEqual([200, expect.stringContaining('detail=stale-if-error')]);
    expect(headers['cache-groups']).toBe(cdnInFront ? FIELDS['Cache-Groups'] : undefined);
  });
});
