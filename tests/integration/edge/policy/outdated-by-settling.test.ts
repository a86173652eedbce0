/** A stored response whose background revalidation gets a settled response. */
import { afterEach, expect, test } from 'vitest';
import type { SettledResponse } from '../../../../shared/cache/exchange.ts';
import { startWorld, until, type World } from '../harness.ts';

const LASTING = 'max-age=1, stale-while-revalidate=600';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

/** An origin that streams with no-store and settles `second` in place of its second response. */
async function startSettling(second: SettledResponse | null): Promise<World> {
  let count = 0;
  world = await startWorld((_req, res, exchange) => {
    count += 1;
    const first = { status: 200, headers: { 'cache-control': LASTING }, body: Buffer.from('settled 1') };
    exchange.settle(Promise.resolve(count === 1 ? first : second));
    res.setHeader('Cache-Control', 'no-store');
    res.end(`streamed ${count}`);
  });
  return world;
}

async function afterRefresh(at: World): Promise<string> {
  await at.get('/');
  await until(() => at.edge.stats().entries === 1);
  at.clock.advance(5);
  expect((await at.get('/')).body).toBe('settled 1');
  await until(() => at.forwarded.length === 2 && at.edge.stats().refreshesRunning === 0 && at.edge.stats().flights === 0);
  return (await at.get('/')).body;
}

test('removes a stored response when the settled response must not be stored', async () => {
  const at = await startSettling({ status: 200, headers: { 'cache-control': 'no-store' }, body: Buffer.from('settled 2') });
  expect(await afterRefresh(at)).toBe('streamed 3');
});

test('a stored response stays when nothing is settled, whatever the streamed head says', async () => {
  const at = await startSettling(null);
  expect(await afterRefresh(at)).toBe('settled 1');
});
