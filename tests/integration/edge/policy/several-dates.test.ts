/** Responses with several Date lines. */
import { afterEach, describe, expect, test } from 'vitest';
import { dateAt } from '../cases/case.ts';
import { startWorld, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

describe('of several Date lines', () => {
  test.each([
    ['the older last', [dateAt(0), dateAt(-50)]],
    ['the older first', [dateAt(-50), dateAt(0)]],
    ['one that is not a date', ['yesterday', dateAt(-50)]],
  ])('the oldest counts: %s (RFC 9111 §4.2.3)', async (_how, dates) => {
    const at = await startWorld((_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60').setHeader('Date', dates).end();
    });
    world = at;
    await at.get('/');
    expect((await at.get('/')).headers.age).toBe('50');
    at.clock.advance(11);
    await at.get('/');
    expect(at.forwarded).toHaveLength(2);
  });
});
