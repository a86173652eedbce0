/** Purges by URL, by group and of all, hard and soft, also while a response is under way. */
import { afterEach, describe, expect, test } from 'vitest';
import { gate, numbered, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const FRESH = { 'Cache-Control': 'max-age=600, stale-while-revalidate=600, stale-if-error=600', 'Cache-Groups': '"news"' };

describe('purge', () => {
  test.each([
    { kind: 'url', url: '/a', host: 'site.test', mode: 'hard' } as const,
    { kind: 'groups', groups: ['news'], host: 'site.test', mode: 'hard' } as const,
    { kind: 'all', mode: 'hard' } as const,
  ])('a purge of kind $kind takes effect before the next request', async (what) => {
    world = await startWorld(numbered(FRESH));
    await world.get('/a');
    expect((await world.get('/a')).body).toBe('answer 1');
    world.edge.purge(what);
    expect((await world.get('/a')).body).toBe('answer 2');
    expect((await world.get('/a')).body).toBe('answer 2');
  });

  test('keeps responses that it does not name', async () => {
    world = await startWorld(numbered(FRESH));
    await world.get('/a');
    world.edge.purge({ kind: 'url', url: '/b', host: 'site.test', mode: 'hard' });
    world.edge.purge({ kind: 'groups', groups: ['other'], host: 'site.test', mode: 'hard' });
    world.edge.purge({ kind: 'groups', groups: ['news'], host: 'other.test', mode: 'hard' });
    expect((await world.get('/a')).headers['cache-status']).toMatch(/hit/);
  });

  test('removes every variant of a URL', async () => {
    world = await startWorld(numbered({ ...FRESH, Vary: 'A' }));
    await world.get('/a', { headers: { A: '1' } });
    await world.get('/a', { headers: { A: '2' } });
    world.edge.purge({ kind: 'url', url: '/a', host: 'site.test', mode: 'hard' });
    expect((await world.get('/a', { headers: { A: '1' } })).body).toBe('answer 3');
    expect((await world.get('/a', { headers: { A: '2' } })).body).toBe('answer 4');
  });

  test('after a soft purge, the stored response is only sent when the origin fails', async () => {
    let broken = false;
    world = await startWorld((_req, res) => {
      if (broken) {
        res.destroy();
        return;
      }
      for (const [name, value] of Object.entries(FRESH)) res.setHeader(name, value);
      res.end('text');
    });
    await world.get('/');
    world.edge.purge({ kind: 'all', mode: 'soft' });
    broken = true;
    expect(await world.get('/')).toMatchObject({ status: 200, body: 'text' });
    broken = false;
    await world.get('/');
    expect((await world.get('/')).headers['cache-status']).toMatch(/hit/);
    world.edge.purge({ kind: 'all', mode: 'hard' });
    broken = true;
    expect((await world.get('/')).status).toBe(502);
  });

  test('after a soft purge, a response without stale-if-error is not sent', async () => {
    let broken = false;
    world = await startWorld((_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      if (broken) res.destroy();
      else res.end('text');
    });
    await world.get('/');
    world.edge.purge({ kind: 'all', mode: 'soft' });
    broken = true;
    expect((await world.get('/')).status).toBe(502);
  });

  test('a response under way during the purge is not sent to later requests', async () => {
    const old = gate();
    let text = 'old';
    world = await startWorld(async (_req, res) => {
      const mine = text;
      if (mine === 'old') await old.opened;
      for (const [name, value] of Object.entries(FRESH)) res.setHeader(name, value);
      res.end(mine);
    });
    const at = world;
    const before = at.open('/');
    await until(() => at.forwarded.length === 1);
    text = 'new';
    at.edge.purge({ kind: 'groups', groups: ['news'], host: 'site.test', mode: 'hard' });
    // This request comes after the purge, so it must not join the flight that started before.
    expect((await at.get('/')).body).toBe('new');
    old.open();
    expect((await before.answer).body).toBe('old');
    await until(() => at.edge.stats().flights === 0);
    expect((await at.get('/')).body).toBe('new');
    expect(at.forwarded).toHaveLength(2);
  });

  test('a background revalidation that started before the purge stores nothing', async () => {
    const slow = gate();
    let text = 'one';
    let wait = false;
    world = await startWorld(async (_req, res) => {
      const mine = text;
      if (wait) await slow.opened;
      res.setHeader('Cache-Control', 'max-age=1, stale-while-revalidate=600');
      res.end(mine);
    });
    const at = world;
    await at.get('/');
    at.clock.advance(5);
    wait = true;
    expect((await at.get('/')).body).toBe('one');
    await until(() => at.forwarded.length === 2);
    text = 'two';
    wait = false;
    at.edge.purge({ kind: 'url', url: '/', host: 'site.test', mode: 'hard' });
    expect((await at.get('/')).body).toBe('two');
    slow.open();
    await until(() => at.edge.stats().refreshesRunning === 0);
    expect((await at.get('/')).body).toBe('two');
  });

  test('collapses the requests after the purge into one exchange', async () => {
    const slow = gate();
    let wait = false;
    world = await startWorld(async (_req, res) => {
      if (wait) await slow.opened;
      for (const [name, value] of Object.entries(FRESH)) res.setHeader(name, value);
      res.end('x');
    });
    const at = world;
    await at.get('/');
    at.edge.purge({ kind: 'all', mode: 'soft' });
    wait = true;
    const pending = Array.from({ length: 20 }, () => at.open('/'));
    await until(() => at.edge.stats().joins === 19);
    slow.open();
    await Promise.all(pending.map(({ answer }) => answer));
    expect(at.forwarded).toHaveLength(2);
  });

  test('a forgotten purge counts for all responses', async () => {
    world = await startWorld(numbered(FRESH), { bounds: { epochs: 2 } });
    await world.get('/');
    for (const group of ['news', 'a', 'b', 'c']) world.edge.purge({ kind: 'groups', groups: [group], host: 'site.test', mode: 'hard' });
    expect((await world.get('/')).body).toBe('answer 2');
  });
});
