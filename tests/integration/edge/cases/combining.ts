import { type CaseExchange, type ConformanceCase, dateAt, type OriginAnswer } from './case.ts';

const WHOLE = '0123456789';
const SOURCE = 'RFC 9111 §3.4, RFC 9110 §15.3.7.3';
const headers = { 'Cache-Control': 'max-age=600', 'Content-Type': 'text/plain', ETag: '"a"' };

function part(first: number, last: number, more: OriginAnswer['headers'] = {}): OriginAnswer {
  return {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${first}-${last}/10`, ...more },
    body: WHOLE.slice(first, last + 1),
  };
}

function filled(first: number, last: number, more: OriginAnswer['headers'] = {}): CaseExchange {
  return { headers: { Range: `bytes=${first}-${last}` }, origin: part(first, last, more), expect: { status: 206 } };
}

/** Requests bytes 2 to 7 while 0 to 4 may be stored. The origin must receive the client's own range. */
function notCompleted(id: string, more: OriginAnswer['headers'], asked: Readonly<Record<string, string>> = {}): ConformanceCase {
  return {
    id,
    kind: 'required',
    source: SOURCE,
    exchanges: [
      filled(0, 4, more),
      {
        headers: { Range: 'bytes=2-7', ...asked },
        origin: part(2, 7, more),
        expect: { status: 206, body: '234567', originSaw: { range: 'bytes=2-7', 'if-range': asked['If-Range'] ?? null } },
      },
    ],
  };
}

/** Partial responses that are combined with others. */
export const COMBINING_CASES: readonly ConformanceCase[] = [
  {
    id: 'part-is-completed-at-its-end',
    kind: 'optimal',
    source: SOURCE,
    exchanges: [
      filled(0, 4),
      {
        headers: { Range: 'bytes=2-7' },
        origin: part(5, 7),
        expect: {
          status: 206,
          body: '234567',
          headers: {
            'content-range': 'bytes 2-7/10',
            'content-length': '6',
            'cache-status': /^edge; fwd=partial; fwd-status=206; stored/,
          },
          originSaw: { range: 'bytes=5-7', 'if-range': '"a"' },
        },
      },
      { headers: { Range: 'bytes=0-7' }, expect: { status: 206, body: '01234567' } },
    ],
  },
  {
    id: 'part-is-completed-at-its-start',
    kind: 'optimal',
    source: SOURCE,
    exchanges: [
      filled(5, 9),
      {
        headers: { Range: 'bytes=3-6' },
        origin: part(3, 4),
        expect: { status: 206, body: '3456', originSaw: { range: 'bytes=3-4', 'if-range': '"a"' } },
      },
      { headers: { Range: 'bytes=-7' }, expect: { status: 206, body: '3456789' } },
    ],
  },
  {
    id: 'part-is-completed-for-a-request-without-range',
    kind: 'optimal',
    source: SOURCE,
    exchanges: [
      filled(0, 4),
      {
        origin: part(5, 9),
        expect: {
          status: 200,
          body: WHOLE,
          headers: { 'content-length': '10', 'content-range': null },
          originSaw: { range: 'bytes=5-9', 'if-range': '"a"' },
        },
      },
      { expect: { status: 200, body: WHOLE, headers: { 'cache-status': /hit/ } } },
      { method: 'HEAD', expect: { status: 200, body: '', headers: { 'content-length': '10' } } },
    ],
  },
  {
    id: 'adjacent-parts-become-a-complete-response',
    kind: 'optimal',
    source: SOURCE,
    exchanges: [
      filled(5, 9),
      { headers: { Range: 'bytes=0-4' }, origin: part(0, 4), expect: { status: 206, body: '01234', originSaw: { range: 'bytes=0-4' } } },
      { expect: { status: 200, body: WHOLE } },
    ],
  },
  {
    id: 'part-is-replaced-when-the-representation-has-changed',
    kind: 'required',
    source: 'RFC 9110 §13.1.5',
    exchanges: [
      filled(0, 4),
      {
        headers: { Range: 'bytes=2-7' },
        origin: { headers: { ...headers, ETag: '"b"' }, body: 'abcdefghij' },
        expect: { status: 200, body: 'abcdefghij', originSaw: { range: 'bytes=5-7', 'if-range': '"a"' } },
      },
      { headers: { Range: 'bytes=2-7' }, expect: { status: 206, body: 'cdefgh' } },
    ],
  },
  {
    id: 'stale-part-is-updated-by-its-missing-part',
    kind: 'optimal',
    source: SOURCE,
    exchanges: [
      filled(0, 4, { 'Cache-Control': 'max-age=1' }),
      { after: 3, headers: { Range: 'bytes=2-7' }, origin: part(5, 7), expect: { status: 206, body: '234567' } },
      { headers: { Range: 'bytes=0-6' }, expect: { status: 206, body: '0123456' } },
    ],
  },
  {
    id: 'fields-of-the-newer-part-replace-stored-ones',
    kind: 'required',
    source: 'RFC 9111 §3.4',
    exchanges: [
      filled(0, 4, { X: '1', Y: '1', 'Content-Language': 'pt-BR' }),
      { origin: part(5, 9, { X: '2' }), expect: { body: WHOLE, headers: { x: '2', y: '1', 'content-language': 'pt-BR', etag: '"a"' } } },
    ],
  },
  {
    id: 'missing-part-with-no-store-still-answers',
    kind: 'required',
    source: 'RFC 9111 §5.2.2.5',
    exchanges: [
      filled(0, 4),
      { origin: part(5, 9, { 'Cache-Control': 'no-store' }), expect: { status: 200, body: WHOLE } },
      { origin: part(5, 9), expect: { status: 200, body: WHOLE, originSaw: { range: 'bytes=5-9' } } },
    ],
  },
  {
    id: 'error-instead-of-the-missing-part-is-sent',
    kind: 'required',
    source: 'RFC 9110 §15.6.4',
    exchanges: [
      filled(0, 4),
      { headers: { Range: 'bytes=2-7' }, origin: { status: 503 }, expect: { status: 503 } },
      { headers: { Range: 'bytes=0-4' }, expect: { status: 206, body: '01234' } },
    ],
  },
  {
    id: 'client-precondition-on-a-completed-response',
    kind: 'required',
    source: 'RFC 9111 §4.3.2',
    options: { conditionalMiss: 'fill' },
    exchanges: [
      filled(0, 4),
      { headers: { 'If-None-Match': '"a"' }, origin: part(5, 9), expect: { status: 304, originSaw: { 'if-none-match': null } } },
      { expect: { status: 200, body: WHOLE } },
    ],
  },
  {
    id: 'part-with-bytes-missing-on-both-sides-is-not-completed',
    kind: 'choice',
    source: SOURCE,
    exchanges: [
      filled(3, 5),
      { headers: { Range: 'bytes=1-8' }, origin: part(1, 8), expect: { body: '12345678', originSaw: { range: 'bytes=1-8' } } },
    ],
  },
  {
    id: 'part-of-another-variant-is-not-completed',
    kind: 'required',
    source: 'RFC 9111 §4.1',
    exchanges: [
      { headers: { Range: 'bytes=0-0', A: 'y' }, origin: part(0, 0, { Vary: 'A' }), expect: { status: 206 } },
      { headers: { Range: 'bytes=9-9', A: 'x' }, origin: part(9, 9, { Vary: 'A' }), expect: { status: 206 } },
      {
        headers: { A: 'y' },
        origin: part(1, 9, { Vary: 'A' }),
        expect: { status: 200, body: WHOLE, originSaw: { range: 'bytes=1-9', 'if-range': '"a"' } },
      },
    ],
  },
  notCompleted('part-with-a-weak-tag-is-not-completed', { ETag: 'W/"a"' }),
  notCompleted('part-with-only-last-modified-is-not-completed', { ETag: [], 'Last-Modified': dateAt(-86_400) }),
  notCompleted('part-is-not-completed-for-a-client-with-another-tag', {}, { 'If-Range': '"z"' }),
];
