import { type ConformanceCase, dateAt } from './case.ts';

const CC = 'Cache-Control';
const SOURCE = 'RFC 9111 §4.3.4';

interface Freshening {
  readonly id: string;
  readonly kind?: ConformanceCase['kind'];
  readonly stored: Readonly<Record<string, string>>;
  readonly notModified: Readonly<Record<string, string>>;
  readonly freshens: boolean;
}

/** A stale response and a 304 to its validation, which freshens it or not. The waiting client receives the stored response in any case. */
function freshening({ id, kind = 'required', stored, notModified, freshens }: Freshening): ConformanceCase {
  const x = freshens ? '2' : '1';
  return {
    id,
    kind,
    source: SOURCE,
    exchanges: [
      { origin: { headers: { [CC]: 'max-age=1', X: '1', ...stored } }, expect: { answer: 1 } },
      {
        after: 3,
        origin: { status: 304, headers: { [CC]: 'max-age=60', X: '2', ...notModified } },
        expect: { status: 200, answer: 1, headers: { x } },
      },
      freshens ? { expect: { answer: 1, headers: { x } } } : { origin: { headers: { [CC]: 'no-store' } }, expect: { answer: 3 } },
    ],
  };
}

const OLD = { 'Last-Modified': dateAt(-5_000) };
const RECENT = { 'Last-Modified': dateAt(-10) };

/** Which validators of a 304 identify the stored response. */
export const IDENTIFIED_BY_304_CASES: readonly ConformanceCase[] = [
  { id: '304-with-the-same-strong-tag', stored: { ETag: '"a"' }, notModified: { ETag: '"a"' }, freshens: true },
  {
    id: '304-with-the-same-strong-tag-and-another-date',
    stored: { ETag: '"a"', ...OLD },
    notModified: { ETag: '"a"', ...RECENT },
    freshens: true,
  },
  {
    id: '304-with-another-strong-tag-and-the-same-date',
    stored: { ETag: '"a"', ...OLD },
    notModified: { ETag: '"b"', ...OLD },
    freshens: false,
  },
  { id: '304-with-a-strong-tag-for-a-weak-one', stored: { ETag: 'W/"a"' }, notModified: { ETag: '"a"' }, freshens: false },
  { id: '304-with-the-same-weak-tag', stored: { ETag: 'W/"a"' }, notModified: { ETag: 'W/"a"' }, freshens: true },
  { id: '304-with-a-weak-tag-for-a-strong-one', stored: { ETag: '"a"' }, notModified: { ETag: 'W/"a"' }, freshens: true },
  { id: '304-with-another-weak-tag', stored: { ETag: 'W/"a"' }, notModified: { ETag: 'W/"b"' }, freshens: false },
  {
    id: '304-with-the-same-weak-tag-and-another-date',
    stored: { ETag: 'W/"a"', ...OLD },
    notModified: { ETag: 'W/"a"', ...RECENT },
    freshens: false,
  },
  { id: '304-with-the-same-date', stored: OLD, notModified: OLD, freshens: true },
  { id: '304-with-another-date', stored: OLD, notModified: RECENT, freshens: false },
  { id: '304-with-a-date-for-a-tag', stored: { ETag: '"a"' }, notModified: OLD, freshens: false },
  { id: '304-with-the-same-date-for-tag-and-date', stored: { ETag: '"a"', ...OLD }, notModified: OLD, freshens: true },
  { id: '304-with-a-tag-for-a-date', stored: OLD, notModified: { ETag: '"a"' }, freshens: false },
  { id: '304-with-a-new-tag-and-the-same-strong-date', stored: OLD, notModified: { ETag: '"a"', ...OLD }, freshens: true },
  { id: '304-with-a-new-tag-and-the-same-weak-date', stored: RECENT, notModified: { ETag: '"a"', ...RECENT }, freshens: false },
  { id: '304-with-a-new-weak-tag-and-the-same-date', stored: RECENT, notModified: { ETag: 'W/"a"', ...RECENT }, freshens: true },
  {
    id: 'a-304-without-validators-updates-the-validated-response',
    kind: 'choice' as const,
    stored: { ETag: '"a"', ...OLD },
    notModified: {},
    freshens: true,
  },
].map(freshening);
