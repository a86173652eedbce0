import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRanges, MAX_RANGES } from '../../../server/message/byte-ranges.ts';

const size = fc.nat({ max: 5_000 });
const specifier = fc.oneof(
  fc.tuple(fc.nat({ max: 6_000 }), fc.nat({ max: 6_000 })).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
  fc.nat({ max: 6_000 }).map((first) => `${first}-`),
  fc.nat({ max: 6_000 }).map((length) => `-${length}`),
);
const field = fc.array(specifier, { minLength: 1, maxLength: 12 }).map((specifiers) => `bytes=${specifiers.join(', ')}`);

/** Counts the requested bytes of a well-formed field one by one. */
function wantedBytes(text: string, total: number): ReadonlySet<number> {
  const wanted = new Set<number>();
  for (const member of text.slice('bytes='.length).split(', ')) {
    const [first = '', last = ''] = member.split('-');
    const from = first === '' ? Math.max(0, total - Number(last)) : Number(first);
    const to = first === '' || last === '' ? total - 1 : Math.min(Number(last), total - 1);
    for (let at = from; at <= to; at += 1) wanted.add(at);
  }
  return wanted;
}

describe('chooseRanges', () => {
  it('returns only satisfiable ranges that are not adjacent, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          field,
          fc.string(),
          fc.string().map((text) => `bytes=${text}`),
        ),
        size,
        (text, total) => {
          const decision = chooseRanges(text, total);
          if (decision.kind !== 'ranges') return;
          expect(decision.ranges.length).toBeGreaterThan(0);
          expect(decision.ranges.length).toBeLessThanOrEqual(MAX_RANGES);
          const sorted = decision.ranges.toSorted((a, b) => a.first - b.first);
          for (const [index, { first, last }] of sorted.entries()) {
            expect(first).toBeGreaterThan((sorted[index - 1]?.last ?? -2) + 1);
            expect(last).toBeGreaterThanOrEqual(first);
            expect(last).toBeLessThan(total);
          }
        },
      ),
    );
  });

  it('chooses exactly the requested bytes', () => {
    fc.assert(
      fc.property(field, size, (text, total) => {
        const wanted = wantedBytes(text, total);
        const decision = chooseRanges(text, total);
        if (decision.kind === 'whole') return;
        const sent = new Set<number>();
        if (decision.kind === 'ranges')
          for (const { first, last } of decision.ranges) for (let at = first; at <= last; at += 1) sent.add(at);
        expect(sent).toEqual(wanted);
      }),
    );
  });
});
