/** The response fields that collapsed clients receive. */
import { afterEach, expect, test } from 'vitest';
import { gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

test.each([
  { directive: 'private="X-Secret"', source: 'RFC 9111 §5.2.2.7' },
  { directive: 'no-cache="X-Secret, Set-Cookie"', source: 'RFC 9111 §5.2.2.4' },
])('a collapsed client receives no field that $directive names ($source)', async ({ directive }) => {
  const released = gate();
  world = await startWorld(async (_req, res) => {
    await released.opened;
    res.setHeader('Cache-Control', `max-age=60, ${directive}`);
    res.setHeader('X-Secret', 'ana');
    res.setHeader('X-All', '1');
    res.end('one');
  });
  const at = world;
  const leader = at.open('/');
  await until(() => at.forwarded.length === 1);
  const waiter = at.open('/');
  await until(() => at.edge.stats().joins === 1);
  released.open();
  expect((await leader.answer).headers).toMatchObject({ 'x-secret': 'ana', 'x-all': '1' });
  const shared = await waiter.answer;
  expect(shared).toMatchObject({ body: 'one', headers: { 'x-all': '1', 'cache-status': expect.stringContaining('collapsed') } });
  expect(shared.headers['x-secret']).toBeUndefined();
});
