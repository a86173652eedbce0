/** Responses that have no content by their status. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Origin } from '../../../../server/edge/index.ts';
import { startWorld, type World } from '../harness.ts';
import { onTheWire } from '../wire.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

describe('a 204', () => {
  test.each<[string, (res: Parameters<Origin>[1]) => unknown]>([
    ['without fields', (res) => res.end()],
    ['with a Content-Length of zero', (res) => res.writeHead(204, { 'Content-Length': '0' }).end()],
    ['with content', (res) => res.end('abcde')],
    ['with Content-Length', (res) => res.writeHead(204, { 'Content-Length': '5' }).end()],
    ['with Transfer-Encoding', (res) => res.writeHead(204, { 'Transfer-Encoding': 'chunked' }).end()],
  ])('written %s has no Content-Length, streamed and stored (RFC 9110 §8.6)', async (_how, write) => {
    world = await startWorld((_req, res) => {
      res.statusCode = 204;
      res.setHeader('Cache-Control', 'max-age=60');
      write(res);
    });
    for (const answer of [await onTheWire(world), await onTheWire(world)]) {
      expect(answer.head).toMatch(/^http\/1.1 204 /);
      expect(answer.head).not.toMatch(/^(?:content-length|transfer-encoding):/m);
      expect(answer.body).toBe('');
    }
    expect(world.forwarded).toHaveLength(1);
  });
});
