import { type CaseExchange, type ConformanceCase, dateAt } from './case.ts';

const WHOLE = '0123456789';
const headers = { 'Cache-Control': 'max-age=600', 'Content-Type': 'text/plain', ETag: '"a"', 'Last-Modified': dateAt(-86_400) };
const UNASKED = { range: null, 'if-range': null, 'if-none-match': null };
const hit: CaseExchange = { expect: { status: 200, body: WHOLE, headers: { 'cache-status': /; hit/ } } };

function filled(id: string, range: string, expect: CaseExchange['expect'], more: Record<string, string> = {}): ConformanceCase {
  const asked: CaseExchange = {
    headers: { Range: range, ...more },
    origin: { headers, body: WHOLE },
    expect: { ...expect, originSaw: UNASKED },
  };
  return {
    id: `range-miss-${id}`,
    kind: 'choice',
    source: 'RFC 9110 §14.2, RFC 9111 §3.2',
    options: { fillsRange: () => true, conditionalMiss: 'fill' },
    exchanges: [asked, hit],
  };
}

/** Range misses, where the edge requests the complete response. */
export const RANGE_MISS_CASES: readonly ConformanceCase[] = [
  filled('first', 'bytes=0-3', {
    status: 206,
    body: '0123',
    headers: {
      'content-range': 'bytes 0-3/10',
      'content-length': '4',
      etag: '"a"',
      'cache-status': 'edge; fwd=uri-miss; fwd-status=200; stored; ttl=600',
    },
  }),
  filled('open', 'bytes=7-', { status: 206, body: '789', headers: { 'content-range': 'bytes 7-9/10' } }),
  filled('suffix', 'bytes=-4', { status: 206, body: '6789', headers: { 'content-range': 'bytes 6-9/10' } }),
  filled('all', 'bytes=0-', { status: 206, body: WHOLE, headers: { 'content-range': 'bytes 0-9/10' } }),
  filled('touching', 'bytes=0-3,4-5', { status: 206, body: '012345', headers: { 'content-range': 'bytes 0-5/10' } }),
  filled('unsatisfiable', 'bytes=10-', { status: 416, body: '', headers: { 'content-range': 'bytes */10', 'content-length': '0' } }),
  filled('several', 'bytes=0-1,8-9', { status: 200, body: WHOLE, headers: { 'content-range': null } }),
  filled('backwards', 'bytes=5-2', { status: 200, body: WHOLE }),
  filled('other-unit', 'lines=0-1', { status: 200, body: WHOLE }),
  filled('if-range-equal', 'bytes=0-1', { status: 206, body: '01' }, { 'If-Range': '"a"' }),
  filled('if-range-date', 'bytes=0-1', { status: 206, body: '01' }, { 'If-Range': dateAt(-86_400) }),
  filled('if-range-other', 'bytes=0-1', { status: 200, body: WHOLE }, { 'If-Range': '"b"' }),
  filled('if-range-weak', 'bytes=0-1', { status: 200, body: WHOLE }, { 'If-Range': 'W/"a"' }),
  filled('if-none-match-takes-precedence', 'bytes=0-1', { status: 304, body: '' }, { 'If-None-Match': '"a"' }),
  {
    id: 'range-miss-of-head-ignores-range',
    kind: 'required',
    source: 'RFC 9110 §14.2',
    options: { conditionalMiss: 'fill' },
    exchanges: [
      {
        method: 'HEAD',
        headers: { Range: 'bytes=0-1' },
        origin: { headers, body: WHOLE },
        expect: { status: 200, body: '', headers: { 'content-length': '10', 'content-range': null }, originSaw: UNASKED },
      },
      hit,
    ],
  },
  {
    id: 'range-miss-by-target',
    kind: 'choice',
    source: 'RFC 9110 §14.2',
    options: { fillsRange: (url) => url.startsWith('/pages/') },
    exchanges: [
      {
        path: '/files/1',
        headers: { Range: 'bytes=0-1', 'If-Range': '"a"' },
        origin: { status: 206, headers: { ...headers, 'Content-Range': 'bytes 0-1/10' }, body: '01' },
        expect: { status: 206, body: '01', originSaw: { range: 'bytes=0-1', 'if-range': '"a"' } },
      },
      {
        path: '/pages/1',
        headers: { Range: 'bytes=0-1', 'If-Range': '"a"' },
        origin: { headers, body: WHOLE },
        expect: { status: 206, body: '01', originSaw: UNASKED },
      },
      { path: '/pages/1', headers: { Range: 'bytes=5-' }, expect: { status: 206, body: '56789', headers: { 'cache-status': /; hit/ } } },
    ],
  },
  {
    id: 'range-miss-with-no-store-is-forwarded-unchanged',
    kind: 'choice',
    source: 'RFC 9111 §5.2.1.5',
    options: { fillsRange: () => true },
    exchanges: [
      {
        headers: { Range: 'bytes=0-1', 'Cache-Control': 'no-store' },
        origin: { status: 206, headers: { ...headers, 'Content-Range': 'bytes 0-1/10' }, body: '01' },
        expect: { status: 206, body: '01', originSaw: { range: 'bytes=0-1' } },
      },
      { origin: { headers, body: WHOLE }, expect: { body: WHOLE } },
    ],
  },
  {
    id: 'range-miss-with-a-forwarded-precondition-is-forwarded-unchanged',
    kind: 'choice',
    source: 'RFC 9110 §13.2.1',
    options: { fillsRange: () => true, conditionalMiss: 'forward' },
    exchanges: [
      {
        headers: { Range: 'bytes=0-1', 'If-None-Match': '"b"' },
        origin: { status: 206, headers: { ...headers, 'Content-Range': 'bytes 0-1/10' }, body: '01' },
        expect: { status: 206, body: '01', originSaw: { range: 'bytes=0-1', 'if-none-match': '"b"' } },
      },
    ],
  },
  {
    id: 'range-miss-of-an-unstorable-response',
    kind: 'choice',
    source: 'RFC 9110 §14.2',
    options: { fillsRange: () => true },
    exchanges: [
      {
        headers: { Range: 'bytes=2-3' },
        origin: { headers: { ...headers, 'Cache-Control': 'no-store' }, body: WHOLE },
        expect: { status: 206, body: '23', headers: { 'content-range': 'bytes 2-3/10' }, originSaw: UNASKED },
      },
      { origin: { headers, body: WHOLE }, expect: { body: WHOLE } },
    ],
  },
  {
    id: 'range-miss-of-an-error',
    kind: 'required',
    source: 'RFC 9110 §14.2',
    options: { fillsRange: () => true },
    exchanges: [
      {
        headers: { Range: 'bytes=0-1' },
        origin: { status: 404, headers, body: 'no' },
        expect: { status: 404, body: 'no', originSaw: UNASKED },
      },
      { expect: { status: 404, body: 'no', headers: { 'cache-status': /; hit/ } } },
    ],
  },
  {
    id: 'range-that-connection-names',
    kind: 'required',
    source: 'RFC 9110 §7.6.1',
    options: { conditionalMiss: 'fill' },
    exchanges: [
      {
        headers: { Range: 'bytes=0-1', 'If-None-Match': '"a"', Connection: 'close, Range' },
        origin: { headers, body: WHOLE },
        expect: { status: 304, originSaw: UNASKED },
      },
      hit,
    ],
  },
  {
    id: 'range-of-a-response-that-validation-replaces',
    kind: 'optimal',
    source: 'RFC 9111 §4.3.3',
    exchanges: [
      { origin: { headers, body: WHOLE }, expect: { body: WHOLE } },
      {
        after: 700,
        headers: { Range: 'bytes=0-1' },
        origin: { headers: { ...headers, ETag: '"b"' }, body: 'abcdef' },
        expect: {
          status: 206,
          body: 'ab',
          headers: { 'content-range': 'bytes 0-1/6', etag: '"b"' },
          originSaw: { range: null, 'if-none-match': '"a"' },
        },
      },
    ],
  },
];
