/** The `Content-Length` that the edge sends, whatever the origin wrote there. */
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
  ['in chunks', (res) => res.write('a') && res.end('bc')],
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
    ['not a number', 'abc'],
    ['a sign', '+2'],
    ['a list', '2, 3'],
    ['a fraction', '3.0'],
    ['an empty value', ''],
    ['a number beyond all lengths', '99999999999999999999'],
  ])(
    'a body with %s as Content-Length is framed by the edge, streamed and stored (RFC 9110 §8.6, RFC 9112 §6.3)',
    async (_what, length) => {
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
      expect(world.forwarded).toHaveLength(1);
    },
  );
});

test('truncates the body to Content-Length, however many writes it arrives in', async () => {
  world = await startWorld(async (_req, res) => {
    res.setHeader('Content-Length', '3');
    for (const text of ['ab', 'cd', 'ef', 'gh']) {
      res.write(text);
      await new Promise((resolve) => setImmediate(resolve));
    }
    res.end();
  });
  expect((await onTheWire(world)).body).toBe('abc');
});

test('a HEAD response with an invalid Content-Length has none', async () => {
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
])('a settled response with a Content-Length $what gets the right one', async ({ length }) => {
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
