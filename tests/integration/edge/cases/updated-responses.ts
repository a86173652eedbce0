import type { ConformanceCase } from './case.ts';

const CC = 'Cache-Control';

/** A stored response, a HEAD for it that is forwarded, and the response to a GET after that. */
function afterHead(
  id: string,
  source: string,
  ask: Readonly<Record<string, string>>,
  answer: Readonly<Record<string, string>>,
  isStale: boolean,
): ConformanceCase {
  return {
    id,
    kind: 'required',
    source,
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=60', ETag: '"a"', X: 'all' } }, expect: { answer: 1 } },
      {
        method: 'HEAD',
        headers: { [CC]: 'no-cache', ...ask },
        origin: { headers: { [CC]: 'max-age=60', ETag: '"a"', X: 'one', ...answer } },
        expect: { status: 200, headers: { x: 'one' } },
      },
      isStale
        ? { origin: { headers: { ETag: '"b"' } }, expect: { answer: 3, headers: { 'cache-status': /fwd=stale/ } } }
        : { expect: { answer: 1, headers: { x: 'all', 'set-cookie': null, [CC.toLowerCase()]: 'max-age=60' } } },
    ],
  };
}

/** A stored response, a 304 to one client's request, and the response to other clients after that. */
function afterNotModified(
  id: string,
  source: string,
  ask: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
  last: ConformanceCase['exchanges'][number],
): ConformanceCase {
  return {
    id,
    kind: 'required',
    source,
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1, stale-if-error=60', ETag: '"a"' } }, expect: { answer: 1 } },
      {
        after: 3,
        ...ask,
        origin: { status: 304, headers: { [CC]: 'max-age=60', ETag: '"a"', X: '2' } },
        expect: { status: 200, headers: { x: '2' }, originSaw: { 'if-none-match': '"a"' } },
      },
      last,
    ],
  };
}

