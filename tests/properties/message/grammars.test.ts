/** Properties of the grammars and pure rules of the edge. fast-check prints the seed of a failure. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cacheGroups } from '../../../server/edge/groups.ts';
import { plainTarget } from '../../../server/edge/key.ts';
import { selectionOf, selects, varyNames } from '../../../server/edge/vary.ts';
import { cacheGroupsField } from '../../../server/http/cache-headers.ts';
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
  test('reads back what was written, whatever the space, case and quoting', () => {
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

  test('never throws and never gives a lifetime below zero or above the largest', () => {
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

  test('takes the strictest of several lifetimes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (lifetimes) => {
        const text = lifetimes.map((seconds) => `max-age=${seconds}`).join(', ');
        expect(deltaSeconds(parseDirectives([text]), 'max-age')).toBe(Math.min(...lifetimes));
      }),
    );
  });
});

describe('structured fields', () => {
  test('targeted fields read back as they were written', () => {
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

  test('groups read back as our own responses write them', () => {
    const group = fc.stringMatching(/^[ -~]{1,40}$/);
    fc.assert(
      fc.property(fc.uniqueArray(group, { minLength: 1, maxLength: 40 }), (groups) => {
        expect(cacheGroups(['Cache-Groups', cacheGroupsField(groups)])).toEqual(groups);
      }),
    );
  });

  test('whatever stands in them, nothing throws', () => {
    fc.assert(
      fc.property(anything, (text) => {
        parseTargeted(text);
        expect(cacheGroups(['Cache-Groups', text]).length).toBeLessThanOrEqual(128);
      }),
    );
  });
});

describe('lists', () => {
  test('members are split outside quotes only', () => {
    const member = fc.oneof(token, quotable.map(quote));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), space, (members, gap) => {
        expect(splitList(members.join(`${gap},${gap}`))).toEqual(members);
      }),
    );
  });

  test('every text can be split, and nothing but commas and space is lost', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const bare = (value: string): string => value.replaceAll(/[\s,]/g, '');
        expect(bare(splitList(text).join(''))).toBe(bare(text));
      }),
    );
  });
});

describe('dates', () => {
  test('read back as they were written, to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
        expect(parseHttpDate(formatHttpDate(seconds * 1_000), 0)).toBe(seconds * 1_000);
      }),
    );
  });

  test('what is no date is none', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(parseHttpDate(text, 0)).toBeNull();
      }),
    );
  });
});

describe('keys', () => {
  const segment = fc.stringMatching(/^[A-Za-z0-9\-._~%!$&'()*+,;=:@]{0,10}$/);
  const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
  const host = fc.stringMatching(/^[a-z0-9.-]{1,12}(:\d{1,4})?$/);

  test('do not depend on the case of the host, nor on how unreserved characters are written', () => {
    fc.assert(
      fc.property(host, path, (authority, url) => {
        const { key } = plainTarget({ url, rawHeaders: ['Host', authority] });
        const encoded = url.replaceAll(/(?<!%.?)[a-z~]/g, (char) => `%${(char.codePointAt(0) ?? 0).toString(16)}`);
        expect(plainTarget({ url: encoded, rawHeaders: ['Host', authority.toUpperCase()] }).key).toBe(key);
      }),
    );
  });

  test('tell hosts apart, whatever a Host field holds', () => {
    const raw = fc.stringMatching(/^[!-~ ]{1,20}$/);
    fc.assert(
      fc.property(raw, path, raw, path, (oneHost, onePath, otherHost, otherPath) => {
        const one = plainTarget({ url: onePath, rawHeaders: ['Host', oneHost] });
        const other = plainTarget({ url: otherPath, rawHeaders: ['Host', otherHost] });
        expect(one.key !== other.key || one.scope === other.scope).toBe(true);
      }),
    );
  });

  test('the origin sees the target as it was asked', () => {
    fc.assert(
      fc.property(path, (url) => {
        expect(plainTarget({ url, rawHeaders: ['Host', 'a'] }).url).toBe(url);
      }),
    );
  });
});

describe('ranges', () => {
  test('what is chosen lies within, in no two that touch, and holds every byte asked for', () => {
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

  test('every text is a list of ranges or none', () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const field of [text, `bytes=${text}`]) expect(parseRanges(field)?.length).not.toBe(0);
      }),
    );
  });
});

describe('vary', () => {
  const value = fc.stringMatching(/^[ -~]{0,20}$/);
  test('a request always selects the response that it selected', () => {
    fc.assert(
      fc.property(fc.dictionary(token, value, { maxKeys: 4 }), fc.array(token, { maxLength: 4 }), (headers, names) => {
        const vary = [...names, ...Object.keys(headers)].join(', ');
        expect(selects(selectionOf(varyNames(['Vary', vary]), Object.entries(headers).flat()), Object.entries(headers).flat())).toBe(true);
      }),
    );
  });

  test('order, case and space of languages do not matter', () => {
    const languages = fc.uniqueArray(fc.constantFrom('pt-BR', 'en', 'es;q=0.5', 'fr;q=0.3'), { minLength: 1 });
    fc.assert(
      fc.property(languages, fc.nat(), (list, turn) => {
        const turned = [...list.slice(turn % list.length), ...list.slice(0, turn % list.length)];
        const selection = selectionOf(['accept-language'], ['Accept-Language', list.join(',')]);
        expect(selects(selection, ['Accept-Language', turned.join(' , ').toUpperCase()])).toBe(true);
      }),
    );
  });
});
