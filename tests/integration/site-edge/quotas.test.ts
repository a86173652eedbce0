/** What one client address may cause at this site, and that others do not feel it. */
import { describe, expect, test } from 'vitest';
import { type ClientQuotas, createClientQuotas } from '../../../server/http/client-quotas.ts';
import { withinWorkLimit } from '../../../server/operations/work-limit.ts';
import { UNLIMITED } from '../../../shared/cache/admission.ts';
import type { Ask } from '../edge/harness.ts';
import { gate, until } from '../edge/harness.ts';
import { type SiteWorld, startSite } from './site-world.ts';

/** Of `USUAL` in server/http/client-quotas.ts. */
const [RUNNING, WAITING, PER_MINUTE] = [4, 100, 1_200];

const STRANGER = '203.0.113.7';
const CITIZEN = '198.51.100.9';

/** A request as the proxy in front hands it on. */
function from(address: string, accept = 'text/html'): Ask {
  return { headers: { 'X-Forwarded-For': address, Accept: accept } };
}

interface BusySite extends SiteWorld {
  /** Lets the origin answer. */
  readonly answer: () => void;
}

/** A site whose origin answers nothing until it is let. */
async function startBusySite(quotas?: ClientQuotas): Promise<BusySite> {
  const busy = gate();
  const site = await startSite(
    async (_req, res) => {
      await busy.opened;
      res.setHeader('CDN-Cache-Control', 'max-age=60, stale-if-error=600');
      res.end('page');
    },
    quotas === undefined ? {} : { quotas },
  );
  return { ...site, answer: busy.open };
}

