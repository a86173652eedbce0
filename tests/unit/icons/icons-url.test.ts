import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { iconsUrl, MAX_ICONS, parseIconName, parseIconsRequest } from '../../../shared/icons/icons-url.ts';

const name = fc.stringMatching(/^[a-z0-9-]{1,64}$/);

function parse(path: string, query: string): ReturnType<typeof parseIconsRequest> {
  return parseIconsRequest(path, new URLSearchParams(query));
}

test('parses a built address to its collection and its sorted, unique names', () => {
  fc.assert(
    fc.property(name, fc.array(name, { minLength: 1, maxLength: MAX_ICONS }), (collection, names) => {
      const url = new URL(iconsUrl(collection, names), 'http://site.example');
      expect(parseIconsRequest(url.pathname, url.searchParams)).toEqual({ collection, names: [...new Set(names)].sort() });
    }),
  );
});

describe('parseIconsRequest', () => {
  test.each([
    ['/_icon/lucide', 'icons=house'],
    ['/_icon/.json', 'icons=house'],
    ['/_icon//evil.example.json', 'icons=house'],
    ['/_icon/Lucide.json', 'icons=house'],
    ['/_icon/%2e%2e.json', 'icons=house'],
    [`/_icon/${'a'.repeat(65)}.json`, 'icons=house'],
  ])('finds no collection in %s', (path, query) => {
    expect(parse(path, query)).toBe('RESOURCE_NOT_FOUND');
  });

  test.each([
    '',
    'icons=',
    'icons=house,',
    'icons=house,,map',
    'icons=House',
    'icons=house&icons=map',
    'icons=house&_=1',
    'icons=__proto__',
    'icons=a%20b',
    `icons=${'a'.repeat(65)}`,
    `icons=${Array.from({ length: MAX_ICONS + 1 }, (_, index) => `a${index}`).join(',')}`,
    `icons=${','.repeat(20_000)}`,
  ])('refuses ?%s', (query) => {
    expect(parse('/_icon/lucide.json', query)).toBe('BAD_ICON_REQUEST');
  });
});

test.each(['lucide', 'lucide:', ':house', 'lucide:house:x', 'Lucide:house', 'lucide:house ', ''])(
  '%j is not the name of an icon',
  (text) => {
    expect(parseIconName(text)).toBeNull();
  },
);
