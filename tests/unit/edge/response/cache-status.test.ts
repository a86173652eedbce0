/** What Cache-Status says about a request (RFC 9211), and to which caches before this one it is added. */
import { describe, expect, test } from 'vitest';
import { type CacheOutcome, cacheStatusMember, withCacheStatus } from '../../../../server/edge/response/cache-status.ts';

describe('the member of this cache', () => {
  test.each<[CacheOutcome, string]>([
    [{ kind: 'hit', ttl: 60 }, 'edge; hit; ttl=60'],
    [{ kind: 'hit', ttl: -5, detail: 'stale-if-error' }, 'edge; hit; ttl=-5; detail=stale-if-error'],
    [{ kind: 'forward', reason: 'uri-miss' }, 'edge; fwd=uri-miss'],
    [{ kind: 'forward', reason: 'method', status: 201, stored: false, collapsed: false }, 'edge; fwd=method; fwd-status=201'],
    [
      { kind: 'forward', reason: 'stale', status: 200, stored: true, collapsed: true, ttl: 0, detail: 'x' },
      'edge; fwd=stale; fwd-status=200; stored; collapsed; ttl=0; detail=x',
    ],
  ])('the member for %j is "%s"', (outcome, member) => {
    expect(cacheStatusMember('edge', outcome)).toBe(member);
  });
});

describe('the field', () => {
  test('is added where no cache before this one has sent it', () => {
    expect(withCacheStatus(['ETag', '"a"'], 'edge; hit')).toEqual(['ETag', '"a"', 'Cache-Status', 'edge; hit']);
  });

  test('goes on after the members of caches nearer to the origin, of all lines (RFC 9211 §2)', () => {
    const fields = ['cache-status', 'origin; hit', 'ETag', '"a"', 'Cache-Status', 'middle; fwd=stale'];
    expect(withCacheStatus(fields, 'edge; hit')).toEqual(['Cache-Status', 'origin; hit, middle; fwd=stale, edge; hit', 'ETag', '"a"']);
  });
});
