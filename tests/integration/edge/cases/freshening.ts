import { type ConformanceCase, dateAt } from './case.ts';

const CC = 'Cache-Control';
const SOURCE = 'RFC 9111 §4.3.4';

interface Freshening {
  readonly id: string;
  readonly kind?: ConformanceCase['kind'];
  readonly stored: Readonly<Record<string, string>>;
  readonly confirmation: Readonly<Record<string, string>>;
  readonly freshens: boolean;
}

/** A stale response, a 304 to its validation, and whether that made it fresh again. It is sent to who waits in any case. */
function freshening({ id, kind = 'required', stored, confirmation, freshens }: Freshening): ConformanceCase {
  const x = freshens ? '2' : '1';
  return {
    id,
    kind,
    source: SOURCE,
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1', X: '1', ...stored } }, expect: { answer: 1 } },
      {
        after: 3,
        origin: { status: 304, headers: { [CC]: 'max-age=60', X: '2', ...confirmation } },
        expect: { status: 200, answer: 1, headers: { x } },
      },
      freshens ? { expect: { answer: 1, headers: { x } } } : { origin: { headers: { [CC]: 'no-store' } }, expect: { answer: 3 } },
    ],
  };
}

const OLD = { 'Last-Modified': dateAt(-5_000) };
const RECENT = { 'Last-Modified': dateAt(-10) };

/** Which 304 updates what is stored. */
export const FRESHENING_CASES: readonly ConformanceCase[] = [
  { id: 'a-304-of-the-same-strong-tag', stored: { ETag: '"a"' }, confirmation: { ETag: '"a"' }, freshens: true },
  {
    id: 'a-304-of-the-same-strong-tag-and-another-date',
    stored: { ETag: '"a"', ...OLD },
    confirmation: { ETag: '"a"', ...RECENT },
    freshens: true,
  },
  {
    id: 'a-304-of-another-strong-tag-and-the-same-date',
    stored: { ETag: '"a"', ...OLD },
    confirmation: { ETag: '"b"', ...OLD },
    freshens: false,
  },
  { id: 'a-304-of-a-strong-tag-for-a-weak-one', stored: { ETag: 'W/"a"' }, confirmation: { ETag: '"a"' }, freshens: false },
  { id: 'a-304-of-the-same-weak-tag', stored: { ETag: 'W/"a"' }, confirmation: { ETag: 'W/"a"' }, freshens: true },
  { id: 'a-304-of-a-weak-tag-for-a-strong-one', stored: { ETag: '"a"' }, confirmation: { ETag: 'W/"a"' }, freshens: true },
  { id: 'a-304-of-another-weak-tag', stored: { ETag: 'W/"a"' }, confirmation: { ETag: 'W/"b"' }, freshens: false },
  {
    id: 'a-304-of-the-same-weak-tag-and-another-date',
    stored: { ETag: 'W/"a"', ...OLD },
    confirmation: { ETag: 'W/"a"', ...RECENT },
    freshens: false,
  },
  { id: 'a-304-of-the-same-date', stored: OLD, confirmation: OLD, freshens: true },
  { id: 'a-304-of-another-date', stored: OLD, confirmation: RECENT, freshens: false },
  { id: 'a-304-of-a-date-for-a-tag', stored: { ETag: '"a"' }, confirmation: OLD, freshens: false },
  { id: 'a-304-of-the-same-date-for-both', stored: { ETag: '"a"', ...OLD }, confirmation: OLD, freshens: true },
  { id: 'a-304-of-a-tag-for-a-date', stored: OLD, confirmation: { ETag: '"a"' }, freshens: false },
  { id: 'a-304-of-a-new-tag-and-the-same-strong-date', stored: OLD, confirmation: { ETag: '"a"', ...OLD }, freshens: true },
  { id: 'a-304-of-a-new-tag-and-the-same-weak-date', stored: RECENT, confirmation: { ETag: '"a"', ...RECENT }, freshens: false },
  { id: 'a-304-of-a-new-weak-tag-and-the-same-date', stored: RECENT, confirmation: { ETag: 'W/"a"', ...RECENT }, freshens: true },
  {
    id: 'a-304-without-validators-means-what-was-sent',
    kind: 'choice' as const,
    stored: { ETag: '"a"', ...OLD },
    confirmation: {},
    freshens: true,
  },
].map(freshening);
