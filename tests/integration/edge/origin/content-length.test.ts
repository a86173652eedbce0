/** What `Content-Length` a response leaves with, whatever its origin wrote there. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Origin } from '../../../../server/edge/index.ts';
import { startWorld, type World } from '../harness.ts';
import { lengthsIn, onTheWire } from '../wire.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const WRITTEN: readonly (readonly [string, (res: Parameters<Origin>[1]) => unknown])[] = [
  ['at once', (res) => res.end('abc')],
  ['in pieces', (res) => res.write('a') && res.end('bc')],
  [
    'after its head',
    (res) => {
      res.flushHeaders();
      res.end('abc');
    },
  ],
];

describe.each(WRITTEN)('a body written %s', (_how, write) => {
  test.each<[string, string | string[]]>([
    ['two numbers', ['2', '3']],
    ['the same number twice', ['3', '3']],
    ['no number', 'abc'],
    ['a sign', '+2'],
    ['a list', '2, 3'],
    ['a fraction', '3.0'],
    ['nothing', ''],
    ['more than there is in the world', '99999999999999999999'],
  ])('with %s for its length is framed here, from the origin and from the store (RFC 9110 §8.6, RFC 9112 §6.3)', async (_what, length) => {
    world = await startWorld((_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.setHeader('Content-Length', length);
      write(res);
    });
    const first = await onTheWire(world);
    expect(['chunked', '3']).toContain(/^transfer-encoding: (chunked)$/m.exec(first.head)?.[1] ?? lengthsIn(first).join());
    expect(first.body.replaceAll(/\d\r\n|\r\n/g, '')).toBe('abc');
    const again = await onTheWire(world);
    expect([lengthsIn(again), again.body]).toEqual([['3'], 'abc']);
    expect(world.asked).toHaveLength(1);
  });
});

test('a HEAD with a length that is none says none', async () => {
  world = await startWorld((_req, res) => {
    res.setHeader('Content-Length', ['2', '3']);
    res.end();
  });
  expect(lengthsIn(await onTheWire(world, 'HEAD'))).toEqual([]);
});

test.each([
  { length: ['2', '3'], what: 'that is none' },
  { length: '1', what: 'that is too small' },
  { length: '9', what: 'that is too large' },
])('what is settled with a length $what says how long it is', async ({ length }) => {
  world = await startWorld((_req, res, exchange) => {
    const headers = { 'Cache-Control': 'max-age=60', 'Content-Length': length };
    exchange.settle(Promise.resolve({ status: 200, headers, body: Buffer.from('abc') }));
    res.setHeader('Cache-Control', 'no-store');
    res.end('first');
  });
  await onTheWire(world);
  const stored = await onTheWire(world);
  expect([lengthsIn(stored), stored.body]).toEqual([['3'], 'abc']);
});
