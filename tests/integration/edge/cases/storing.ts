import { type ConformanceCase, dateAt, type OriginAnswer } from './case.ts';

const CC = 'Cache-Control';

function twice(id: string, source: string, origin: OriginAnswer, isStored: boolean, ask: Record<string, string> = {}): ConformanceCase {
  const status = origin.status ?? 200;
  return {
    id,
    kind: isStored ? 'optimal' : 'required',
    source,
    exchanges: [
      { headers: ask, origin, expect: { status, answer: 1 } },
      isStored ? { headers: ask, expect: { status, answer: 1 } } : { headers: ask, origin, expect: { status, answer: 2 } },
    ],
  };
}

/** Which responses are stored, and how they are sent again: RFC 9111 §3. */
export const STORING_CASES: readonly ConformanceCase[] = [
  ...[200, 201, 203, 299, 300, 301, 302, 303, 307, 308, 400, 404, 405, 410, 414, 418, 451, 499, 500, 501, 502, 503, 504, 599].map(
    (status) => twice(`store-${status}-with-explicit-lifetime`, 'RFC 9111 §3', { status, headers: { [CC]: 'max-age=60' } }, true),
  ),
  ...[200, 203, 300, 301, 404, 405, 410, 414, 501].map((status) =>
    twice(`store-${status}-by-heuristic`, 'RFC 9111 §4.2.2', { status, headers: { 'Last-Modified': dateAt(-100_000) } }, true),
  ),
  ...[201, 302, 303, 307, 400, 500, 503].map((status) =>
    twice(`no-heuristic-for-${status}`, 'RFC 9111 §4.2.2', { status, headers: { 'Last-Modified': dateAt(-100_000) } }, false),
  ),
  ...[201, 302, 307, 400, 403, 500, 503].flatMap((status) =>
    [{ ETag: '"a"' }, { 'Last-Modified': dateAt(-100) }].map((validator): ConformanceCase => {
      const origin = { status, headers: validator };
      return {
        id: `${Object.keys(validator).join('')}-does-not-permit-storing-${status}`,
        kind: 'required',
        source: 'RFC 9111 §3',
        exchanges: [
          { origin, expect: { status, answer: 1 } },
          { origin, expect: { status, answer: 2, originSaw: { 'if-none-match': null, 'if-modified-since': null } } },
        ],
      };
    }),
  ),
  twice(
    'stale-directives-do-not-permit-storing',
    'RFC 9111 §3',
    { status: 403, headers: { [CC]: 'stale-while-revalidate=60, stale-if-error=60', ETag: '"a"' } },
    false,
  ),
  ...[
    { id: '404-as-heuristically-cacheable', origin: { status: 404, headers: { ETag: '"a"' } } },
    { id: '403-by-public', origin: { status: 403, headers: { [CC]: 'public', ETag: '"a"' } } },
    { id: '403-with-max-age-zero', origin: { status: 403, headers: { [CC]: 'max-age=0', ETag: '"a"' } } },
  ].map(
    ({ id, origin }): ConformanceCase => ({
      id: `store-to-validate-${id}`,
      kind: 'optimal',
      source: 'RFC 9111 §3',
      exchanges: [
        { origin, expect: { status: origin.status, answer: 1 } },
        {
          origin: { status: 304, headers: { ETag: '"a"' } },
          expect: { status: origin.status, answer: 1, originSaw: { 'if-none-match': '"a"' } },
        },
      ],
    }),
  ),
  {
    id: 'error-with-a-validator-does-not-replace-a-success',
    kind: 'required',
    source: 'RFC 9111 §3',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1', ETag: '"a"' } }, expect: { answer: 1 } },
      { after: 3, origin: { status: 500, headers: { ETag: '"e"' } }, expect: { status: 500, answer: 2 } },
      { origin: 'hang-up', expect: { status: 200, answer: 1 } },
    ],
  },
  twice(
    'public-permits-heuristic-freshness',
    'RFC 9111 §4.2.2',
    { status: 201, headers: { [CC]: 'public', 'Last-Modified': dateAt(-100_000) } },
    true,
  ),
  twice('must-understand-overrides-no-store', 'RFC 9111 §5.2.2.3', { headers: { [CC]: 'max-age=60, no-store, must-understand' } }, true),
  twice('must-understand-of-unknown-status', 'RFC 9111 §5.2.2.3', { status: 299, headers: { [CC]: 'max-age=60, must-understand' } }, false),
  twice('no-storing-with-vary-star', 'RFC 9111 §4.1', { headers: { [CC]: 'max-age=60', Vary: 'A, *' } }, false),
  twice('no-storing-with-request-no-store', 'RFC 9111 §5.2.1.5', { headers: { [CC]: 'max-age=60' } }, false, { [CC]: 'no-store' }),
  twice('no-storing-with-authorization', 'RFC 9111 §3.5', { headers: { [CC]: 'max-age=60' } }, false, { Authorization: 'x' }),
  ...['public', 'must-revalidate', 's-maxage=60'].map((directive) =>
    twice(`authorization-with-${directive}`, 'RFC 9111 §3.5', { headers: { [CC]: `max-age=60, ${directive}` } }, true, {
      Authorization: 'x',
    }),
  ),
  twice('set-cookie-with-explicit-lifetime', 'RFC 9111 §7.3', { headers: { [CC]: 'max-age=60', 'Set-Cookie': 'a=b' } }, true),
  twice('set-cookie-by-heuristic', 'RFC 9111 §7.3', { headers: { 'Last-Modified': dateAt(-100_000), 'Set-Cookie': 'a=b' } }, false),
  {
    ...twice('no-storing-of-set-cookie-where-forbidden', 'option', { headers: { [CC]: 'max-age=60', 'Set-Cookie': 'a=b' } }, false),
    kind: 'choice',
    options: { storage: { storeSetCookie: false } },
  },
  {
    ...twice('vary-outside-the-allowed-list', 'option', { headers: { [CC]: 'max-age=60', Vary: 'User-Agent' } }, false),
    kind: 'choice',
    options: { storage: { varyAllowed: ['accept'] } },
  },
  {
    ...twice('no-storing-of-excluded-status', 'option', { status: 500, headers: { [CC]: 'max-age=60' } }, false),
    kind: 'choice',
    options: { storage: { neverStoreStatus: (status: number) => status >= 500 } },
  },
  {
    id: 'fields-that-connection-names-are-not-stored',
    kind: 'required',
    source: 'RFC 9110 §7.6.1',
    exchanges: [
      {
        origin: { headers: { [CC]: 'max-age=60', Connection: 'A, close', A: '1', B: '2', 'Keep-Alive': 'x', TE: 'y' } },
        expect: { headers: { a: null, b: '2', te: null } },
      },
      { expect: { answer: 1, headers: { a: null, b: '2', te: null } } },
    ],
  },
  {
    id: 'connection-cannot-remove-cache-control',
    kind: 'required',
    source: 'RFC 9110 §7.6.1',
    exchanges: [
      { origin: { headers: { [CC]: 'no-store', Connection: 'cache-control', 'Last-Modified': dateAt(-100_000) } }, expect: { answer: 1 } },
      { origin: {}, expect: { answer: 2 } },
    ],
  },
  {
    id: 'private-field-is-not-shared',
    kind: 'required',
    source: 'RFC 9111 §5.2.2.7',
    exchanges: [
      {
        origin: { headers: { [CC]: 'max-age=60, private="X-User"', 'X-User': 'ana', 'X-All': '1' } },
        expect: { headers: { 'x-user': 'ana' } },
      },
      { expect: { answer: 1, headers: { 'x-user': null, 'x-all': '1' } } },
    ],
  },
  {
    id: 'age-grows-and-date-stays',
    kind: 'required',
    source: 'RFC 9111 §4.2.3, §5.1',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=60', Date: dateAt(-5), Age: '20' } }, expect: { headers: { age: '20', date: dateAt(-5) } } },
      { after: 7, expect: { answer: 1, headers: { age: '27', date: dateAt(-5) } } },
      { after: 40, origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 2 } },
    ],
  },
  {
    id: 'missing-date-is-added',
    kind: 'required',
    source: 'RFC 9110 §6.6.1',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=60' } }, expect: { headers: { date: dateAt(0) } } },
      { after: 9, expect: { headers: { date: dateAt(0) } } },
    ],
  },
  {
    id: 'post-response-that-describes-the-target',
    kind: 'optimal',
    source: 'RFC 9110 §9.3.3',
    exchanges: [
      { path: '/p', method: 'POST', origin: { headers: { [CC]: 'max-age=60', 'Content-Location': '/p' } }, expect: { answer: 1 } },
      { path: '/p', expect: { answer: 1 } },
      { path: '/q', method: 'POST', origin: { headers: { [CC]: 'max-age=60', 'Content-Location': '/p' } }, expect: { answer: 2 } },
      { path: '/q', origin: {}, expect: { answer: 3 } },
    ],
  },
  ...[
    { of: 'its-whole-address', location: 'http://site.test/p', describes: true },
    { of: 'another-host', location: 'http://other.test/p', describes: false },
    { of: 'another-query', location: '/p?q', describes: false },
    { of: 'no-address', location: 'http://[', describes: false },
    { of: 'two-addresses', location: ['/p', '/p'], describes: false },
  ].map(
    ({ of, location, describes }): ConformanceCase => ({
      id: `post-response-with-content-location-of-${of}`,
      kind: 'required',
      source: 'RFC 9110 §9.3.3',
      exchanges: [
        { path: '/p', method: 'POST', origin: { headers: { [CC]: 'max-age=60', 'Content-Location': location } }, expect: { answer: 1 } },
        describes ? { path: '/p', expect: { answer: 1 } } : { path: '/p', origin: {}, expect: { answer: 2 } },
      ],
    }),
  ),
  {
    id: 'head-is-answered-by-a-stored-get',
    kind: 'optimal',
    source: 'RFC 9111 §4',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 1 } },
      { method: 'HEAD', expect: { status: 200, body: '', headers: { 'content-length': '8' } } },
    ],
  },
  {
    id: 'head-response-that-differs-makes-the-stored-one-stale',
    kind: 'optimal',
    source: 'RFC 9111 §4.3.5',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 1 } },
      {
        method: 'HEAD',
        headers: { [CC]: 'no-cache' },
        origin: { headers: { [CC]: 'max-age=60', 'Content-Length': '99' } },
        expect: { status: 200 },
      },
      { origin: {}, expect: { answer: 3 } },
    ],
  },
  {
    id: 'fields-of-one-exchange-are-not-stored',
    kind: 'choice',
    source: 'option',
    options: { storage: { dropFields: ['x-request-id'] } },
    exchanges: [
      {
        origin: { headers: { [CC]: 'max-age=1', ETag: '"a"', 'X-Request-Id': '1' } },
        expect: { answer: 1, headers: { 'x-request-id': '1' } },
      },
      { expect: { answer: 1, headers: { 'x-request-id': null, etag: '"a"' } } },
      {
        after: 3,
        origin: { status: 304, headers: { [CC]: 'max-age=60', ETag: '"a"', 'X-Request-Id': '2' } },
        expect: { answer: 1, headers: { 'x-request-id': null } },
      },
      { expect: { answer: 1, headers: { 'x-request-id': null } } },
    ],
  },
  twice('expires-is-case-insensitive', 'RFC 9111 §4.2', { headers: { Expires: dateAt(60).toUpperCase() } }, true),
  {
    id: 'hosts-have-separate-keys',
    kind: 'required',
    source: 'RFC 9111 §2',
    exchanges: [
      { headers: { Host: 'one.test' }, origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 1 } },
      { headers: { Host: 'two.test' }, origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 2 } },
      { headers: { Host: 'ONE.test:80' }, expect: { answer: 1 } },
    ],
  },
  {
    id: 'equivalent-targets-have-one-key',
    kind: 'optimal',
    source: 'RFC 3986 §6.2.2',
    exchanges: [
      { path: '/%7Ea/%c3%a7', origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 1 } },
      { path: '/~a/%C3%A7', expect: { answer: 1 } },
      { path: '/~a/%C3%A7?', origin: {}, expect: { answer: 2 } },
    ],
  },
];
