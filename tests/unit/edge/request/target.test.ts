import { describe, expect, it } from 'vitest';
import { plainTarget, referredRequest } from '../../../../server/edge/request/target.ts';

const at = (url: string, host = 'site.example') => ({ url, rawHeaders: ['Host', host] });

describe('plainTarget', () => {
  it.each([
    ['a path', at('/a?b=1'), { key: 'site.example /a?b=1', url: '/a?b=1', scope: 'site.example' }],
    ['a host in capital letters', at('/a', 'SITE.example'), { key: 'site.example /a', url: '/a', scope: 'site.example' }],
    ['the default port', at('/a', 'site.example:80'), { key: 'site.example /a', url: '/a', scope: 'site.example' }],
    ['another port', at('/a', 'site.example:8080'), { key: 'site.example:8080 /a', url: '/a', scope: 'site.example:8080' }],
    ['no host', { url: '/a', rawHeaders: [] }, { key: ' /a', url: '/a', scope: '' }],
    ['no target', { rawHeaders: ['Host', 'a'] }, { key: 'a /', url: '/', scope: 'a' }],
    ['the absolute form', at('HTTP://Other.example:80/a?b'), { key: 'other.example /a?b', url: '/a?b', scope: 'other.example' }],
    ['the absolute form without a path', at('http://other.example'), { key: 'other.example /', url: '/', scope: 'other.example' }],
    [
      'the absolute form with a query alone',
      at('http://other.example?b'),
      { key: 'other.example /?b', url: '/?b', scope: 'other.example' },
    ],
    ['the absolute form with a fragment', at('http://other.example/a#b'), { key: 'other.example /a', url: '/a', scope: 'other.example' }],
    ['the absolute form of the root', at('http://other.example/'), { key: 'other.example /', url: '/', scope: 'other.example' }],
    ['the asterisk form', at('*'), { key: 'site.example *', url: '*', scope: 'site.example' }],
    [
      'what only resembles the absolute form',
      at('x http://other.example/'),
      { key: 'site.example x http://other.example/', url: 'x http://other.example/', scope: 'site.example' },
    ],
  ])('reads %s', (_case, request, target) => {
    expect(plainTarget(request)).toEqual(target);
  });

  it.each([
    ['/%7Euser', '/~user'],
    ['/%41%5a%61%7a%30%39%2d%2e%5f', '/AZaz09-._'],
    ['/%2fa%3F', '/%2Fa%3F'],
    ['/%c3%a3', '/%C3%A3'],
    ['/%4', '/%4'],
    ['/%zz', '/%zz'],
    ['/../a', '/../a'],
  ])('has one key for %s and %s (RFC 3986 section 6.2.2)', (url, normal) => {
    expect(plainTarget(at(url)).key).toBe(plainTarget(at(normal)).key);
    expect(plainTarget(at(url))).toMatchObject({ key: `site.example ${normal}`, url });
  });
});

describe('referredRequest', () => {
  const base = at('/a/b?c=1');
  it.each([
    ['a path', '/x?y', '/x?y'],
    ['a relative path', 'x', '/a/x'],
    ['an address of the same host', 'http://site.example/x', '/x'],
    ['an address by https, as the scheme before the edge is unknown', 'https://site.example/x', '/x'],
    ['a fragment', '#x', '/a/b?c=1'],
  ])('follows %s', (_case, reference, url) => {
    expect(referredRequest(reference, base)).toEqual({ url, rawHeaders: base.rawHeaders });
  });

  it.each([
    ['another host', 'http://other.example/x'],
    ['another port', 'http://site.example:8080/x'],
    ['another host without a scheme', '//other.example/x'],
    ['what is no address', 'http://['],
  ])('leaves %s (RFC 9111 section 4.4)', (_case, reference) => {
    expect(referredRequest(reference, base)).toBeNull();
  });

  it.each([
    ['site.example:443', 'https://site.example/x', '/x'],
    ['site.example:8080', 'https://site.example:8080/x', '/x'],
    ['site.example:8080', 'http://site.example/x', null],
  ])('compares the host %s with %s', (host, reference, url) => {
    expect(referredRequest(reference, at('/', host))?.url ?? null).toBe(url);
  });

  it('takes localhost where the request names no host, and nothing where its host or its target is none', () => {
    expect(referredRequest('/x', { rawHeaders: [] })).toEqual({ url: '/x', rawHeaders: [] });
    expect(referredRequest('http://localhost/x', { url: '/', rawHeaders: [] })?.url).toBe('/x');
    expect(referredRequest('/x', at('/', 'a b'))).toBeNull();
    expect(referredRequest('/x', at('//'))).toBeNull();
  });
});
