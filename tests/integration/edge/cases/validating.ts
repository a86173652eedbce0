import { type ConformanceCase, dateAt } from './case.ts';

const CC = 'Cache-Control';

/** Conditional requests and validation: RFC 9110 §13, RFC 9111 §4.3. */
export const VALIDATING_CASES: readonly ConformanceCase[] = [
  {
    id: 'both-validators-are-sent-and-a-304-updates',
    kind: 'optimal',
    source: 'RFC 9111 §4.3.1, §3.2',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1', ETag: '"a"', 'Last-Modified': dateAt(-9), X: '1', Y: '1' } }, expect: { answer: 1 } },
      {
        after: 3,
        origin: { status: 304, headers: { [CC]: 'max-age=60', ETag: '"a"', X: '2', 'Content-Length': '0', 'Content-Encoding': 'x' } },
        expect: {
          status: 200,
          answer: 1,
          headers: { x: '2', y: '1', [CC.toLowerCase()]: 'max-age=60', 'content-length': '8', 'content-encoding': null },
          originSaw: { 'if-none-match': '"a"', 'if-modified-since': dateAt(-9) },
        },
      },
      { after: 3, expect: { answer: 1, headers: { x: '2', y: '1', age: '3' } } },
    ],
  },
  {
    id: 'no-cache-is-validated-each-time',
    kind: 'required',
    source: 'RFC 9111 §5.2.2.4',
    exchanges: [
      { origin: { headers: { [CC]: 'no-cache, max-age=60', ETag: '"a"' } }, expect: { answer: 1 } },
      { origin: { status: 304, headers: { ETag: '"a"' } }, expect: { status: 200, answer: 1, originSaw: { 'if-none-match': '"a"' } } },
      { origin: { headers: { [CC]: 'no-cache', ETag: '"b"' } }, expect: { answer: 3 } },
      { origin: { status: 304, headers: { ETag: '"b"' } }, expect: { answer: 3, originSaw: { 'if-none-match': '"b"' } } },
    ],
  },
  {
    id: '304-with-another-tag-updates-nothing',
    kind: 'required',
    source: 'RFC 9111 §4.3.4',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1', ETag: '"a"', X: '1' } }, expect: { answer: 1 } },
      {
        after: 3,
        origin: { status: 304, headers: { [CC]: 'max-age=60', ETag: '"b"', X: '2' } },
        expect: { answer: 1, headers: { etag: '"a"', x: '1' } },
      },
      { origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 3, originSaw: { 'if-none-match': '"a"' } } },
    ],
  },
  {
    id: 'if-none-match-takes-precedence-over-if-modified-since',
    kind: 'required',
    source: 'RFC 9110 §13.2.2',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=60', ETag: '"a"', 'Last-Modified': dateAt(-99) } }, expect: { answer: 1 } },
      { headers: { 'If-None-Match': '"b"', 'If-Modified-Since': dateAt(0) }, expect: { status: 200, answer: 1 } },
      { headers: { 'If-None-Match': '"x", W/"a"', 'If-Modified-Since': dateAt(-999) }, expect: { status: 304 } },
      { headers: { 'If-None-Match': '*' }, expect: { status: 304 } },
    ],
  },
  {
    id: '304-keeps-fields-that-update-caches',
    kind: 'required',
    source: 'RFC 9110 §15.4.5',
    exchanges: [
      {
        origin: {
          headers: {
            [CC]: 'max-age=60',
            ETag: '"a"',
            Vary: 'A',
            Expires: dateAt(60),
            'Content-Location': '/x',
            'Content-Security-Policy': "default-src 'self'",
            'Content-Type': 'text/plain',
          },
        },
        expect: { answer: 1 },
      },
      {
        headers: { 'If-None-Match': '"a"' },
        expect: {
          status: 304,
          headers: {
            'cache-control': 'max-age=60',
            etag: '"a"',
            vary: 'A',
            date: dateAt(0),
            expires: dateAt(60),
            'content-location': '/x',
            'content-security-policy': "default-src 'self'",
            'content-type': null,
            'content-length': null,
          },
        },
      },
    ],
  },
  {
    id: 'client-precondition-during-validation',
    kind: 'required',
    source: 'RFC 9111 §4.3.2',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1', ETag: '"a"' } }, expect: { answer: 1 } },
      {
        after: 3,
        headers: { 'If-None-Match': '"b"' },
        origin: { headers: { [CC]: 'max-age=60', ETag: '"b"' } },
        expect: { status: 304, originSaw: { 'if-none-match': '"a"' } },
      },
      { expect: { status: 200, answer: 2 } },
    ],
  },
  {
    id: 'client-precondition-on-a-miss-is-forwarded',
    kind: 'choice',
    source: 'RFC 9111 §4.3',
    exchanges: [
      {
        headers: { 'If-None-Match': '"a"' },
        origin: { status: 304, headers: { ETag: '"a"' } },
        expect: { status: 304, originSaw: { 'if-none-match': '"a"' } },
      },
    ],
  },
  {
    id: 'client-precondition-on-a-miss-can-fill-the-store',
    kind: 'choice',
    source: 'option',
    options: { conditionalMiss: 'fill' },
    exchanges: [
      {
        headers: { 'If-None-Match': '"a"' },
        origin: { headers: { [CC]: 'max-age=60', ETag: '"a"' } },
        expect: { status: 304, originSaw: { 'if-none-match': null } },
      },
      { expect: { status: 200, answer: 1 } },
    ],
  },
  {
    id: 'if-match-is-evaluated-by-the-origin',
    kind: 'required',
    source: 'RFC 9110 §13.2.1',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=60', ETag: '"a"' } }, expect: { answer: 1 } },
      {
        headers: { 'If-Match': '"z"' },
        origin: { status: 412, headers: { [CC]: 'max-age=60' } },
        expect: { status: 412, originSaw: { 'if-match': '"z"' } },
      },
      { expect: { status: 200, answer: 1 } },
    ],
  },
  {
    id: 'accept-language-order-and-case-have-no-meaning',
    kind: 'optimal',
    source: 'RFC 9111 §4.1',
    exchanges: [
      {
        headers: { 'Accept-Language': 'pt-BR, en;q=0.5' },
        origin: { headers: { [CC]: 'max-age=60', Vary: 'Accept-Language' } },
        expect: { answer: 1 },
      },
      { headers: { 'Accept-Language': 'EN; q=0.5,pt-br;q=1.0' }, expect: { answer: 1 } },
      {
        headers: { 'Accept-Language': 'en, pt-BR;q=0.5' },
        origin: { headers: { [CC]: 'max-age=60', Vary: 'Accept-Language' } },
        expect: { answer: 2 },
      },
      { headers: { 'Accept-Language': 'pt-BR,en;q=0.5' }, expect: { answer: 1 } },
    ],
  },
];
