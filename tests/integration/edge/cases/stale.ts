import { type ConformanceCase, dateAt } from './case.ts';

const CC = 'Cache-Control';

/** Sending stale responses: RFC 5861 and RFC 9111 §4.2.4. */
export const STALE_CASES: readonly ConformanceCase[] = [
  {
    id: 'swr-sends-stale-once-and-revalidates',
    kind: 'optimal',
    source: 'RFC 5861 §3',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1, stale-while-revalidate=60' } }, expect: { answer: 1 } },
      { after: 3, origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 1, headers: { age: '3' } } },
      { expect: { answer: 2, headers: { age: '0' } } },
    ],
  },
  {
    id: 'swr-ends',
    kind: 'required',
    source: 'RFC 5861 §3',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1, stale-while-revalidate=10' } }, expect: { answer: 1 } },
      { after: 12, origin: {}, expect: { answer: 2 } },
    ],
  },
  {
    id: 'swr-is-forbidden-by-request-max-age',
    kind: 'required',
    source: 'RFC 9111 §5.2.1.1',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1, stale-while-revalidate=60' } }, expect: { answer: 1 } },
      {
        after: 3,
        headers: { [CC]: 'max-age=1000, max-stale' },
        origin: { headers: { [CC]: 'max-age=1, stale-while-revalidate=60' } },
        expect: { answer: 1 },
      },
      { after: 3, headers: { [CC]: 'max-age=1000' }, origin: {}, expect: { answer: 3 } },
    ],
  },
  {
    id: 'swr-is-forbidden-by-must-revalidate',
    kind: 'required',
    source: 'RFC 9111 §5.2.2.2',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1, stale-while-revalidate=60, must-revalidate' } }, expect: { answer: 1 } },
      { after: 3, origin: {}, expect: { answer: 2 } },
    ],
  },
  {
    id: 'swr-is-forbidden-by-s-maxage',
    kind: 'required',
    source: 'RFC 9111 §5.2.2.10',
    exchanges: [
      { origin: { headers: { [CC]: 's-maxage=1, stale-while-revalidate=60' } }, expect: { answer: 1 } },
      { after: 3, origin: {}, expect: { answer: 2 } },
    ],
  },
  {
    id: 'sie-sends-stale-for-503',
    kind: 'optimal',
    source: 'RFC 5861 §4',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1, stale-if-error=60' } }, expect: { answer: 1 } },
      {
        after: 3,
        origin: { status: 503 },
        expect: { status: 200, answer: 1, headers: { 'cache-status': /fwd=stale.*detail=stale-if-error/ } },
      },
    ],
  },
  {
    id: 'sie-not-for-404',
    kind: 'required',
    source: 'RFC 5861 §4',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1, stale-if-error=60' } }, expect: { answer: 1 } },
      { after: 3, origin: { status: 404 }, expect: { status: 404, answer: 2 } },
    ],
  },
  {
    id: 'sie-ends',
    kind: 'required',
    source: 'RFC 5861 §4',
    options: { staleWhenDisconnected: 0 },
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1, stale-if-error=10' } }, expect: { answer: 1 } },
      { after: 20, origin: 'hang-up', expect: { status: 502 } },
    ],
  },
  {
    id: 'sie-in-the-request',
    kind: 'optimal',
    source: 'RFC 5861 §4',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1', ETag: '"a"' } }, expect: { answer: 1 } },
      { after: 3, headers: { [CC]: 'stale-if-error=60' }, origin: { status: 500 }, expect: { status: 200, answer: 1 } },
    ],
  },
  {
    id: 'disconnected-without-a-directive',
    kind: 'choice',
    source: 'RFC 9111 §4.2.4',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1' } }, expect: { answer: 1 } },
      { after: 3, origin: 'hang-up', expect: { status: 200, answer: 1 } },
    ],
  },
  ...['must-revalidate', 'proxy-revalidate', 's-maxage=1', 'no-cache'].map(
    (directive): ConformanceCase => ({
      id: `disconnected-forbidden-by-${directive}`,
      kind: 'required',
      source: 'RFC 9111 §4.2.4',
      exchanges: [
        { origin: { headers: { [CC]: `max-age=1, stale-if-error=60, ${directive}`, ETag: '"a"' } }, expect: { answer: 1 } },
        { after: 3, origin: 'hang-up', expect: { status: 502 } },
      ],
    }),
  ),
  {
    id: 'max-stale-accepts-stale',
    kind: 'optimal',
    source: 'RFC 9111 §5.2.1.2',
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1' } }, expect: { answer: 1 } },
      { after: 5, headers: { [CC]: 'max-stale=10' }, expect: { answer: 1 } },
      { headers: { [CC]: 'max-stale=1' }, origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 2 } },
    ],
  },
  ...[{ 'If-Match': '"z"' }, { 'If-Unmodified-Since': dateAt(-100) }].map(
    (precondition): ConformanceCase => ({
      id: `only-if-cached-is-never-forwarded-with-${Object.keys(precondition).join()}`,
      kind: 'required',
      source: 'RFC 9111 §5.2.1.7',
      exchanges: [
        { headers: { [CC]: 'only-if-cached', ...precondition }, expect: { status: 504 } },
        { origin: { headers: { [CC]: 'max-age=60', ETag: '"a"' } }, expect: { answer: 1 } },
        { headers: { [CC]: 'only-if-cached', ...precondition }, expect: { status: 200, answer: 1 } },
      ],
    }),
  ),
  {
    id: 'only-if-cached-is-never-forwarded',
    kind: 'required',
    source: 'RFC 9111 §5.2.1.7',
    exchanges: [
      { headers: { [CC]: 'only-if-cached' }, expect: { status: 504 } },
      { origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 1 } },
      { headers: { [CC]: 'only-if-cached' }, expect: { answer: 1 } },
    ],
  },
  {
    id: 'client-reload-is-honoured-by-default',
    kind: 'choice',
    source: 'RFC 9111 §5.2.1.4',
    options: { clientDirectives: 'ignore-reload' },
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=60' } }, expect: { answer: 1 } },
      { headers: { [CC]: 'no-cache', Pragma: 'no-cache' }, expect: { answer: 1 } },
      { headers: { [CC]: 'max-age=0' }, expect: { answer: 1 } },
    ],
  },
];
