/** Purges of the mode `refresh`: stored responses are sent for a while, and the edge revalidates them without a client. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Origin } from '../../../../server/edge/index.ts';
import { type Gate, gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const FRESH = { 'Cache-Control': 'max-age=600, stale-if-error=600', 'Cache-Groups': '"site"' };
const PURGE = { kind: 'groups', groups: ['site'], host: 'site.test', mode: 'refresh' } as const;

interface Site {
  readonly at: World;
  /** The text of every page from now on. */
  write(text: string): void;
  /** Requests of the origin that wait for `answer`, in order, from the call of `hold` on. */
  readonly held: { readonly url: string; readonly gate: Gate }[];
  hold(): void;
}

/** Starts an edge before a site with one text and any number of pages, each of them stored. */
async function startSite(pages: readonly string[], fields: Readonly<Record<string, string>> = FRESH): Promise<Site> {
  let text = 'old';
  let holds = false;
  const held: Site['held'] = [];
  const origin: Origin = async (req, res) => {
    if (holds) {
      const own = { url: req.url ?? '', gate: gate() };
      held.push(own);
      await own.gate.opened;
    }
    for (const [name, value] of Object.entries(fields)) res.setHeader(name, value);
    res.end([text, ...(req.headersDistinct['a'] ?? [])].join(' '));
  };
  const at = await startWorld(origin);
  world = at;
  for (const page of pages) await at.get(page);
  return { at, held, hold: () => void (holds = true), write: (next) => void (text = next) };
}

/** Lets the origin answer the request that it holds, and the pause after it pass. */
async function answerNext({ at, held }: Site, count: number): Promise<void> {
  await until(() => held.length === count);
  held[count - 1]?.gate.open();
  await until(() => at.edge.stats().refreshesRunning === 0);
  at.clock.advance(0.01);
}

