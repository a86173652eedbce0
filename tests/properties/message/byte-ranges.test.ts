import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHttpDate } from '../../../server/http/conditional.ts';
import { MAX_RANGES, parseRange } from '../../../server/http/range.ts';

const size = fc.nat({ max: 5_000 });
const specifier = fc.oneof(
  fc.tuple(fc.nat({ max: 6_000 }), fc.nat({ max: 6_000 })).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
  fc.nat({ max: 6_000 }).map((start) => `${start}-`),
  fc.nat({ max: 6_000 }).map((length) => `-${length}`),
);
const field = fc.array(specifier, { minLength: 1, maxLength: 12 }).map((specifiers) => `bytes=${specifiers.join(', ')}`);

/** The bytes that a well-formed field asks for, counted one by one. */
function wantedBytes(text: string, total: number): ReadonlySet<number> {
  const wanted = new Set<number>();
  for (const member of text.slice('bytes='.length).split(', ')) {
    const [first = '', last = ''] = member.split('-');
    const start = first === '' ? Math.max(0, total - Number(last)) : Number(first);
    const end = first === '' || last === '' ? total - 1 : Math.min(Number(last), total - 1);
    for (let at = start; at <= end; at += 1) wanted.add(at);
  }
  return wanted;
}

describe('parseRange', () => {
  it('answers any text without throwing, and only with ranges that exist, apart from one another', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          field,
          fc.string(),
          fc.string().map((text) => `bytes=${text}`),
        ),
        size,
        (text, total) => {
          const decision = parseRange(text, total);
          if (decision.kind !== 'ranges') return;
          expect(decision.ranges.length).toBeGreaterThan(0);
          expect(decision.ranges.length).toBeLessThanOrEqual(MAX_RANGES);
          const sorted = decision.ranges.toSorted((a, b) => a.start - b.start);
          for (const [index, { start, end }] of sorted.entries()) {
            expect(start).toBeGreaterThan((sorted[index - 1]?.end ?? -2) + 1);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThan(total);
          }
        },
      ),
    );
  });

  it('sends exactly the bytes that were asked for', () => {
    fc.assert(
      fc.property(field, size, (text, total) => {
        const wanted = wantedBytes(text, total);
        const decision = parseRange(text, total);
        if (decision.kind === 'ignore') return;
        const sent = new Set<number>();
        if (decision.kind === 'ranges') for (const { start, end } of decision.ranges) for (let at = start; at <= end; at += 1) sent.add(at);
        expect(sent).toEqual(wanted);
      }),
    );
  });
});

describe('parseHttpDate', () => {
  it('reads back what toUTCString prints', () => {
    const date = fc.date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (moment) => {
        moment.setUTCMilliseconds(0);
        expect(parseHttpDate(moment.toUTCString())).toEqual(moment);
      }),
    );
  });
});