describe('random searches of one address', () => {
  test('run a few at a time, wait, and are then refused, while others are served', async () => {
    await using site = await startBusySite();
    const searches = Array.from({ length: RUNNING + WAITING }, (_, index) => site.open(`/busca?q=palavra${index}`, from(STRANGER)));
    await until(() => site.asked.length === RUNNING);
    const refused = await site.get('/busca?q=outra', from(STRANGER));
    expect([refused.status, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
      429,
      '60',
      'text/html; charset=utf-8',
    ]);
    expect(refused.body).toContain('Muitos pedidos em pouco tempo.');
    const machine = await site.get('/busca?q=outra', from(STRANGER, 'application/json'));
    expect([machine.status, (JSON.parse(machine.body) as { code: string }).code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const citizen = site.open('/busca?q=outra', from(CITIZEN));
    await until(() => site.asked.length === RUNNING + 1);
    site.answer();
    expect((await citizen.answer).status).toBe(200);
    expect(new Set((await Promise.all(searches.map(({ answer }) => answer))).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('do not keep the address from what is stored', async () => {
    await using site = await startBusySite();
    site.answer();
    await site.get('/informacoes/faq', from(CITIZEN));
    for (let index = 0; index < PER_MINUTE; index += 1) await site.get(`/busca?q=${index}`, from(STRANGER));
    expect((await site.get('/busca?q=nova', from(STRANGER))).status).toBe(429);
    const { status, headers } = await site.get('/informacoes/faq', from(STRANGER));
    expect([status, headers['cache-status']]).toEqual([200, expect.stringMatching(/^edge; hit/)]);
  });
});

test('many clients behind one address that open a cold site are served', async () => {
  await using site = await startBusySite();
  const PAGES = ['/', '/lai', '/informacoes/faq', '/informacoes/noticias', '/busca', '/transparencia'];
  const crowd = Array.from({ length: 600 }, (_, index) => site.open(PAGES[index % PAGES.length] ?? '/', from(STRANGER)));
  await until(() => site.asked.length === RUNNING && site.edge.stats().joins > 0);
  site.answer();
  expect(new Set((await Promise.all(crowd.map(({ answer }) => answer))).map(({ status }) => status))).toEqual(new Set([200]));
  expect(site.asked).toHaveLength(PAGES.length);
});

test('pictures of one address take nothing from its pages, nor the other way round', async () => {
  await using site = await startBusySite();
  const pictures = Array.from({ length: 8 }, (_, index) =>
    site.open(`/_image?url=%2Flogo.svg&w=640&q=${50 + index}`, from(STRANGER, 'image/webp')),
  );
  await until(() => site.asked.length === RUNNING);
  const page = site.open('/lai', from(STRANGER));
  await until(() => site.asked.length === RUNNING + 1);
  site.answer();
  const answers = await Promise.all([page, ...pictures].map(({ answer }) => answer));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
});

test('requests of this machine, as the warm-up sends, have no limit', async () => {
  await using site = await startBusySite();
  const many = Array.from({ length: 300 }, (_, index) => site.open(`/busca?q=${index}`));
  await until(() => site.asked.length === 300);
  site.answer();
  expect(new Set((await Promise.all(many.map(({ answer }) => answer))).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a refused client is one line in the log, without its address', async () => {
  await using site = await startBusySite();
  const all = Array.from({ length: RUNNING + WAITING + 20 }, (_, index) => site.open(`/busca?q=${index}`, from(STRANGER)));
  await until(() => site.edge.stats().notAdmitted === 20);
  site.answer();
  await Promise.all(all.map(({ answer }) => answer));
  const lines = site.logged.filter(({ fields }) => fields['event'] === 'not-admitted');
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(STRANGER);
});

test('a site with more work than it can do refuses pages with the error screen, and goes on to answer what is stored', async () => {
  let isOverloaded = false;
  await using site = await startBusySite({
    admit: (kind) => (isOverloaded && kind === 'page' ? { kind: 'refused', because: 'overload' } : UNLIMITED),
  });
  site.answer();
  await site.get('/lai', from(CITIZEN));
  isOverloaded = true;
  const refused = await site.get('/busca?q=outra', from(CITIZEN));
  expect([refused.status, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([503, '5', 'private, no-store']);
  expect(refused.body).toContain('Há muitos acessos ao site neste momento.');
  expect([site.asked.length, site.edge.stats().shed]).toEqual([1, 1]);
  const lines = site.logged.filter(({ fields }) => fields['event'] === 'shed');
  expect(lines).toMatchObject([{ level: 'warn' }]);
  const stored = await site.get('/lai', from(CITIZEN));
  expect([stored.status, stored.headers['cache-status']]).toEqual([200, expect.stringMatching(/^edge; hit/)]);
  // Who has an old copy stored gets that one: an error is worse.
  site.clock.advance(61);
  const stale = await site.get('/lai', from(CITIZEN));
  expect([stale.status, stale.headers['cache-status']]).toEqual([200, expect.stringMatching(/^edge; hit/)]);
});

test('while the loop is far too late, work is refused, and responses that are ready are sent', async () => {
  await using site = await startBusySite(
    withinWorkLimit(createClientQuotas({ trustProxy: 1 }), {
      loop: { recent: () => ({ meanMs: 500, p99Ms: 500, maxMs: 500 }), lastingMeanMs: () => 500 },
    }),
  );
  site.answer();
  const STATIC = [
    '/assets/main-0a1b2c3d.js',
    '/assets/inter-0a1b2c3d.woff2',
    '/favicon.svg',
    '/_icon/lucide.json?icons=landmark',
    '/_tema/0a1b2c3d.css',
    '/_estado/0123456789abcdef.json',
    '/_previas',
    '/trabalhador.js',
  ];
  const WORK = ['/_image?url=%2Flogo.svg&w=640&q=75', '/nhostprovider/0d5f1f7e-6a0b-4c5e-9f7d-3b1c2d3e4f50'];
  const statuses = (paths: readonly string[]) => Promise.all(paths.map(async (path) => (await site.get(path, from(CITIZEN))).status));
  expect(await statuses(STATIC)).toEqual(STATIC.map(() => 200));
  expect(await statuses(WORK)).toEqual(WORK.map(() => 503));
});