describe('a purge of the mode refresh', () => {
  test('sends the stored response while the origin makes the new one, and the new one then', async () => {
    const site = await startSite(['/a']);
    const { at } = site;
    site.hold();
    site.write('new');
    at.edge.purge(PURGE);
    // The origin does not answer, so a client that waited for it would wait for ever.
    const meanwhile = await at.get('/a');
    expect([meanwhile.body, meanwhile.headers['cache-status']]).toEqual(['old', 'edge; hit; ttl=600']);
    await answerNext(site, 1);
    expect(await at.get('/a')).toMatchObject({ body: 'new', headers: { 'cache-status': 'edge; hit; ttl=599' } });
    expect(at.forwarded).toHaveLength(2);
  });

  test('revalidates every response that it affects without a client, the most recently used first, one after the other', async () => {
    const site = await startSite(['/a', '/b', '/c', '/other']);
    const { at } = site;
    await at.get('/a');
    site.hold();
    site.write('new');
    at.edge.purge({ kind: 'url', url: '/other', host: 'site.test', mode: 'hard' });
    at.edge.purge(PURGE);
    for (const [index, url] of ['/a', '/c', '/b'].entries()) {
      await until(() => site.held.length > index);
      expect(site.held.map((request) => request.url)).toEqual(['/a', '/c', '/b'].slice(0, index + 1));
      expect(at.edge.stats()).toMatchObject({ refreshesRunning: 1, refreshesWaiting: 3 - index });
      expect(site.held[index]?.url).toBe(url);
      await answerNext(site, index + 1);
    }
    await until(() => at.edge.stats().refreshesWaiting === 0);
    for (const page of ['/a', '/b', '/c']) expect((await at.get(page)).body).toBe('new');
    expect(at.forwarded.map(({ url }) => url)).toEqual(['/a', '/b', '/c', '/other', '/a', '/c', '/b']);
  });

  test('makes one request at a time, however many purges come meanwhile', async () => {
    const site = await startSite(['/a', '/b']);
    site.hold();
    site.at.edge.purge(PURGE);
    await until(() => site.held.length === 1);
    site.at.edge.purge(PURGE);
    site.at.edge.purge(PURGE);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(site.held).toHaveLength(1);
    for (let count = 1; count <= 2; count += 1) await answerNext(site, count);
    await until(() => site.held.length === 3);
    expect(site.held.map(({ url }) => url).slice(0, 2)).toEqual(['/b', '/a']);
    for (const { gate: waiting } of site.held) waiting.open();
  });

  test('waits twice as long as a revalidation took before it starts the next', async () => {
    const site = await startSite(['/a', '/b']);
    const { at, held } = site;
    site.hold();
    at.edge.purge(PURGE);
    await until(() => held.length === 1);
    at.clock.advance(5);
    held[0]?.gate.open();
    await until(() => at.edge.stats().refreshesRunning === 0);
    at.clock.advance(9.9);
    await new Promise((resolve) => setImmediate(resolve));
    expect(held).toHaveLength(1);
    at.clock.advance(0.1);
    await until(() => held.length === 2);
  });

  test('pauses for less where the time would not be enough for all', async () => {
    const pages = Array.from({ length: 10 }, (_none, index) => `/${index}`);
    const site = await startSite(pages);
    const { at, held } = site;
    site.hold();
    at.edge.purge(PURGE);
    for (const index of pages.keys()) {
      await until(() => held.length === index + 1);
      at.clock.advance(5);
      held[index]?.gate.open();
      await until(() => at.edge.stats().refreshesRunning === 0);
      at.clock.advance(0.01);
    }
    await until(() => at.edge.stats().refreshesWaiting === 0);
    expect(at.forwarded).toHaveLength(20);
  });

  test('lets a client wait for the origin when its time is over', async () => {
    const site = await startSite(['/a', '/b']);
    const { at } = site;
    site.hold();
    site.write('new');
    at.edge.purge(PURGE);
    await until(() => site.held.length === 1);
    at.clock.advance(60);
    const late = at.open('/a');
    await until(() => site.held.length === 2);
    site.held[1]?.gate.open();
    expect((await late.answer).body).toBe('new');
    expect((await late.answer).headers['cache-status']).toMatch(/fwd=stale/);
  });

  test('sends each variant a request with the fields that selected it', async () => {
    const site = await startSite([], { ...FRESH, Vary: 'A' });
    const { at } = site;
    for (const value of ['1', '2']) await at.get('/a', { headers: { A: value } });
    site.hold();
    site.write('new');
    at.edge.purge(PURGE);
    await answerNext(site, 1);
    await answerNext(site, 2);
    for (const value of ['1', '2']) expect((await at.get('/a', { headers: { A: value } })).body).toBe(`new ${value}`);
    expect(at.forwarded.map(({ headers }) => [headers.host, headers['a']])).toEqual([
      ['site.test', '1'],
      ['site.test', '2'],
      ['site.test', '2'],
      ['site.test', '1'],
    ]);
  });

  test('leaves a variant whose selecting fields are only part of the key to the next request for it', async () => {
    world = await startWorld(
      (req, res) => {
        for (const [name, value] of Object.entries({ ...FRESH, Vary: 'A, Accept-Encoding' })) res.setHeader(name, value);
        res.end(req.url);
      },
      { varyInKey: ['a'], encoding: {}, targetOf: ({ url = '/' }) => ({ key: url, url, scope: 'site.test' }) },
    );
    const at = world;
    await at.get('/a');
    at.edge.purge(PURGE);
    await until(() => at.edge.stats().refreshesWaiting === 0);
    expect(at.forwarded).toHaveLength(1);
  });

  test('revalidates a response that the edge encodes, although its Vary names Accept-Encoding', async () => {
    world = await startWorld(
      (_req, res) => {
        for (const [name, value] of Object.entries({ ...FRESH, Vary: 'Accept-Encoding' })) res.setHeader(name, value);
        res.end('text');
      },
      { encoding: {} },
    );
    const at = world;
    await at.get('/a');
    at.edge.purge(PURGE);
    await until(() => at.forwarded.length === 2 && at.edge.stats().refreshesRunning === 0);
    at.clock.advance(0.01);
    await until(() => at.edge.stats().refreshesWaiting === 0);
    const { socket, httpVersion, method, url } = at.forwarded[1] ?? {};
    expect([method, url, httpVersion, socket?.remoteAddress, socket?.remotePort]).toEqual(['GET', '/a', '1.1', undefined, undefined]);
    expect(socket).toMatchObject({ encrypted: false });
  });

  test('revalidates what a request under way during the purge has stored', async () => {
    const site = await startSite(['/a']);
    const { at, held } = site;
    site.hold();
    const early = at.open('/b');
    await until(() => held.length === 1);
    at.edge.purge(PURGE);
    await until(() => held.length === 2);
    held[0]?.gate.open();
    expect((await early.answer).body).toBe('old');
    site.write('new');
    await answerNext(site, 2);
    await answerNext(site, 3);
    expect(held.map(({ url }) => url)).toEqual(['/b', '/a', '/b']);
    expect((await at.get('/b')).body).toBe('new');
  });

  test('keeps the stored response when the origin fails, and sends it for the error when its time is over', async () => {
    let broken = false;
    world = await startWorld((_req, res) => {
      if (broken) res.statusCode = 503;
      for (const [name, value] of Object.entries(broken ? {} : FRESH)) res.setHeader(name, value);
      res.end('old');
    });
    const at = world;
    await at.get('/a');
    broken = true;
    at.edge.purge(PURGE);
    await until(() => at.edge.stats().refreshesFailed === 1);
    expect(await at.get('/a')).toMatchObject({ status: 200, body: 'old' });
    at.clock.advance(60);
    expect(await at.get('/a')).toMatchObject({ status: 200, body: 'old' });
  });

  test('ends with the edge', async () => {
    const site = await startSite(['/a', '/b']);
    const { at, held } = site;
    site.hold();
    at.edge.purge(PURGE);
    await until(() => held.length === 1);
    at.edge.close();
    held[0]?.gate.open();
    await until(() => at.edge.stats().refreshesRunning === 0);
    at.clock.advance(1);
    await until(() => at.edge.stats().refreshesWaiting === 0);
    expect(held).toHaveLength(1);
  });
});
