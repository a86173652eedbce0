import type { ConformanceCase } from './case.ts';

const fresh = (groups: string): { readonly headers: Record<string, string> } => ({
  headers: { 'Cache-Control': 'max-age=600', 'Cache-Groups': groups },
});

/** Cache groups: RFC 9875, and invalidation by RFC 9111 §4.4. */
export const GROUP_CASES: readonly ConformanceCase[] = [
  {
    id: 'group-invalidation-by-response-to-unsafe-method',
    kind: 'required',
    source: 'RFC 9875 §3',
    exchanges: [
      { path: '/a', origin: fresh('"news", "home"'), expect: { answer: 1 } },
      { path: '/b', origin: fresh('"other"'), expect: { answer: 2 } },
      { path: '/write', method: 'POST', origin: { headers: { 'Cache-Group-Invalidation': '"news"' } }, expect: { answer: 3 } },
      { path: '/a', origin: fresh('"news"'), expect: { answer: 4 } },
      { path: '/b', expect: { answer: 2 } },
    ],
  },
  {
    id: 'group-invalidation-ignored-on-safe-method',
    kind: 'required',
    source: 'RFC 9875 §3',
    exchanges: [
      { path: '/a', origin: fresh('"news"'), expect: { answer: 1 } },
      { path: '/b', origin: { headers: { 'Cache-Group-Invalidation': '"news"' } }, expect: { answer: 2 } },
      { path: '/a', expect: { answer: 1 } },
    ],
  },
  ...['QUERY', 'SEARCH', 'PROPFIND', 'REPORT', 'OPTIONS'].map(
    (method): ConformanceCase => ({
      id: `safe-${method}-invalidates-nothing`,
      kind: 'required',
      source: 'RFC 9875 §3, RFC 9111 §4.4, RFC 9110 §9.2.1',
      exchanges: [
        { path: '/a', origin: fresh('"news"'), expect: { answer: 1 } },
        { path: '/a', method, origin: { headers: { 'Cache-Group-Invalidation': '"news"', Location: '/a' } }, expect: { answer: 2 } },
        { path: '/a', expect: { answer: 1 } },
      ],
    }),
  ),
  {
    id: 'group-names-are-case-sensitive',
    kind: 'required',
    source: 'RFC 9875 §2',
    exchanges: [
      { path: '/a', origin: fresh('"News"'), expect: { answer: 1 } },
      { path: '/w', method: 'POST', origin: { headers: { 'Cache-Group-Invalidation': '"news"' } }, expect: { answer: 2 } },
      { path: '/a', expect: { answer: 1 } },
    ],
  },
  {
    id: 'group-tokens-are-ignored',
    kind: 'required',
    source: 'RFC 9875 §2',
    exchanges: [
      { path: '/a', origin: fresh('news'), expect: { answer: 1 } },
      { path: '/w', method: 'POST', origin: { headers: { 'Cache-Group-Invalidation': '"news"' } }, expect: { answer: 2 } },
      { path: '/a', expect: { answer: 1 } },
    ],
  },
  {
    id: 'group-parameters-are-ignored',
    kind: 'required',
    source: 'RFC 9875 §2',
    exchanges: [
      { path: '/a', origin: fresh('"news";x=1'), expect: { answer: 1 } },
      { path: '/w', method: 'PUT', origin: { headers: { 'Cache-Group-Invalidation': '"news";y' } }, expect: { answer: 2 } },
      { path: '/a', origin: fresh('"news"'), expect: { answer: 3 } },
    ],
  },
  {
    id: 'groups-of-another-host-are-not-invalidated',
    kind: 'required',
    source: 'RFC 9875 §2.1',
    exchanges: [
      { path: '/a', headers: { Host: 'one.test' }, origin: fresh('"news"'), expect: { answer: 1 } },
      {
        path: '/w',
        method: 'POST',
        headers: { Host: 'two.test' },
        origin: { headers: { 'Cache-Group-Invalidation': '"news"' } },
        expect: { answer: 2 },
      },
      { path: '/a', headers: { Host: 'one.test' }, expect: { answer: 1 } },
    ],
  },
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'PROPPATCH'].map(
    (method): ConformanceCase => ({
      id: `unsafe-${method}-invalidates-target`,
      kind: 'required',
      source: 'RFC 9111 §4.4',
      exchanges: [
        { origin: fresh('"a"'), expect: { answer: 1 } },
        { method, origin: {}, expect: { answer: 2 } },
        { origin: fresh('"a"'), expect: { answer: 3 } },
      ],
    }),
  ),
  {
    id: 'error-response-to-unsafe-method-does-not-invalidate',
    kind: 'required',
    source: 'RFC 9111 §4.4',
    exchanges: [
      { origin: fresh('"a"'), expect: { answer: 1 } },
      { method: 'POST', origin: { status: 422 }, expect: { status: 422 } },
      { expect: { answer: 1 } },
    ],
  },
  {
    id: 'location-of-same-origin-is-invalidated',
    kind: 'optimal',
    source: 'RFC 9111 §4.4',
    exchanges: [
      { path: '/list', origin: fresh('"a"'), expect: { answer: 1 } },
      { path: '/write', method: 'POST', origin: { status: 303, headers: { Location: '/list' } }, expect: { status: 303 } },
      { path: '/list', origin: fresh('"a"'), expect: { answer: 3 } },
    ],
  },
  {
    id: 'location-of-other-origin-is-not-invalidated',
    kind: 'required',
    source: 'RFC 9111 §4.4',
    exchanges: [
      { path: '/list', headers: { Host: 'other.test' }, origin: fresh('"a"'), expect: { answer: 1 } },
      {
        path: '/write',
        method: 'POST',
        origin: { status: 303, headers: { Location: 'http://other.test/list' } },
        expect: { status: 303 },
      },
      { path: '/list', headers: { Host: 'other.test' }, expect: { answer: 1 } },
    ],
  },
];
