/** Properties of the grammar of HTTP messages. fast-check prints the seed of a failure. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRanges, parseRanges } from '../../../server/message/byte-ranges.ts';
import { deltaSeconds, MAX_DELTA_SECONDS, parseDirectives, qualifiedFields } from '../../../server/message/cache-control.ts';
import { splitList } from '../../../server/message/field-lines.ts';
import { formatHttpDate, parseHttpDate } from '../../../server/message/http-date.ts';
import { parseTargeted, responseDirectives } from '../../../server/message/response-directives.ts';

const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
const quotable = fc.stringMatching(/^[ -~]{0,12}$/);
const space = fc.constantFrom('', ' ', '\t', '  ');
const anything = fc.string({ unit: 'binary', maxLength: 60 });

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

describe('cache-control', () => {
  test('parses formatted directives back, with any space, case and quoting', () => {
    const directive = fc.record({ name: token, argument: fc.option(fc.oneof(token, quotable), { nil: null }), quoted: fc.boolean() });
    fc.assert(
      fc.property(fc.array(directive, { maxLength: 6 }), space, fc.boolean(), (directives, gap, upper) => {
        const text = directives
          .map(({ name, argument, quoted }) => {
            const written = upper ? name.toUpperCase() : name;
            if (argument === null) return written;
            return `${written}=${quoted || !/^[a-z0-9-]+$/.test(argument) ? quote(argument) : argument}`;
          })
          .join(`${gap},${gap}`);
        const expected = new Map<string, (string | null)[]>();
        for (const { name, argument } of directives) expected.set(name, [...(expected.get(name) ?? []), argument]);
        expect(new Map(parseDirectives([text]))).toEqual(expected);
      }),
    );
  });

  test('never throws, and returns a lifetime from zero to the largest', () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const source of [text, `max-age=${text}`, `max-age=1, ${text}`]) {
          const seconds = deltaSeconds(parseDirectives([source]), 'max-age');
          expect(seconds === undefined || (seconds >= 0 && seconds <= MAX_DELTA_SECONDS)).toBe(true);
          qualifiedFields(parseDirectives([source]), 'private');
          responseDirectives(['Cache-Control', source, 'CDN-Cache-Control', source], ['cdn-cache-control']);
        }
      }),
    );
  });

  test('returns the smallest of several lifetimes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (lifetimes) => {
        const text = lifetimes.map((seconds) => `max-age=${seconds}`).join(', ');
        expect(deltaSeconds(parseDirectives([text]), 'max-age')).toBe(Math.min(...lifetimes));
      }),
    );
  });
});

describe('targeted fields', () => {
  test('parses formatted targeted fields back', () => {
    fc.assert(
      fc.property(fc.dictionary(token, fc.option(fc.nat({ max: 999_999 }), { nil: null }), { minKeys: 1, maxKeys: 5 }), (members) => {
        const text = Object.entries(members)
          .map(([name, seconds]) => (seconds === null ? name : `${name}=${seconds}`))
          .join(', ');
        const expected = Object.entries(members).map(([name, seconds]) => [name, [seconds === null ? null : String(seconds)]]);
        expect([...(parseTargeted(text) ?? [])]).toEqual(expected);
      }),
    );
  });

  test('a targeted field of any text does not throw', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(() => parseTargeted(text)).not.toThrow();
      }),
    );
  });
});

describe('lists', () => {
  test('splits at commas outside quotes only', () => {
    const member = fc.oneof(token, quotable.map(quote));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), space, (members, gap) => {
        expect(splitList(members.join(`${gap},${gap}`))).toEqual(members);
      }),
    );
  });

  test('splits any text and loses only commas and space', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const bare = (value: string): string => value.replaceAll(/[\s,]/g, '');
        expect(bare(splitList(text).join(''))).toBe(bare(text));
      }),
    );
  });
});

describe('dates', () => {
  test('parses formatted dates back, to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
        expect(parseHttpDate(formatHttpDate(seconds * 1_000), 0)).toBe(seconds * 1_000);
      }),
    );
  });

  test('returns null for text that is not a date', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(parseHttpDate(text, 0)).toBeNull();
      }),
    );
  });
});

describe('ranges', () => {
  test('chooses exactly the requested bytes, in ranges that lie within the size and are not adjacent', () => {
    const spec = fc.oneof(
      fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) })),
      fc.nat(60).map((first) => ({ first, last: null })),
      fc.nat(60).map((last) => ({ first: null, last })),
    );
    fc.assert(
      fc.property(fc.array(spec, { minLength: 1, maxLength: 16 }), fc.integer({ min: 0, max: 50 }), (specs, size) => {
        const field = `bytes=${specs.map(({ first, last }) => `${first ?? ''}-${last ?? ''}`).join(', ')}`;
        const wanted = new Set<number>();
        for (const { first, last } of specs) {
          const from = first ?? Math.max(0, size - (last ?? 0));
          const to = first === null ? size - 1 : Math.min(last ?? size - 1, size - 1);
          for (let byte = from; byte <= to; byte += 1) wanted.add(byte);
        }
        const choice = chooseRanges(field, size);
        const ranges = choice.kind === 'ranges' ? choice.ranges : [];
        expect(choice.kind).toBe(wanted.size === 0 ? 'unsatisfiable' : 'ranges');
        const given = ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
        expect(new Set(given)).toEqual(wanted);
        expect(given.length).toBe(wanted.size);
        const sorted = [...ranges].sort((a, b) => a.first - b.first);
        for (let index = 1; index < sorted.length; index += 1) {
          expect((sorted[index]?.first ?? 0) - (sorted[index - 1]?.last ?? 0)).toBeGreaterThan(1);
        }
      }),
    );
  });

  test('parses any text to null or to at least one range', () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const field of [text, `bytes=${text}`]) expect(parseRanges(field)?.length).not.toBe(0);
      }),
    );
  });
});
