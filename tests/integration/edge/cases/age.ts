import { type ConformanceCase, dateAt } from './case.ts';

function aged(id: string, age: string | readonly string[], fresh: boolean, source = 'RFC 9111 §5.1'): ConformanceCase {
  const headers = { 'Cache-Control': 'max-age=3600', Date: dateAt(0), Age: age };
  return {
    id: `age-${id}`,
    kind: 'required',
    source,
    exchanges: [
      { origin: { headers }, expect: { answer: 1 } },
      fresh ? { after: 2, expect: { answer: 1 } } : { after: 2, origin: { headers }, expect: { answer: 2 } },
    ],
  };
}

/** `Age` of caches nearer to the origin. */
export const AGE_CASES: readonly ConformanceCase[] = [
  aged('within-the-lifetime', '3000', true),
  aged('past-the-lifetime', '7200', false),
  aged('of-the-first-member', '0, 7200', true),
  aged('of-the-first-member-old', '7200, 0', false),
  aged('of-the-first-line', ['0', '7200'], true),
  aged('of-the-first-line-old', ['7200', '0'], false),
  aged('not-a-number-is-ignored', 'abc', true),
  aged('negative-is-ignored', '-7200', true),
  aged('decimal-is-ignored', '7200.0', true),
  aged('largest', '2147483648', false, 'RFC 9111 §1.2.2'),
  aged('too-large-counts-as-largest', '99999999999', false, 'RFC 9111 §1.2.2'),
  {
    id: 'age-is-sent-with-a-stored-response',
    kind: 'required',
    source: 'RFC 9111 §4.2.3, §5.1',
    exchanges: [
      { origin: { headers: { 'Cache-Control': 'max-age=3600', Date: dateAt(-10), Age: '30' } }, expect: { headers: { age: '30' } } },
      { after: 5, expect: { answer: 1, headers: { age: '35', date: dateAt(-10) } } },
    ],
  },
  {
    id: 'age-is-counted-from-an-older-date',
    kind: 'required',
    source: 'RFC 9111 §4.2.3',
    exchanges: [
      { origin: { headers: { 'Cache-Control': 'max-age=3600', Date: dateAt(-100), Age: '30' } }, expect: { answer: 1 } },
      { after: 5, expect: { answer: 1, headers: { age: '105' } } },
    ],
  },
];
