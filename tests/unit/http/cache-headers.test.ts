import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { applyCachePolicy, applyStreamedPolicy, cacheGroupsField } from '../../../server/http/cache-headers.ts';
import { CONTENT_POLICY, FILE_POLICY, IMMUTABLE_POLICY, NEVER_POLICY } from '../../../shared/cache/policy.ts';
import { seconds } from '../../../shared/time/seconds.ts';

function response(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

describe('applyCachePolicy', () => {
  test('a page is stored by shared caches and revalidated by browsers', () => {
    const res = response();
    applyCachePolicy(res, CONTENT_POLICY, ['noticia', 'noticia:12']);
    expect(res.getHeaders()).toEqual({
      'cache-control': 'no-cache',
      'cdn-cache-control': 'max-age=300, stale-while-revalidate=21600, stale-if-error=259200',
      'cache-groups': '"noticia", "noticia:12"',
    });
  });

  test('no lifetime in shared caches exceeds the time to the next publication', () => {
    const res = response();
    applyCachePolicy(res, CONTENT_POLICY, [], 100.9);
    expect(res.getHeader('cdn-cache-control')).toBe('max-age=100, stale-if-error=259200');
  });

  test('stale-while-revalidate ends at the boundary too', () => {
    const res = response();
    applyCachePolicy(res, CONTENT_POLICY, [], 1000);
    expect(res.getHeader('cdn-cache-control')).toBe('max-age=300, stale-while-revalidate=700, stale-if-error=259200');
  });

  test('the policy never is private, no-store for browsers and no-store for shared caches, without groups', () => {
    const res = response();
    applyCachePolicy(res, NEVER_POLICY, ['site']);
    expect(res.getHeaders()).toEqual({ 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' });
  });

  test('the policy immutable allows a year', () => {
    const res = response();
    applyCachePolicy(res, IMMUTABLE_POLICY);
    expect(res.getHeaders()).toEqual({ 'cache-control': 'public, max-age=31536000, immutable' });
  });

  test('browsers keep files for their freshness lifetime', () => {
    const res = response();
    applyCachePolicy(res, FILE_POLICY);
    expect(res.getHeader('cache-control')).toBe('public, max-age=3600');
  });

  test('browsers keep no file past its scheduled change', () => {
    const res = response();
    applyCachePolicy(res, FILE_POLICY, [], 90);
    expect(res.getHeaders()).toEqual({
      'cache-control': 'public, max-age=90',
      'cdn-cache-control': 'max-age=90, stale-if-error=2592000',
    });
  });

  test('no policy uses s-maxage, which would forbid stale responses', () => {
    for (const policy of [CONTENT_POLICY, FILE_POLICY, IMMUTABLE_POLICY, NEVER_POLICY]) {
      const res = response();
      applyCachePolicy(res, policy);
      expect(JSON.stringify(res.getHeaders())).not.toContain('s-maxage');
    }
  });

  test('a streamed document is not stored by shared caches and revalidated by browsers', () => {
    const res = response();
    applyStreamedPolicy(res);
    expect(res.getHeaders()).toEqual({ 'cache-control': 'no-cache', 'cdn-cache-control': 'no-store' });
  });
});

describe('lifetimes', () => {
  const policy = { kind: 'timed', freshFor: seconds(60), staleWhileRevalidate: seconds(0), staleIfError: seconds(0) } as const;

  test.each<[number | undefined, string, string]>([
    [undefined, 'public, max-age=60', 'max-age=60'],
    [61, 'public, max-age=60', 'max-age=60'],
    [59.9, 'public, max-age=59', 'max-age=59'],
    [0, 'public, max-age=0', 'max-age=0'],
    [-5, 'public, max-age=0', 'max-age=0'],
  ])('sends the lifetimes of a policy without stale reuse and with a boundary in %s seconds', (boundarySeconds, browser, shared) => {
    const res = response();
    applyCachePolicy(res, policy, [], boundarySeconds);
    expect([res.getHeader('cache-control'), res.getHeader('cdn-cache-control')]).toEqual([browser, shared]);
  });
});

describe('cacheGroupsField', () => {
  test('writes structured-field strings, escaped, each once', () => {
    expect(cacheGroupsField(['a"b', 'c\\d', 'a"b'])).toBe('"a\\"b", "c\\\\d"');
  });

  test('leaves out what no RFC 9651 string can hold', () => {
    expect(cacheGroupsField(['notícia', 'a\u0007', '\u007fa', 'a b', 'c'])).toBe('"a b", "c"');
  });

  test('names at most 128, tables too', () => {
    const tables = Array.from({ length: 130 }, (_, index) => `t${index}`);
    expect(cacheGroupsField(tables).split(', ')).toEqual(tables.slice(0, 128).map((table) => `"${table}"`));
  });

  test('is empty without groups', () => {
    expect(cacheGroupsField([])).toBe('');
  });

  test('replaces more than 128 groups by those of their tables', () => {
    const rows = Array.from({ length: 129 }, (_, index) => `documento:${index}`);
    expect(cacheGroupsField([...rows, 'site'])).toBe('"documento", "site"');
    expect(cacheGroupsField([...rows, 'unidade:3+', 'site:lai'])).toBe('"documento", "unidade", "unidade+", "site"');
  });

  test('names 128 groups one by one', () => {
    const rows = Array.from({ length: 128 }, (_, index) => `documento:${index}`);
    expect(cacheGroupsField(rows).split(', ')).toHaveLength(128);
  });
});
