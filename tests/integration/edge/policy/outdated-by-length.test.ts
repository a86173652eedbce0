/** A stored response whose replacement is too long to be stored. */

import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { Exchange } from '../../../../shared/cache/exchange.ts';
import { startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const LONG = 'x'.repeat(600);

test.each([
  {
    how: 'while it streams',
    second: (res: ServerResponse): void => {
      res.setHeader('Cache-Control', 'max-age=60');
      // Sent without Content-Length.
      res.write(LONG);
      res.end(LONG);
    },
  },
  {
    how: 'when it is settled',
    second: (res: ServerResponse, exchange: Exchange): void => {
      exchange.settle(Promise.resolve({ status: 200, headers: { 'cache-control': 'max-age=60' }, body: Buffer.from(LONG + LONG) }));
      res.end();
    },
  },
])('removes a stored response when the replacement is too long $how (RFC 9111 §4.3.3)', async ({ second }) => {
  const at = await startWorld(
    (_req, res, exchange) => {
      if (at.forwarded.length > 1) {
        second(res, exchange);
        return;
      }
      res.setHeader('Cache-Control', 'max-age=1, stale-while-revalidate=600');
      res.end('short');
    },
    { bounds: { bodyBytes: 1_000 } },
  );
  world = at;
  await at.get('/');
  at.clock.advance(5);
  expect((await at.get('/')).body).toBe('short');
  await until(() => at.forwarded.length === 2 && at.edge.stats().refreshesRunning === 0);
  expect(at.edge.stats().entries).toBe(0);
});
