/** What the edge reads from a request, and what it leaves out (RFC 9110 §7.6.1, RFC 9111 §3.5, §5.2.1). */
import { describe, expect, test } from 'vitest';
import { acceptedEncoding, hasCachePrecondition, type RequestRules, readRequest } from '../../../../server/edge/request/client-request.ts';
import { plainTarget } from '../../../../server/edge/request/target.ts';

const RULES: RequestRules = { targetOf: plainTarget, keyPrefix: 'build ', clientDirectives: 'honour', credentials: 'honour' };

const read = (fields: readonly string[], method?: string, rules: Partial<RequestRules> = {}) =>
  readRequest(
    { url: '/a?b', rawHeaders: ['Host', 'site.test', ...fields], ...(method === undefined ? {} : { method }) },
    { ...RULES, ...rules },
  );

const namesOf = ({ fields }: ReturnType<typeof read>): readonly string[] => fields.filter((_, index) => index % 2 === 0);

test('a request has its method, its key with the prefix, and the scope of its groups', () => {
  expect(read([], 'HEAD')).toMatchObject({ method: 'HEAD', key: 'build site.test /a?b', url: '/a?b', scope: 'site.test' });
  expect(read([]).method).toBe('GET');
});

describe('the fields that Connection names', () => {
  test.each([
    ['x-a', ['Host', 'X-B']],
    ['close, X-B', ['Host', 'X-A']],
    ['keep-alive', ['Host', 'Connection', 'X-A', 'X-B']],
    ['close', ['Host', 'Connection', 'X-A', 'X-B']],
    ['Keep-Alive', ['Host', 'Connection', 'X-A', 'X-B']],
  ])('Connection "%s" leaves the fields %j', (connection, names) => {
    expect(namesOf(read(['Connection', connection, 'X-A', '1', 'X-B', '2']))).toEqual(names);
  });

  test('are no part of anything that is read', () => {
    const { headers, directives } = read([
      'Connection',
      'if-none-match, cache-control',
      'If-None-Match',
      '"a"',
      'Cache-Control',
      'no-cache',
    ]);
    expect([headers.ifNoneMatch, directives.noCache]).toEqual([null, false]);
  });

  test('are not seen by the function that makes the key', () => {
    const seen: unknown[] = [];
    const targetOf: RequestRules['targetOf'] = (request) => {
      seen.push(request.rawHeaders);
      return plainTarget(request);
    };
    read(['Connection', 'x-a', 'X-A', '1'], 'GET', { targetOf });
    read(['X-A', '1'], 'GET', { targetOf });
    expect(seen).toEqual([
      ['Host', 'site.test'],
      ['Host', 'site.test', 'X-A', '1'],
    ]);
  });
});

describe('credentials', () => {
  const sent = ['Authorization', 'x', 'Cookie', 'a=b', 'X-A', '1'];

  test.each<[RequestRules['credentials'], string, readonly string[]]>([
    ['ignore', 'GET', ['Host', 'X-A']],
    ['ignore', 'HEAD', ['Host', 'X-A']],
    ['ignore', 'POST', ['Host', 'Authorization', 'Cookie', 'X-A']],
    ['honour', 'GET', ['Host', 'Authorization', 'Cookie', 'X-A']],
  ])('the option credentials "%s" leaves a %s with the fields %j', (credentials, method, names) => {
    expect(namesOf(read(sent, method, { credentials }))).toEqual(names);
  });

  test.each([
    ['Authorization', 'x'],
    ['Cookie', 'a=b'],
  ])('are ignored where there is only %s', (...field) => {
    expect(namesOf(read(field, 'GET', { credentials: 'ignore' }))).toEqual(['Host']);
  });
});

describe('directives', () => {
  const sent = ['Cache-Control', 'no-cache, no-store, max-age=0, min-fresh=5, max-stale=3, only-if-cached, no-transform'];

  test('are those of the client', () => {
    expect(read(sent).directives).toMatchObject({ noCache: true, noStore: true, maxAge: 0, minFresh: 5, maxStale: 3, onlyIfCached: true });
  });

  test('directives that force a request to the origin are left out where the site says so, and the others stay', () => {
    const { directives } = read(sent, 'GET', { clientDirectives: 'ignore-reload' });
    expect(directives).toMatchObject({ noCache: false, noStore: false, maxAge: undefined, minFresh: undefined });
    expect(directives).toMatchObject({ maxStale: 3, onlyIfCached: true, noTransform: true });
    expect(read(['Pragma', 'no-cache'], 'GET', { clientDirectives: 'ignore-reload' }).directives.noCache).toBe(false);
  });
});

test.each([
  [['If-None-Match', '"a"'], true],
  [['If-Modified-Since', 'x'], true],
  [['If-Match', '"a"', 'If-Unmodified-Since', 'x', 'If-Range', '"a"'], false],
  [[], false],
])('%j is a condition that a cache evaluates: %s (RFC 9111 §4.3.2)', (fields, isOne) => {
  expect(hasCachePrecondition(read(fields))).toBe(isOne);
});

test('no coding is accepted with no-transform (RFC 9111 §5.2.1.6)', () => {
  const accepting = ['Accept-Encoding', 'br'];
  expect([
    acceptedEncoding(read(accepting)),
    acceptedEncoding(read([...accepting, 'Cache-Control', 'no-transform'])),
    acceptedEncoding(read([])),
  ]).toEqual(['br', null, null]);
});
