/** With time, a response never becomes fresh again, and its age only grows. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../server/edge/policy/lookup-decision.ts';
import { ageAt, readHead, type StoredResponse, storedResponse } from '../../../server/edge/response/stored-response.ts';
import { createPurgeEpochs } from '../../../server/edge/store/purge-epochs.ts';
import { formatHttpDate } from '../../../server/message/http-date.ts';
import { NO_REQUEST_DIRECTIVES } from '../../../server/message/request-directives.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const RULES = { targets: ['cdn-cache-control'], varyInKey: [] };

const response = fc
  .record({
    maxAge: fc.option(fc.nat({ max: 1_000 })),
    swr: fc.option(fc.nat({ max: 1_000 })),
    expires: fc.option(fc.integer({ min: -1_000, max: 1_000 })),
    date: fc.option(fc.integer({ min: -1_000, max: 1_000 })),
    age: fc.option(fc.nat({ max: 1_000 })),
    modified: fc.option(fc.integer({ min: -100_000, max: 0 })),
    delay: fc.nat({ max: 30_000 }),
  })
  .map(({ maxAge, swr, expires, date, age, modified, delay }): StoredResponse => {
    const fields: string[] = ['ETag', '"a"'];
    const directives = [maxAge === null ? '' : `max-age=${maxAge}`, swr === null ? '' : `stale-while-revalidate=${swr}`].filter(Boolean);
    if (directives.length > 0) fields.push('Cache-Control', directives.join(', '));
    if (expires !== null) fields.push('Expires', formatHttpDate(NOON + expires * 1_000));
    if (date !== null) fields.push('Date', formatHttpDate(NOON + date * 1_000));
    if (age !== null) fields.push('Age', String(age));
    if (modified !== null) fields.push('Last-Modified', formatHttpDate(NOON + modified * 1_000));
    const head = readHead(200, 'OK', fields, { requestedAt: NOON - delay, receivedAt: NOON }, RULES);
    return storedResponse(head, Buffer.from('x'), createPurgeEpochs({ now: () => NOON, bound: 1, refreshForMs: 60_000 }).begin(), [], {
      scope: '',
      url: '/',
    });
  });

const later = fc.array(fc.nat({ max: 5_000_000 }), { minLength: 2, maxLength: 10 }).map((times) => times.sort((a, b) => a - b));
const RANK = { fresh: 0, stale: 1, forward: 2, refuse: 3 };

describe('freshness', () => {
  test('goes from fresh to stale to forwarded, and never back', () => {
    fc.assert(
      fc.property(response, later, (stored, times) => {
        const ranks = times.map((time) => {
          const input = { request: NO_REQUEST_DIRECTIVES, now: NOON + time, staleWhenDisconnected: 60 };
          return RANK[decide(stored, 'valid', input).kind];
        });
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      }),
    );
  });

  test('age starts at the received age or more, and grows with the clock', () => {
    fc.assert(
      fc.property(response, later, (stored, times) => {
        const ages = times.map((time) => ageAt(stored, NOON + time));
        expect(ages).toEqual([...ages].sort((a, b) => a - b));
        times.forEach((time, index) => expect(ages[index]).toBeGreaterThanOrEqual(Math.floor(time / 1_000)));
      }),
    );
  });

  test('a larger min-fresh is never satisfied where a smaller one is not', () => {
    fc.assert(
      fc.property(response, fc.nat({ max: 2_000_000 }), fc.nat({ max: 1_000 }), fc.nat({ max: 1_000 }), (stored, time, minFresh, more) => {
        const kindFor = (seconds: number): string =>
          decide(stored, 'valid', {
            request: { ...NO_REQUEST_DIRECTIVES, minFresh: seconds },
            now: NOON + time,
            staleWhenDisconnected: 0,
          }).kind;
        expect(kindFor(minFresh) === 'fresh' || kindFor(minFresh + more) !== 'fresh').toBe(true);
      }),
    );
  });
});
