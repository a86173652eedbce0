/** A backend that fails, hangs and comes back: what visitors get, how often it is asked, and what the log says of it. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Origin } from '../../../server/edge/index.ts';
import { until } from '../edge/harness.ts';
import { type SiteWorld, startSite } from './site-world.ts';

const PAGE = '/informacoes/faq';
const PURGE = { kind: 'groups', groups: ['faq'], mode: 'soft' } as const;

interface Backend {
  /** `up` renders, `down` answers 503, `hung` says nothing. */
  state: 'up' | 'down' | 'hung';
  text: string;
}

function origin(backend: Backend): Origin {
  return (_req, res: ServerResponse) => {
    if (backend.state === 'hung') return;
    if (backend.state === 'down') {
      res.statusCode = 503;
      res.setHeader('Cache-Control', 'private, no-store');
      res.end('down');
      return;
    }
    res.setHeader('Cache-Control', 'no-cache');
    res.setHeader('CDN-Cache-Control', 'max-age=300, stale-while-revalidate=21600, stale-if-error=259200');
    res.setHeader('Cache-Groups', '"faq"');
    res.end(backend.text);
  };
}

async function stored(backend: Backend): Promise<SiteWorld> {
  const site = await startSite(origin(backend));
  await site.get(PAGE);
  return site;
}

const seen = async (site: SiteWorld, path = PAGE): Promise<string> => {
  const { status, body, headers } = await site.get(path);
  return `${status} ${body} ${headers['cache-status'] ?? ''}`;
};

describe('a page that a change has made old', () => {
  test('is served stale in place of the failure, and the next visitors do not wait for another', async () => {
    const backend: Backend = { state: 'up', text: 'old' };
    await using site = await stored(backend);
    backend.state = 'down';
    site.edge.purge(PURGE);
    expect(await seen(site)).toBe('200 old edge; fwd=stale; ttl=-1; detail=stale-if-error');
    for (const visitor of [1, 2, 3])
      expect([visitor, await seen(site)]).toEqual([visitor, '200 old edge; hit; ttl=-1; detail=stale-if-error']);
    expect(site.asked).toHaveLength(2);
  });

  test('is asked for again after a wait that doubles, and then recovers by itself', async () => {
    const backend: Backend = { state: 'up', text: 'old' };
    await using site = await stored(backend);
    backend.state = 'down';
    site.edge.purge(PURGE);
    await seen(site);
    site.clock.advance(2);
    await seen(site);
    expect(site.asked).toHaveLength(3);
    site.clock.advance(3);
    await seen(site);
    expect(site.asked).toHaveLength(3);
    backend.state = 'up';
    backend.text = 'new';
    site.clock.advance(1);
    expect(await seen(site)).toMatch(/^200 new edge; fwd=stale/);
    expect(await seen(site)).toMatch(/^200 new edge; hit; ttl=300$/);
  });

  test('is requested at once after another change, which shows that the backend is back', async () => {
    const backend: Backend = { state: 'up', text: 'old' };
    await using site = await stored(backend);
    backend.state = 'down';
    site.edge.purge(PURGE);
    await seen(site);
    backend.state = 'up';
    backend.text = 'new';
    site.edge.purge(PURGE);
    expect(await seen(site)).toMatch(/^200 new /);
  });

  test('makes one visitor wait for a backend that hangs, and no visitor after that', async () => {
    const backend: Backend = { state: 'up', text: 'old' };
    await using site = await stored(backend);
    backend.state = 'hung';
    site.edge.purge(PURGE);
    const first = seen(site);
    await until(() => site.asked.length === 2);
    site.clock.advance(30);
    expect(await first).toMatch(/^200 old .*detail=stale-if-error$/);
    expect(await seen(site)).toMatch(/^200 old edge; hit; .*detail=stale-if-error$/);
    expect(site.asked).toHaveLength(2);
  });

  test('is not served after a hard purge: visitors see the failure', async () => {
    const backend: Backend = { state: 'up', text: 'withdrawn' };
    await using site = await stored(backend);
    backend.state = 'down';
    site.edge.purge({ ...PURGE, mode: 'hard' });
    expect((await site.get(PAGE)).status).toBe(503);
    expect((await site.get(PAGE)).status).toBe(503);
  });
});

