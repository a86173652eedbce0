import { describe, expect, it } from 'vitest';
import { invalidationOf } from '../../../../server/edge/policy/invalidation.ts';
import { plainTarget } from '../../../../server/edge/request/target.ts';
import { readHead } from '../../../../server/edge/response/stored-response.ts';

const REQUEST = { url: '/a', rawHeaders: ['Host', 'site.example'] };
const RULES = { targets: [], varyInKey: [] };
const of = (method: string, status: number, fields: readonly string[] = []) =>
  invalidationOf(method, REQUEST, readHead(status, '', fields, { requestedAt: 0, receivedAt: 0 }, RULES), plainTarget);

describe('invalidationOf (RFC 9111 section 4.4)', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY', 'REPORT', 'SEARCH', 'TRACE'])('is nothing for %s, which is safe', (method) => {
    expect(of(method, 200, ['Location', '/b', 'Cache-Group-Invalidation', '"g"'])).toEqual({ keys: [], groups: [] });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'M-SEARCH', 'get'])('is the target of %s', (method) => {
    expect(of(method, 200)).toEqual({ keys: ['site.example /a'], groups: [] });
  });

  it.each([
    [200, ['site.example /a']],
    [303, ['site.example /a']],
    [399, ['site.example /a']],
    [400, []],
    [500, []],
  ])('a response with the status %d invalidates the keys %j, and always the groups that are named', (status, keys) => {
    expect(of('POST', status, ['Cache-Group-Invalidation', '"g"'])).toEqual({ keys, groups: ['g'] });
  });

  it('follows Location and Content-Location on the same origin, each key once', () => {
    const fields = [
      'Location',
      '/b',
      'Content-Location',
      'http://site.example/c',
      'Location',
      '/a',
      'Content-Location',
      'http://other.example/d',
    ];
    expect(of('POST', 201, fields).keys).toEqual(['site.example /a', 'site.example /b', 'site.example /c']);
  });
});
