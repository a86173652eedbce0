import { type CaseExchange, type ConformanceCase, dateAt } from './case.ts';

const WHOLE = '0123456789';
const headers = { 'Cache-Control': 'max-age=600', 'Content-Type': 'text/plain', ETag: '"a"', 'Last-Modified': dateAt(-86_400) };
const filled: CaseExchange = { origin: { headers, body: WHOLE }, expect: { body: WHOLE } };

function ranged(id: string, range: string, expect: CaseExchange['expect'], more: Record<string, string> = {}): ConformanceCase {
  return {
    id,
    kind: 'optimal',
    source: 'RFC 9110 §14, RFC 9111 §3.2',
    exchanges: [filled, { headers: { Range: range, ...more }, expect }],
  };
}

/** Ranges answered from the store. */
export const RANGE_CASES: readonly ConformanceCase[] = [
  ranged('range-first', 'bytes=0-3', { status: 206, body: '0123', headers: { 'content-range': 'bytes 0-3/10', 'content-length': '4' } }),
  ranged('range-open', 'bytes=7-', { status: 206, body: '789', headers: { 'content-range': 'bytes 7-9/10' } }),
  ranged('range-suffix', 'bytes=-4', { status: 206, body: '6789' }),
  ranged('range-past-the-end', 'bytes=8-100', { status: 206, body: '89' }),
  ranged('range-unsatisfiable-must-not-be-stored', 'bytes=10-', {
    status: 416,
    body: '',
    headers: { 'content-range': 'bytes */10', 'cache-control': 'no-store', etag: null, 'last-modified': null, age: null },
  }),
  ranged('range-backwards-is-ignored', 'bytes=5-2', { status: 200, body: WHOLE }),
  ranged('range-other-unit-is-ignored', 'lines=0-1', { status: 200, body: WHOLE }),
  ranged('range-overlapping-are-combined', 'bytes=0-3,2-5', { status: 206, body: '012345', headers: { 'content-range': 'bytes 0-5/10' } }),
  ranged('range-several', 'bytes=0-1,8-9', {
    status: 206,
    headers: { 'content-type': /^multipart\/byteranges; boundary=/, 'content-range': null },
  }),
  ranged('range-too-many-are-ignored', `bytes=${Array.from({ length: 20 }, () => '0-0').join(',')}`, { status: 200, body: WHOLE }),
  ranged('if-range-equal-tag', 'bytes=0-1', { status: 206, body: '01' }, { 'If-Range': '"a"' }),
  ranged('if-range-other-tag', 'bytes=0-1', { status: 200, body: WHOLE }, { 'If-Range': '"b"' }),
  ranged('if-range-weak-tag-never', 'bytes=0-1', { status: 200, body: WHOLE }, { 'If-Range': 'W/"a"' }),
  ranged('if-range-exact-date', 'bytes=0-1', { status: 206, body: '01' }, { 'If-Range': dateAt(-86_400) }),
  ranged('if-range-later-date', 'bytes=0-1', { status: 200, body: WHOLE }, { 'If-Range': dateAt(-86_000) }),
  ranged('if-none-match-takes-precedence-over-range', 'bytes=0-1', { status: 304, body: '' }, { 'If-None-Match': '"a"' }),
  {
    id: 'range-on-head-is-ignored',
    kind: 'required',
    source: 'RFC 9110 §14.2',
    exchanges: [
      filled,
      { method: 'HEAD', headers: { Range: 'bytes=0-1' }, expect: { status: 200, body: '', headers: { 'content-length': '10' } } },
    ],
  },
  {
    id: 'part-is-stored-and-answers-ranges-within-it',
    kind: 'optimal',
    source: 'RFC 9111 §3.3',
    exchanges: [
      {
        headers: { Range: 'bytes=2-6' },
        origin: { status: 206, headers: { ...headers, 'Content-Range': 'bytes 2-6/10' }, body: '23456' },
        expect: { status: 206, body: '23456', originSaw: { range: 'bytes=2-6' } },
      },
      { headers: { Range: 'bytes=3-4' }, expect: { status: 206, body: '34', headers: { 'content-range': 'bytes 3-4/10' } } },
      { origin: { headers, body: WHOLE }, expect: { status: 200, body: WHOLE, headers: { 'cache-status': /fwd=partial/ } } },
      { headers: { Range: 'bytes=-1' }, expect: { status: 206, body: '9' } },
    ],
  },
  {
    id: 'part-with-wrong-content-range-is-not-stored',
    kind: 'required',
    source: 'RFC 9110 §14.4',
    exchanges: [
      {
        headers: { Range: 'bytes=2-6' },
        origin: { status: 206, headers: { ...headers, 'Content-Range': 'bytes 2-8/10' }, body: '23456' },
        expect: { status: 206 },
      },
      {
        headers: { Range: 'bytes=2-6' },
        origin: { status: 206, headers: { ...headers, 'Content-Range': 'bytes 2-6/10' }, body: '23456' },
        expect: { status: 206, body: '23456', originSaw: { range: 'bytes=2-6' } },
      },
    ],
  },
  {
    id: 'error-response-to-a-range-is-not-stored',
    kind: 'required',
    source: 'RFC 9110 §15.5.17',
    exchanges: [
      { headers: { Range: 'bytes=99-' }, origin: { status: 416, headers: { 'Cache-Control': 'max-age=600' } }, expect: { status: 416 } },
      { origin: { headers, body: WHOLE }, expect: { status: 200, body: WHOLE } },
    ],
  },
];
