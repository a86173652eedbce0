import { describe, expect, it } from 'vitest';
import { MAX_DELTA_SECONDS } from '../../../server/message/cache-control.ts';
import { NO_REQUEST_DIRECTIVES, type RequestDirectives, requestDirectives } from '../../../server/message/request-directives.ts';

describe('requestDirectives', () => {
  it.each<[string | null, Partial<RequestDirectives>]>([
    [null, {}],
    ['', {}],
    ['no-cache', { noCache: true }],
    ['no-store', { noStore: true }],
    ['only-if-cached', { onlyIfCached: true }],
    ['no-transform', { noTransform: true }],
    ['max-age=1', { maxAge: 1 }],
    ['min-fresh=2', { minFresh: 2 }],
    ['stale-if-error=3', { staleIfError: 3 }],
    ['max-stale=4', { maxStale: 4 }],
    ['max-stale', { maxStale: MAX_DELTA_SECONDS }],
    ['max-stale, max-stale=4', { maxStale: 0 }],
    ['max-stale=x', { maxStale: 0 }],
  ])('reads Cache-Control: %s', (cacheControl, directives) => {
    expect(requestDirectives(cacheControl, null)).toEqual({ ...NO_REQUEST_DIRECTIVES, ...directives });
  });

  it('has no directive of a request without the field', () => {
    expect(NO_REQUEST_DIRECTIVES).toEqual({
      noCache: false,
      noStore: false,
      onlyIfCached: false,
      noTransform: false,
      maxAge: undefined,
      minFresh: undefined,
      maxStale: undefined,
      staleIfError: undefined,
    });
  });

  it.each<[string | null, string, boolean]>([
    [null, 'no-cache', true],
    [null, 'x, No-Cache', true],
    [null, 'x', false],
    ['max-age=1', 'no-cache', false],
    ['', 'no-cache', false],
  ])('beside Cache-Control %j reads Pragma %j as no-cache: %s (RFC 9111 section 5.4)', (cacheControl, pragma, noCache) => {
    expect(requestDirectives(cacheControl, pragma).noCache).toBe(noCache);
  });
});
