import { describe, expect, test } from 'vitest';
import { lifetimeOf } from '../../../server/images/remote/lifetime.ts';

const WALL = Date.UTC(2026, 0, 31, 12, 0, 0);
const PLAIN = new URL('https://fotos.example/a.jpg');
const HOUR = 3_600_000;

describe('the lifetime of a remote picture', () => {
  test.each([
    [{}, HOUR],
    [{ 'cache-control': 'max-age=7200' }, 2 * HOUR],
    [{ 'cache-control': 'public, Max-Age=0' }, 60_000],
    [{ 'cache-control': 'max-age=600, s-maxage=1200' }, 1_200_000],
    [{ 'cache-control': 'max-age=99999999' }, 24 * HOUR],
    [{ 'cache-control': 'max-age=59' }, 60_000],
    [{ 'cache-control': 'max-age=61' }, 61_000],
    [{ 'cache-control': 'max-age=86401' }, 24 * HOUR],
    [{ 'cache-control': 'public' }, HOUR],
    // RFC 9111 §4.2.1: an invalid lifetime counts as expired, of several the shortest counts.
    [{ 'cache-control': 'max-age=-5' }, 60_000],
    [{ 'cache-control': 'max-age=abc' }, 60_000],
    [{ 'cache-control': 'max-age=7200, max-age=3600' }, HOUR],
    [{ 'cache-control': 'ext="a, max-age=7200", max-age="600"' }, 600_000],
  ])('the lifetime of an answer with %j is %d ms', (headers, freshForMs) => {
    expect(lifetimeOf(PLAIN, headers, WALL)).toEqual({ shareable: true, freshForMs, validForMs: null });
  });

  test.each([
    [{ 'cache-control': 'private' }],
    [{ 'cache-control': 'max-age=60, NO-STORE' }],
    [{ 'cache-control': 'private="x"' }],
    [{ 'cache-control': 'no-cache' }],
    [{ 'set-cookie': ['a=b'] }],
    [{ vary: 'Cookie' }],
    [{ vary: '*' }],
    [{ vary: 'Accept, Origin' }],
    [{ vary: 'Authorization' }],
  ])('an answer with %j is not shareable', (headers) => {
    expect(lifetimeOf(PLAIN, headers, WALL).shareable).toBe(false);
  });

  test('an address with an incomplete signature has no end of validity', () => {
    expect(lifetimeOf(new URL('https://fotos.example/a.jpg?X-Amz-Date=20260131T115500Z&expires=1'), {}, WALL).validForMs).toBeNull();
  });

  test.each([[{ vary: 'Accept' }], [{ vary: 'accept-encoding,ACCEPT' }]])('an answer with %j may be shared', (headers) => {
    expect(lifetimeOf(PLAIN, headers, WALL).shareable).toBe(true);
  });
});

describe('a presigned address', () => {
  const signed = (query: string): URL => new URL(`https://fotos.example/a.jpg?${query}`);

  test.each([
    ['X-Amz-Date=20260131T115500Z&X-Amz-Expires=900&X-Amz-Signature=s', 600_000],
    ['x-amz-signature=s&x-amz-date=20260131T115959Z&x-amz-expires=30', 29_000],
    ['X-Amz-Date=20251231T235959Z&X-Amz-Expires=2678401', 43_200_000],
    ['X-Goog-Date=20260131T120000Z&X-Goog-Expires=60&X-Goog-Signature=s', 60_000],
  ])('%s holds for %d ms and is not kept longer', (query, validForMs) => {
    const headers = { 'cache-control': 'max-age=86400' };
    expect(lifetimeOf(signed(query), headers, WALL)).toEqual({ shareable: true, freshForMs: validForMs, validForMs });
  });

  test.each([
    'X-Amz-Date=20260131T110000Z&X-Amz-Expires=900&X-Amz-Signature=s',
    'X-Amz-Expires=900&X-Amz-Signature=s',
    'X-Amz-Date=yesterday&X-Amz-Expires=900',
    'X-Amz-Date=20260131T115500Z&X-Amz-Expires=1e9&X-Amz-Signature=s',
    'X-Amz-Signature=s',
    'X-Amz-Expires=900',
    'X-Goog-Signature=s',
    'X-Amz-Date=x20260131T115500Z&X-Amz-Expires=900',
    'X-Amz-Date=20260131T115500Zx&X-Amz-Expires=900',
    'X-Amz-Date=20260131T115500Z&X-Amz-Expires=x900',
    'X-Amz-Date=20260131T115500Z&X-Amz-Expires=900x',
    'X-Amz-Date=20260131T115500Z&X-Amz-Expires=10000000',
  ])('%s has ended, or may have: the picture is not kept', (query) => {
    expect(lifetimeOf(signed(query), {}, WALL)).toEqual({ shareable: false, freshForMs: 0, validForMs: 0 });
  });
});
