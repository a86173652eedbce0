/** Properties of the edge's keys: primary keys, Vary and cache groups. fast-check prints the seed of a failure. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainTarget } from '../../../server/edge/request/target.ts';
import { cacheGroups } from '../../../server/edge/response/groups.ts';
import { selectionOf, selects, varyNames } from '../../../server/edge/response/vary.ts';
import { cacheGroupsField } from '../../../server/http/cache-headers.ts';

const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);

describe('cache groups', () => {
  test('parses groups back as our own responses write them', () => {
    const group = fc.stringMatching(/^[ -~]{1,40}$/);
    fc.assert(
      fc.property(fc.uniqueArray(group, { minLength: 1, maxLength: 40 }), (groups) => {
        expect(cacheGroups(['Cache-Groups', cacheGroupsField(groups)])).toEqual(groups);
      }),
    );
  });

  test('accepts any text and returns at most 128 groups', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(cacheGroups(['Cache-Groups', text]).length).toBeLessThanOrEqual(128);
      }),
    );
  });
});

describe('keys', () => {
  const segment = fc.stringMatching(/^[A-Za-z0-9\-._~%!$&'()*+,;=:@]{0,10}$/);
  const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
  const host = fc.stringMatching(/^[a-z0-9.-]{1,12}(:\d{1,4})?$/);

  test('are equal for any case of the host and any encoding of unreserved characters', () => {
    fc.assert(
      fc.property(host, path, (authority, url) => {
        const { key } = plainTarget({ url, rawHeaders: ['Host', authority] });
        const encoded = url.replaceAll(/(?<!%.?)[a-z~]/g, (char) => `%${(char.codePointAt(0) ?? 0).toString(16)}`);
        expect(plainTarget({ url: encoded, rawHeaders: ['Host', authority.toUpperCase()] }).key).toBe(key);
      }),
    );
  });

  test('differ between hosts, for any value of Host', () => {
    const raw = fc.stringMatching(/^[!-~ ]{1,20}$/);
    fc.assert(
      fc.property(raw, path, raw, path, (oneHost, onePath, otherHost, otherPath) => {
        const one = plainTarget({ url: onePath, rawHeaders: ['Host', oneHost] });
        const other = plainTarget({ url: otherPath, rawHeaders: ['Host', otherHost] });
        expect(one.key !== other.key || one.scope === other.scope).toBe(true);
      }),
    );
  });

  test('the origin gets the target unchanged', () => {
    fc.assert(
      fc.property(path, (url) => {
        expect(plainTarget({ url, rawHeaders: ['Host', 'a'] }).url).toBe(url);
      }),
    );
  });
});

describe('vary', () => {
  const value = fc.stringMatching(/^[ -~]{0,20}$/);
  test('a request selects the response that was stored for it', () => {
    fc.assert(
      fc.property(fc.dictionary(token, value, { maxKeys: 4 }), fc.array(token, { maxLength: 4 }), (headers, names) => {
        const vary = [...names, ...Object.keys(headers)].join(', ');
        expect(selects(selectionOf(varyNames(['Vary', vary]), Object.entries(headers).flat()), Object.entries(headers).flat())).toBe(true);
      }),
    );
  });

  test('ignores order, case and space of languages', () => {
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
