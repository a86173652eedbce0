import type { CaseExchange, ConformanceCase } from './case.ts';

const SOURCE = 'RFC 9111 §4.3.1, §4.3.3';

function variant(a: string, etag: string, answer: number, more: CaseExchange['expect'] = {}): CaseExchange {
  return {
    headers: { A: a },
    origin: { headers: { 'Cache-Control': 'max-age=600', Vary: 'A', ETag: etag } },
    expect: { status: 200, answer, ...more },
  };
}

/** Stored variants among which the origin selects by a 304. */
export const VARIANT_CASES: readonly ConformanceCase[] = [
  {
    id: '304-selects-a-stored-variant',
    kind: 'optimal',
    source: SOURCE,
    exchanges: [
      variant('1', '"x"', 1),
      {
        headers: { A: '2' },
        origin: { status: 304, headers: { 'Cache-Control': 'max-age=600', Vary: 'A', ETag: '"x"' } },
        expect: {
          status: 200,
          answer: 1,
          headers: { 'cache-status': /^edge; fwd=vary-miss; fwd-status=304; stored/ },
          originSaw: { 'if-none-match': '"x"', 'if-modified-since': null },
        },
      },
      { headers: { A: '2' }, expect: { answer: 1, headers: { 'cache-status': /hit/ } } },
      { headers: { A: '1' }, expect: { answer: 1, headers: { 'cache-status': /hit/ } } },
    ],
  },
  {
    id: 'all-strong-tags-are-sent',
    kind: 'optimal',
    source: SOURCE,
    exchanges: [
      variant('1', '"x"', 1),
      variant('2', 'W/"y"', 2, { originSaw: { 'if-none-match': '"x"' } }),
      variant('3', '"z"', 3),
      {
        headers: { A: '4' },
        origin: { status: 304, headers: { Vary: 'A', ETag: '"x"' } },
        expect: { status: 200, answer: 1, originSaw: { 'if-none-match': '"z", "x"' } },
      },
    ],
  },
  {
    id: '304-updates-all-variants-that-its-tag-identifies',
    kind: 'required',
    source: 'RFC 9111 §4.3.4',
    exchanges: [
      variant('1', '"x"', 1),
      {
        headers: { A: '2' },
        origin: { status: 304, headers: { 'Cache-Control': 'max-age=600', Vary: 'A', ETag: '"x"', X: 'new' } },
        expect: { answer: 1, headers: { x: 'new' } },
      },
      { headers: { A: '1' }, expect: { answer: 1, headers: { x: 'new' } } },
    ],
  },
  {
    id: '304-with-no-store-is-sent-and-not-stored',
    kind: 'required',
    source: 'RFC 9111 §5.2.2.5',
    exchanges: [
      variant('1', '"x"', 1),
      {
        headers: { A: '2' },
        origin: { status: 304, headers: { 'Cache-Control': 'no-store', Vary: 'A', ETag: '"x"' } },
        expect: { status: 200, answer: 1 },
      },
      variant('2', '"y"', 3),
      { headers: { A: '1' }, expect: { answer: 1 } },
    ],
  },
  {
    id: 'another-variant-is-stored-beside-the-others',
    kind: 'required',
    source: SOURCE,
    exchanges: [
      variant('1', '"x"', 1),
      variant('2', '"y"', 2, { originSaw: { 'if-none-match': '"x"' } }),
      { headers: { A: '1' }, expect: { answer: 1 } },
      { headers: { A: '2' }, expect: { answer: 2 } },
    ],
  },
  {
    id: 'client-precondition-is-forwarded-instead-of-stored-tags',
    kind: 'choice',
    source: 'RFC 9111 §4.3',
    exchanges: [
      variant('1', '"x"', 1),
      {
        headers: { A: '2', 'If-None-Match': '"mine"' },
        origin: { status: 304, headers: { ETag: '"mine"' } },
        expect: { status: 304, originSaw: { 'if-none-match': '"mine"' } },
      },
    ],
  },
  {
    id: 'client-precondition-on-the-selected-variant',
    kind: 'required',
    source: 'RFC 9111 §4.3.2',
    options: { conditionalMiss: 'fill' },
    exchanges: [
      variant('1', '"x"', 1),
      {
        headers: { A: '2', 'If-None-Match': '"x"' },
        origin: { status: 304, headers: { Vary: 'A', ETag: '"x"' } },
        expect: { status: 304, originSaw: { 'if-none-match': '"x"' } },
      },
    ],
  },
  {
    id: 'request-with-no-store-is-forwarded-unchanged',
    kind: 'required',
    source: 'RFC 9111 §5.2.1.5',
    exchanges: [
      variant('1', '"x"', 1),
      {
        headers: { A: '2', 'Cache-Control': 'no-store' },
        origin: { headers: { Vary: 'A', ETag: '"y"' } },
        expect: { answer: 2, originSaw: { 'if-none-match': null } },
      },
    ],
  },
];
