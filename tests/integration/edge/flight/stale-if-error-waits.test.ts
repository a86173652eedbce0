/** For how long a stale response stands in for an origin that has failed, without another request to it. */
import { afterEach, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

describe('a stale response stands in for a failed origin', () => {
  test.each([
    ['10 s as at first', 'a new response', 200, true],
    ['10 s as at first', 'an unchanged response', 304, true],
    ['10 s as at first', 'an error that is not its fault', 404, true],
    ['20 s', 'another error', 429, false],
    ['20 s', 'a failure again', 503, false],
  ])(
    'the stale response is sent without asking the origin for %s where it gave %s (%d) meanwhile',
    async (_wait, _what, meanwhile, isShort) => {
      let status = 200;
      const at = await startWorld(
        (_req, res) => {
          res.statusCode = status;
          res.setHeader('Cache-Control', status < 429 ? 'max-age=1, stale-if-error=6000' : 'no-store');
          res.setHeader('ETag', '"a"');
          res.end(status === 304 ? undefined : 'text');
        },
        { backoff: { first: 10, atMost: 1_000 } },
      );
      world = at;
      /** Asks after some seconds, while the origin answers with a status, and says whether it was asked. */
      const asksAfter = async (seconds: number, next: number): Promise<boolean> => {
        at.clock.advance(seconds);
        status = next;
        const before = at.forwarded.length;
        await at.get('/');
        return at.forwarded.length > before;
      };
      expect([await asksAfter(0, 200), await asksAfter(2, 503), await asksAfter(9, 503)]).toEqual([true, true, false]);
      expect(await asksAfter(1, meanwhile)).toBe(true);
      if (meanwhile !== 503) await asksAfter(2, 503);
      expect([await asksAfter(9, 503), await asksAfter(1, 503)]).toEqual([false, isShort]);
      expect(await asksAfter(10, 503)).toBe(!isShort);
    },
  );
});
