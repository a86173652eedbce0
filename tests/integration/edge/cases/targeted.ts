import type { ConformanceCase, OriginAnswer } from './case.ts';

const storedBy = (headers: OriginAnswer['headers'], wins: 'first' | 'second'): ConformanceCase['exchanges'] => [
  { origin: { headers: headers ?? {} }, expect: { answer: 1 } },
  wins === 'first' ? { after: 2, expect: { answer: 1 } } : { after: 2, origin: { headers: headers ?? {} }, expect: { answer: 2 } },
];

/** Targeted fields: RFC 9213. */
export const TARGETED_CASES: readonly ConformanceCase[] = [
  {
    id: 'targeted-max-age-overrides-cache-control',
    kind: 'required',
    source: 'RFC 9213 §2.2',
    exchanges: storedBy({ 'CDN-Cache-Control': 'max-age=60', 'Cache-Control': 'no-store' }, 'first'),
  },
  {
    id: 'targeted-no-store-overrides-cache-control',
    kind: 'required',
    source: 'RFC 9213 §2.2',
    exchanges: storedBy({ 'CDN-Cache-Control': 'no-store', 'Cache-Control': 'max-age=60' }, 'second'),
  },
  {
    id: 'targeted-private-overrides-cache-control',
    kind: 'required',
    source: 'RFC 9213 §2.2',
    exchanges: storedBy({ 'CDN-Cache-Control': 'private, max-age=60', 'Cache-Control': 'max-age=60' }, 'second'),
  },
  {
    id: 'targeted-overrides-expires',
    kind: 'required',
    source: 'RFC 9213 §2.2',
    exchanges: storedBy({ 'CDN-Cache-Control': 'must-revalidate', Expires: 'Fri, 01 Jan 2038 01:01:01 GMT' }, 'second'),
  },
  {
    id: 'targeted-invalid-is-ignored',
    kind: 'required',
    source: 'RFC 9213 §2.1',
    exchanges: storedBy({ 'CDN-Cache-Control': 'max-age=, no-store', 'Cache-Control': 'max-age=60' }, 'first'),
  },
  {
    id: 'targeted-upper-case-is-invalid',
    kind: 'required',
    source: 'RFC 9213 §2.1, RFC 9651 §3.2',
    exchanges: storedBy({ 'CDN-Cache-Control': 'No-Store', 'Cache-Control': 'max-age=60' }, 'first'),
  },
  {
    id: 'targeted-empty-is-ignored',
    kind: 'required',
    source: 'RFC 9213 §2.2',
    exchanges: storedBy({ 'CDN-Cache-Control': '', 'Cache-Control': 'max-age=60' }, 'first'),
  },
  {
    id: 'targeted-string-is-not-a-number',
    kind: 'required',
    source: 'RFC 9213 §2.1',
    exchanges: storedBy({ 'CDN-Cache-Control': 'max-age="60"', 'Cache-Control': 'max-age=60' }, 'second'),
  },
  ...['60.0', '60.5', '?1', 'sixty', '(60)', '@60'].map(
    (value): ConformanceCase => ({
      id: `targeted-only-an-integer-counts-seconds-${value}`,
      kind: 'required',
      source: 'RFC 9213 §2.1',
      exchanges: storedBy({ 'CDN-Cache-Control': `max-age=${value}`, 'Cache-Control': 'max-age=60' }, 'second'),
    }),
  ),
  {
    id: 'targeted-decimal-before-an-integer-does-not-count',
    kind: 'required',
    source: 'RFC 9651 §4.2.2',
    exchanges: storedBy({ 'CDN-Cache-Control': 'max-age=1.0, x="a, max-age=1.0", max-age=60' }, 'first'),
  },
  {
    id: 'targeted-last-duplicate-counts',
    kind: 'required',
    source: 'RFC 9651 §3.2',
    exchanges: storedBy({ 'CDN-Cache-Control': 'max-age=1, max-age=60' }, 'first'),
  },
  {
    id: 'targeted-parameters-are-ignored',
    kind: 'required',
    source: 'RFC 9213 §2.1',
    exchanges: storedBy({ 'CDN-Cache-Control': 'max-age=60;x=1' }, 'first'),
  },
  {
    id: 'targeted-unknown-token-still-overrides',
    kind: 'required',
    source: 'RFC 9213 §2.2',
    exchanges: storedBy({ 'CDN-Cache-Control': 'none', 'Cache-Control': 'max-age=60' }, 'second'),
  },
  {
    id: 'targeted-list-is-ordered',
    kind: 'required',
    source: 'RFC 9213 §2.2',
    options: { targets: ['site-cache-control', 'cdn-cache-control'] },
    exchanges: storedBy({ 'CDN-Cache-Control': 'no-store', 'Site-Cache-Control': 'max-age=60' }, 'first'),
  },
  {
    id: 'targeted-fields-of-other-targets-are-ignored',
    kind: 'required',
    source: 'RFC 9213 §2.2',
    exchanges: storedBy({ 'Other-Cache-Control': 'max-age=60', 'Cache-Control': 'no-store' }, 'second'),
  },
  {
    id: 'targeted-field-is-sent-to-clients',
    kind: 'choice',
    source: 'RFC 9213 §2.2',
    exchanges: [
      {
        origin: { headers: { 'CDN-Cache-Control': 'max-age=60', 'Cache-Control': 'no-cache' } },
        expect: { headers: { 'cdn-cache-control': 'max-age=60', 'cache-control': 'no-cache' } },
      },
      { after: 1, expect: { answer: 1, headers: { 'cdn-cache-control': 'max-age=60', 'cache-control': 'no-cache', age: '1' } } },
    ],
  },
  {
    id: 'targeted-stale-while-revalidate',
    kind: 'optimal',
    source: 'RFC 9213 §2.2, RFC 5861 §3',
    exchanges: [
      { origin: { headers: { 'CDN-Cache-Control': 'max-age=1, stale-while-revalidate=60' } }, expect: { answer: 1 } },
      {
        after: 5,
        origin: { headers: { 'CDN-Cache-Control': 'max-age=60' } },
        expect: { answer: 1, headers: { 'cache-status': 'edge; hit; ttl=-4' } },
      },
      { expect: { answer: 2 } },
    ],
  },
];
