/** Revalidation in the background of an origin that fails: how often it is asked, and what is reported. */
import { afterEach, expect, test } from 'vitest';
import { gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

test('waits twice as long after each failure, and as at first after a success', async () => {
  let isFailing = false;
  const at = await startWorld(
    (_req, res) => {
      if (isFailing) {
        res.destroy();
        return;
      }
      res.setHeader('Cache-Control', 'max-age=5, stale-while-revalidate=6000');
      res.end('a');
    },
    { backoff: { first: 10, atMost: 1_000 } },
  );
  world = at;
  await at.get('/');
  isFailing = true;
  /** Asks for the stale response after a while, and says whether the origin was asked. */
  const asksAfter = async (seconds: number): Promise<boolean> => {
    at.clock.advance(seconds);
    const before = at.forwarded.length;
    expect((await at.get('/')).status).toBe(200);
    await until(() => at.edge.stats().refreshesRunning === 0);
    return at.forwarded.length > before;
  };
  expect([await asksAfter(6), await asksAfter(9), await asksAfter(1)]).toEqual([true, false, true]);
  expect(at.events).toContainEqual({ kind: 'refresh-skipped', key: 'site.test /', because: 'backoff' });
  expect([await asksAfter(19), at.edge.stats().refreshesSkipped, at.edge.stats().refreshesFailed]).toEqual([false, 2, 2]);
  isFailing = false;
  expect(await asksAfter(1)).toBe(true);
  isFailing = true;
  expect([await asksAfter(6), await asksAfter(9), await asksAfter(1)]).toEqual([true, false, true]);
});

test('ends the exchange at the head of a response that is not stored, because no client reads it', async () => {
  const ended = gate();
  let isStored = true;
  const at = await startWorld((_req, res) => {
    res.setHeader('Cache-Control', isStored ? 'max-age=5, stale-while-revalidate=6000' : 'no-store');
    if (isStored) {
      res.end('a');
      return;
    }
    res.once('close', ended.open);
    res.write('more and more');
  });
  world = at;
  await at.get('/');
  isStored = false;
  at.clock.advance(6);
  expect((await at.get('/')).body).toBe('a');
  await ended.opened;
  expect(at.edge.stats()).toMatchObject({ refreshesRunning: 0, refreshesFailed: 0, flights: 0 });
});
