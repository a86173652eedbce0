import { type ConformanceCase, dateAt } from './case.ts';

/** `Cache-Status`: RFC 9211. */
export const CACHE_STATUS_CASES: readonly ConformanceCase[] = [
  {
    id: 'status-miss-then-hit',
    kind: 'required',
    source: 'RFC 9211 §2.1 to §2.4',
    exchanges: [
      {
        origin: { headers: { 'Cache-Control': 'max-age=60' } },
        expect: { headers: { 'cache-status': 'edge; fwd=uri-miss; fwd-status=200; stored; ttl=60' } },
      },
      { after: 10, expect: { answer: 1, headers: { 'cache-status': 'edge; hit; ttl=50' } } },
    ],
  },
  {
    id: 'status-not-stored',
    kind: 'required',
    source: 'RFC 9211 §2.5',
    exchanges: [
      {
        origin: { headers: { 'Cache-Control': 'no-store' } },
        expect: { headers: { 'cache-status': 'edge; fwd=uri-miss; fwd-status=200' } },
      },
    ],
  },
  {
    id: 'status-is-appended-to-members-of-other-caches',
    kind: 'required',
    source: 'RFC 9211 §2',
    exchanges: [
      {
        origin: { headers: { 'Cache-Control': 'no-store', 'Cache-Status': 'inner; hit' } },
        expect: { headers: { 'cache-status': 'inner; hit, edge; fwd=uri-miss; fwd-status=200' } },
      },
    ],
  },
  {
    id: 'status-method',
    kind: 'required',
    source: 'RFC 9211 §2.2',
    exchanges: [{ method: 'DELETE', origin: {}, expect: { headers: { 'cache-status': 'edge; fwd=method; fwd-status=200' } } }],
  },
  {
    id: 'status-bypass',
    kind: 'required',
    source: 'RFC 9211 §2.2',
    options: { bypass: (req) => req.headers.cookie !== undefined, bypassFields: ['Cache-Control', 'private'] },
    exchanges: [
      { origin: { headers: { 'Cache-Control': 'max-age=60' } }, expect: { answer: 1 } },
      {
        headers: { Cookie: 'a=b' },
        origin: { headers: { 'Cache-Control': 'max-age=60' } },
        expect: { answer: 2, headers: { 'cache-status': 'edge; fwd=bypass; fwd-status=200', 'cache-control': 'private' } },
      },
      { expect: { answer: 1 } },
    ],
  },
  {
    id: 'status-vary-miss',
    kind: 'required',
    source: 'RFC 9211 §2.2',
    exchanges: [
      { headers: { A: '1' }, origin: { headers: { 'Cache-Control': 'max-age=60', Vary: 'A' } }, expect: { answer: 1 } },
      {
        headers: { A: '2' },
        origin: { headers: { 'Cache-Control': 'max-age=60', Vary: 'A' } },
        expect: { answer: 2, headers: { 'cache-status': /^edge; fwd=vary-miss; / } },
      },
    ],
  },
  {
    id: 'status-validated',
    kind: 'required',
    source: 'RFC 9211 §2.2, §2.3',
    exchanges: [
      { origin: { headers: { 'Cache-Control': 'max-age=1', ETag: '"a"' } }, expect: { answer: 1 } },
      {
        after: 5,
        origin: { status: 304, headers: { 'Cache-Control': 'max-age=60', ETag: '"a"' } },
        expect: {
          answer: 1,
          headers: { 'cache-status': 'edge; fwd=stale; fwd-status=304; stored; ttl=60' },
          originSaw: { 'if-none-match': '"a"' },
        },
      },
    ],
  },
  ...[
    { id: 'of-another-tag', ask: {}, answer: { ETag: '"b"' } },
    { id: 'that-forbids-storing', ask: {}, answer: { 'Cache-Control': 'no-store' } },
    { id: 'to-a-request-with-no-store', ask: { 'Cache-Control': 'no-store' }, answer: {} },
    { id: 'to-an-authorized-client', ask: { Authorization: 'x' }, answer: {} },
  ].map(
    ({ id, ask, answer }): ConformanceCase => ({
      id: `status-of-a-304-${id}`,
      kind: 'required',
      source: 'RFC 9211 §2.5',
      exchanges: [
        { origin: { headers: { 'Cache-Control': 'max-age=1', ETag: '"a"' } }, expect: { answer: 1 } },
        {
          after: 5,
          headers: ask,
          origin: { status: 304, headers: { 'Cache-Control': 'max-age=60', ETag: '"a"', ...answer } },
          expect: { answer: 1, headers: { 'cache-status': /^edge; fwd=stale; fwd-status=304; ttl=/ } },
        },
      ],
    }),
  ),
  {
    id: 'status-of-a-304-to-head',
    kind: 'required',
    source: 'RFC 9211 §2.5',
    exchanges: [
      { origin: { headers: { 'Cache-Control': 'max-age=1', ETag: '"a"' } }, expect: { answer: 1 } },
      {
        after: 5,
        method: 'HEAD',
        origin: { status: 304, headers: { 'Cache-Control': 'max-age=60', ETag: '"a"' } },
        expect: { headers: { 'cache-status': 'edge; fwd=stale; fwd-status=304; stored; ttl=60' } },
      },
      { expect: { answer: 1, headers: { 'cache-status': 'edge; hit; ttl=60' } } },
    ],
  },
  {
    id: 'status-of-a-selected-variant-that-is-not-stored',
    kind: 'required',
    source: 'RFC 9211 §2.5',
    exchanges: [
      { headers: { A: '1' }, origin: { headers: { 'Cache-Control': 'max-age=60', Vary: 'A', ETag: '"a"' } }, expect: { answer: 1 } },
      {
        headers: { A: '2' },
        origin: { status: 304, headers: { 'Cache-Control': 'no-store', Vary: 'A', ETag: '"a"' } },
        expect: { answer: 1, headers: { 'cache-status': /^edge; fwd=vary-miss; fwd-status=304; ttl=/ } },
      },
    ],
  },
  {
    id: 'status-request',
    kind: 'required',
    source: 'RFC 9211 §2.2',
    exchanges: [
      { origin: { headers: { 'Cache-Control': 'max-age=60' } }, expect: { answer: 1 } },
      {
        headers: { 'Cache-Control': 'no-cache' },
        origin: { headers: { 'Cache-Control': 'max-age=60' } },
        expect: { answer: 2, headers: { 'cache-status': /^edge; fwd=request; / } },
      },
    ],
  },
  {
    id: 'status-is-not-on-errors-of-the-edge',
    kind: 'required',
    source: 'RFC 9211 §2',
    exchanges: [
      { headers: { 'Cache-Control': 'only-if-cached' }, expect: { status: 504, headers: { 'cache-status': null } } },
      { origin: 'hang-up', expect: { status: 502, headers: { 'cache-status': null } } },
    ],
  },
  {
    id: 'status-on-a-304-from-the-store',
    kind: 'required',
    source: 'RFC 9211 §2.1',
    exchanges: [
      { origin: { headers: { 'Cache-Control': 'max-age=60', 'Last-Modified': dateAt(-100) } }, expect: { answer: 1 } },
      {
        headers: { 'If-Modified-Since': dateAt(-50) },
        expect: { status: 304, body: '', headers: { 'cache-status': 'edge; hit; ttl=60', age: '0' } },
      },
    ],
  },
];
