import { describe, expect, it } from 'vitest';
import { parseTargeted, type ResponseDirectives, responseDirectives } from '../../../server/message/response-directives.ts';

const NONE: ResponseDirectives = {
  targetedBy: null,
  noStore: false,
  noCache: null,
  private: null,
  public: false,
  mustRevalidate: false,
  proxyRevalidate: false,
  mustUnderstand: false,
  noTransform: false,
  sharedMaxAge: undefined,
  maxAge: undefined,
  staleWhileRevalidate: undefined,
  staleIfError: undefined,
};

describe('responseDirectives of Cache-Control', () => {
  it.each<[string, Partial<ResponseDirectives>]>([
    ['', {}],
    ['no-store', { noStore: true }],
    ['no-cache', { noCache: 'all' }],
    ['no-cache="A"', { noCache: ['a'] }],
    ['private', { private: 'all' }],
    ['private="Set-Cookie"', { private: ['set-cookie'] }],
    ['public', { public: true }],
    ['must-revalidate', { mustRevalidate: true }],
    ['proxy-revalidate', { proxyRevalidate: true }],
    ['must-understand', { mustUnderstand: true }],
    ['no-transform', { noTransform: true }],
    ['s-maxage=1', { sharedMaxAge: 1 }],
    ['max-age=2', { maxAge: 2 }],
    ['stale-while-revalidate=3', { staleWhileRevalidate: 3 }],
    ['stale-if-error=4', { staleIfError: 4 }],
  ])('reads %s', (line, directives) => {
    expect(responseDirectives(['Cache-Control', line], ['cdn-cache-control'])).toEqual({ ...NONE, ...directives });
  });
});

describe('responseDirectives of a targeted field', () => {
  const TARGETS = ['surrogate', 'cdn-cache-control'];

  it('reads the field in place of Cache-Control (RFC 9213 section 2.2)', () => {
    const fields = ['Cache-Control', 'no-store, max-age=1', 'CDN-Cache-Control', 'max-age=60, stale-if-error=5, must-revalidate'];
    expect(responseDirectives(fields, TARGETS)).toEqual({
      ...NONE,
      targetedBy: 'cdn-cache-control',
      maxAge: 60,
      staleIfError: 5,
      mustRevalidate: true,
    });
  });

  it('reads the first of the target list', () => {
    const fields = ['CDN-Cache-Control', 'max-age=60', 'Surrogate', 'max-age=5'];
    expect(responseDirectives(fields, TARGETS)).toMatchObject({ targetedBy: 'surrogate', maxAge: 5 });
  });

  it.each(['', '???', 'max-age=60,'])('ignores one that does not parse, and reads the next: %j', (value) => {
    const fields = ['Surrogate', value, 'CDN-Cache-Control', 'max-age=60', 'Cache-Control', 'no-store'];
    expect(responseDirectives(fields, TARGETS)).toMatchObject({ targetedBy: 'cdn-cache-control', maxAge: 60, noStore: false });
    expect(responseDirectives(['Surrogate', value, 'Cache-Control', 'no-store'], TARGETS)).toMatchObject({
      targetedBy: null,
      noStore: true,
    });
  });

  it('keeps no-transform of Cache-Control, which is for other caches too (RFC 9111 section 5.2.2.6)', () => {
    const fields = ['CDN-Cache-Control', 'max-age=60', 'Cache-Control', 'no-transform'];
    expect(responseDirectives(fields, TARGETS)).toMatchObject({ targetedBy: 'cdn-cache-control', noTransform: true });
    expect(responseDirectives(['CDN-Cache-Control', 'no-transform'], TARGETS)).toMatchObject({ noTransform: true });
  });
});

describe('parseTargeted (RFC 9213 section 2.1)', () => {
  it.each<[string, Readonly<Record<string, readonly (string | null)[]>> | null]>([
    ['', null],
    ['max-age', {}],
    ['max-age=60', { 'max-age': ['60'] }],
    ['max-age=60;a=1.5', { 'max-age': ['60'] }],
    ['max-age=60.0', {}],
    ['max-age=60.5', {}],
    ['s-maxage=-1.0', {}],
    ['stale-if-error=1.0', {}],
    ['stale-while-revalidate=?1', {}],
    ['max-age="60"', {}],
    ['max-age=60.0, max-age=5', { 'max-age': ['5'] }],
    ['max-age=5, max-age=60.0', {}],
    ['s-maxage=1.5, max-age=60', { 'max-age': ['60'] }],
    ['ext="max-age=1.5", max-age=60', { 'max-age': ['60'] }],
    ['no-store', { 'no-store': [null] }],
    ['no-store=?1', { 'no-store': [null] }],
    ['no-store=?0', {}],
    ['no-store;a=1.0', { 'no-store': [null] }],
    ['no-store="a"', {}],
    ['private="Set-Cookie"', { private: ['Set-Cookie'] }],
    ['no-cache="A"', { 'no-cache': ['A'] }],
    ['private=?0', {}],
    ['private=:YQ==:', {}],
    ['no-cache=@0', {}],
    ['no-cache=token', { 'no-cache': ['token'] }],
    ['ext=7', { ext: ['7'] }],
    ['ext=:YQ==:', {}],
    ['ext=(a b)', {}],
    ['Max-Age=60', null],
  ])('reads %j', (value, directives) => {
    const read = parseTargeted(value);
    expect(read === null ? null : Object.fromEntries(read)).toEqual(directives);
  });
});
