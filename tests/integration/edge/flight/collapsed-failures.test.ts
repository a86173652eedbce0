/** A failure of the origin for a client that has selected another stored response than the leader. */
import { afterEach, expect, test } from 'vitest';
import { type Gate, gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

test.each([
  // RFC 9111 §4.2.4: the default allows a minute while the origin cannot be reached.
  { age: 20, status: 200, cacheStatus: 'edge; fwd=stale; ttl=-10; detail=stale-if-error' },
  { age: 200, status: 502, cacheStatus: undefined },
])('a collapsed client gets its own stored response where it may be $age seconds old: $status', async ({ age, status, cacheStatus }) => {
  let failing: Gate | null = null;
  const at = await startWorld(
    async (_req, res) => {
      if (failing !== null) {
        await failing.opened;
        res.destroy();
        return;
      }
      res.setHeader('Cache-Control', 'max-age=10');
      res.setHeader('Vary', 'A');
      res.end('answer 1');
    },
    { staleWhenDisconnected: 60 },
  );
  world = at;
  await at.get('/', { headers: { A: '1' } });
  at.clock.advance(age);
  const closing = gate();
  failing = closing;
  const leader = at.get('/', { headers: { A: '2' } });
  await until(() => at.forwarded.length === 2);
  const collapsed = at.get('/', { headers: { A: '1' } });
  await until(() => at.edge.stats().joins === 1);
  closing.open();
  expect((await leader).status).toBe(502);
  const answer = await collapsed;
  expect([answer.status, answer.headers['cache-status'], answer.body === 'answer 1']).toEqual([status, cacheStatus, status === 200]);
});