describe('standsInFor', () => {
  test('is true for a stored page while it may replace a failure, and asks the origin nothing', async () => {
    const backend: Backend = { state: 'up', text: 'old' };
    await using site = await startSite(origin(backend));
    expect(site.edge.standsInFor(PAGE)).toBe(false);
    await site.get(PAGE);
    expect([site.edge.standsInFor(PAGE), site.edge.standsInFor('/lai')]).toEqual([true, false]);
    site.edge.purge(PURGE);
    expect(site.edge.standsInFor(PAGE)).toBe(true);
    site.clock.advance(259_200 + 301);
    expect(site.edge.standsInFor(PAGE)).toBe(false);
    expect(site.asked).toHaveLength(1);
  });

  test('is false after a hard purge', async () => {
    await using site = await stored({ state: 'up', text: 'withdrawn' });
    site.edge.purge({ ...PURGE, mode: 'hard' });
    expect(site.edge.standsInFor(PAGE)).toBe(false);
  });
});

describe('a page that has grown old', () => {
  test('is served at once and revalidated in the background', async () => {
    const backend: Backend = { state: 'up', text: 'old' };
    await using site = await stored(backend);
    backend.text = 'new';
    site.clock.advance(301);
    expect(await seen(site)).toBe('200 old edge; hit; ttl=-1');
    await until(() => site.edge.stats().refreshesRunning === 0 && site.asked.length === 2);
    expect(await seen(site)).toBe('200 new edge; hit; ttl=300');
  });

  test('is served through an outage, with revalidation at growing intervals', async () => {
    const backend: Backend = { state: 'up', text: 'old' };
    await using site = await stored(backend);
    backend.state = 'down';
    site.clock.advance(301);
    for (let second = 0; second < 30; second += 1) {
      expect(await seen(site)).toMatch(/^200 old edge; hit; ttl=-/);
      await until(() => site.edge.stats().refreshesRunning === 0);
      site.clock.advance(1);
    }
    // At 0, 2, 6 and 14 seconds.
    expect(site.asked).toHaveLength(1 + 4);
  });

  test('is served for days, past stale-while-revalidate, by stale-if-error', async () => {
    const backend: Backend = { state: 'up', text: 'old' };
    await using site = await stored(backend);
    backend.state = 'down';
    site.clock.advance(2 * 86_400);
    expect(await seen(site)).toMatch(/^200 old .*detail=stale-if-error$/);
    site.clock.advance(2 * 86_400);
    expect((await site.get(PAGE)).status).toBe(503);
  });
});

describe('the log', () => {
  test('has one line for many visitors, and one with their number after a minute', async () => {
    const backend: Backend = { state: 'up', text: 'old' };
    await using site = await stored(backend);
    const paths = Array.from({ length: 20 }, (_none, id) => `/informacoes/noticia/${id + 1}`);
    for (const path of paths) await site.get(path);
    backend.state = 'down';
    site.edge.purge(PURGE);
    for (const path of paths) expect(await seen(site, path)).toMatch(/^200 old /);
    const warnings = () => site.logged.filter(({ level }) => level === 'warn').map(({ fields }) => fields['repeated']);
    expect(warnings()).toEqual([undefined]);
    site.clock.advance(60);
    expect(warnings()).toEqual([undefined, 19]);
  });

  test('contains no secret of an address, where an origin fails and where it is asked to purge', async () => {
    const link = '12-0123456789abcdef0123456789abcdef';
    await using site = await startSite(() => {
      throw new Error('the origin is broken');
    });
    await site.get(`/informacoes/${link}?q=aposentadoria`);
    site.edge.purge({ kind: 'url', url: `/informacoes/${link}`, mode: 'soft' });
    expect(site.logged).toMatchObject([
      { message: 'the edge met a fault', fields: { key: expect.stringMatching(/ \/informacoes\/\[redacted\]$/) as string } },
      { message: 'request refused' },
      { message: 'purged', fields: { what: expect.stringContaining('/informacoes/[redacted]') as string } },
    ]);
    expect(JSON.stringify(site.logged)).not.toMatch(/0123456789abcdef|aposentadoria/);
  });

  test('does not contain search words', async () => {
    const backend: Backend = { state: 'up', text: 'results' };
    await using site = await startSite(origin(backend));
    await site.get('/busca?q=aposentadoria');
    backend.state = 'down';
    site.edge.purge(PURGE);
    site.edge.purge({ kind: 'url', url: '/busca?q=aposentadoria', mode: 'soft' });
    expect((await site.get('/busca?q=aposentadoria')).body).toBe('results');
    expect(site.logged.some(({ level }) => level === 'warn')).toBe(true);
    expect(JSON.stringify(site.logged)).not.toContain('aposentadoria');
  });
});