/** What an update may store: RFC 9111 §3, §4.3.4, §4.3.5. */
export const UPDATED_CASES: readonly ConformanceCase[] = [
  ...['private', 'no-cache'].map(
    (directive): ConformanceCase => ({
      id: `field-that-${directive}-names-is-not-stored-by-an-update`,
      kind: 'required',
      source: 'RFC 9111 §5.2.2.7, §5.2.2.4',
      exchanges: [
        {
          origin: { headers: { [CC]: `max-age=1, ${directive}="X-User"`, 'X-User': 'ana', 'X-All': '1', ETag: '"a"' } },
          expect: { answer: 1, headers: { 'x-user': 'ana' } },
        },
        {
          after: 3,
          origin: { status: 304, headers: { [CC]: 'max-age=60', ETag: '"a"' } },
          expect: { status: 200, answer: 1, headers: { 'x-user': null, 'x-all': '1' } },
        },
        { expect: { answer: 1, headers: { 'x-user': null, 'x-all': '1' } } },
      ],
    }),
  ),
  {
    id: 'update-with-new-vary-selects-by-it',
    kind: 'required',
    source: 'RFC 9111 §4.1',
    exchanges: [
      { headers: { L: 'en' }, origin: { headers: { [CC]: 'max-age=1', ETag: '"a"' } }, expect: { answer: 1 } },
      {
        after: 3,
        headers: { L: 'en' },
        origin: { status: 304, headers: { [CC]: 'max-age=60', ETag: '"a"', Vary: 'L' } },
        expect: { status: 200, answer: 1 },
      },
      { headers: { L: 'en' }, expect: { answer: 1 } },
      { headers: { L: 'pt' }, origin: { headers: { [CC]: 'max-age=60', ETag: '"b"', Vary: 'L' } }, expect: { answer: 3 } },
      { headers: { L: 'en' }, expect: { answer: 1 } },
      { origin: { headers: { [CC]: 'max-age=60', ETag: '"c"', Vary: 'L' } }, expect: { answer: 4 } },
    ],
  },
  {
    id: 'update-with-another-vary-replaces-the-selection',
    kind: 'required',
    source: 'RFC 9111 §4.1',
    exchanges: [
      { headers: { A: '1', B: '1' }, origin: { headers: { [CC]: 'max-age=1', ETag: '"a"', Vary: 'A' } }, expect: { answer: 1 } },
      {
        after: 3,
        headers: { A: '1', B: '1' },
        origin: { status: 304, headers: { [CC]: 'max-age=60', ETag: '"a"', Vary: 'B' } },
        expect: { status: 200, answer: 1 },
      },
      { headers: { A: '2', B: '1' }, expect: { answer: 1 } },
      { headers: { A: '1', B: '2' }, origin: { headers: { [CC]: 'max-age=60', Vary: 'B' } }, expect: { answer: 3 } },
    ],
  },
  {
    id: 'head-response-with-new-vary-selects-by-it',
    kind: 'required',
    source: 'RFC 9111 §4.1, §4.3.5',
    exchanges: [
      { headers: { L: 'en' }, origin: { headers: { [CC]: 'max-age=60', ETag: '"a"' } }, expect: { answer: 1 } },
      {
        method: 'HEAD',
        headers: { L: 'en', [CC]: 'no-cache' },
        origin: { headers: { [CC]: 'max-age=60', ETag: '"a"', Vary: 'L' } },
        expect: { status: 200 },
      },
      { headers: { L: 'en' }, expect: { answer: 1 } },
      { headers: { L: 'pt' }, origin: { headers: { [CC]: 'max-age=60', Vary: 'L' } }, expect: { answer: 3 } },
    ],
  },
  {
    id: 'vary-of-a-selected-variant-does-not-update-the-others',
    kind: 'required',
    source: 'RFC 9111 §4.1, §4.3.4',
    exchanges: [
      { headers: { A: '1', B: '1' }, origin: { headers: { [CC]: 'max-age=60', ETag: '"a"', Vary: 'A' } }, expect: { answer: 1 } },
      {
        headers: { A: '2', B: '2' },
        origin: { status: 304, headers: { [CC]: 'max-age=60', ETag: '"a"', Vary: 'A, B' } },
        expect: { status: 200, answer: 1 },
      },
      { headers: { A: '1', B: '1' }, expect: { answer: 1, headers: { vary: 'A' } } },
      { headers: { A: '2', B: '2' }, expect: { answer: 1, headers: { vary: 'A, B' } } },
      { headers: { A: '2', B: '1' }, origin: { headers: { [CC]: 'no-store' } }, expect: { answer: 3 } },
    ],
  },
  ...Object.entries({ 'no-store': 'no-store, max-age=60', private: 'private, max-age=60' }).map(([directive, policy]) =>
    afterHead(`head-response-with-${directive}-makes-the-stored-one-stale`, 'RFC 9111 §3, §4.3.5', {}, { [CC]: policy }, true),
  ),
  {
    ...afterHead('head-response-with-a-cookie-makes-the-stored-one-stale', 'RFC 9111 §7.3', {}, { 'Set-Cookie': 's=ana' }, true),
    options: { storage: { storeSetCookie: false } },
  },
  afterHead('head-response-with-vary-star-makes-the-stored-one-stale', 'RFC 9111 §4.1', {}, { Vary: '*' }, true),
  afterHead(
    'head-response-to-an-authorized-client-changes-nothing',
    'RFC 9111 §3.5',
    { Authorization: 'x' },
    { 'Set-Cookie': 's=ana' },
    false,
  ),
  afterHead(
    'head-response-to-an-authorized-client-that-differs-changes-nothing',
    'RFC 9111 §3.5',
    { Authorization: 'x' },
    { ETag: '"ana"', [CC]: 'private' },
    false,
  ),
  afterHead('head-with-no-store-changes-nothing', 'RFC 9111 §5.2.1.5', { [CC]: 'no-cache, no-store' }, {}, false),
  afterNotModified(
    '304-to-head-updates-the-stored-response',
    'RFC 9111 §4.3.4',
    { method: 'HEAD' },
    { expect: { answer: 1, headers: { x: '2' } } },
  ),
  ...[{ [CC]: 'no-store' }, { Authorization: 'x' }, { [CC]: 'no-store', Authorization: 'x' }].map((headers, index) =>
    afterNotModified(
      `304-that-the-request-forbids-to-store-removes-nothing-${index + 1}`,
      'RFC 9111 §3.5, §5.2.1.5',
      { headers },
      { origin: 'hang-up', expect: { status: 200, answer: 1, headers: { x: null, 'cache-status': /stale-if-error/ } } },
    ),
  ),
  {
    id: '304-with-no-store-removes-the-stored-response',
    kind: 'required',
    source: 'RFC 9111 §5.2.2.5',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1, stale-if-error=60', ETag: '"a"' } }, expect: { answer: 1 } },
      {
        after: 3,
        headers: { [CC]: 'no-store' },
        origin: { status: 304, headers: { [CC]: 'no-store', ETag: '"a"' } },
        expect: { status: 200, answer: 1 },
      },
      { origin: 'hang-up', expect: { status: 502 } },
    ],
  },
];
