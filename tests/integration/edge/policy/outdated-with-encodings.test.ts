/** A stored response whose encodings are stored while the origin revalidates it. */
import { afterEach, expect, test } from 'vitest';
import { gate, hitUntilBest, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

test('removes a stored response when the origin’s response outdates it (RFC 9111 §4.3.3)', async () => {
  const answered = gate();
  world = await startWorld(
    async (_req, res) => {
      if (at.forwarded.length > 1) {
        await answered.opened;
        res.statusCode = 410;
        res.end('gone');
        return;
      }
      res.setHeader('Cache-Control', 'max-age=1, stale-while-revalidate=600');
      res.setHeader('Content-Type', 'text/plain; charset=utf-8');
      res.end('uma página de texto, '.repeat(500));
    },
    { encoding: {} },
  );
  const at = world;
  await at.get('/');
  await until(() => at.events.some(({ kind }) => kind === 'encoded'));
  at.clock.advance(5);
  // The first of these hits starts the background revalidation, the last one the best encoding.
  await hitUntilBest(at, 'br');
  answered.open();
  await until(() => at.edge.stats().refreshesRunning === 0);
  expect(at.edge.stats().entries).toBe(0);
});
