import { describe, expect, test } from 'vitest';
import { type IconCollections, installedCollections } from '../../../server/icons/collections.ts';
import { createIconSource } from '../../../server/icons/icon-source.ts';

describe('createIconSource', () => {
  const source = createIconSource(installedCollections());

  test('returns the bodies of installed icons and resolves aliases', () => {
    const icons = source.iconsFor(['lucide:house', 'lucide:home', 'lucide:landmark', 'lucide:house']);
    expect(Object.keys(icons).toSorted()).toEqual(['lucide:home', 'lucide:house', 'lucide:landmark']);
    expect(icons['lucide:house']).toMatchObject({ width: 24, height: 24 });
    expect(icons['lucide:house']?.body).toContain('currentColor');
    expect(icons['lucide:home']?.body).toBe(icons['lucide:house']?.body);
  });

  test('leaves out icons that do not exist', () => {
    expect(source.iconsFor(['lucide:nao-existe', 'lucide:constructor', 'mdi:home', 'house', '', 'lucide:__proto__'])).toEqual({});
  });

  test('reads a collection once, at its first use', () => {
    let reads = 0;
    const real = installedCollections().get('lucide');
    const collections: IconCollections = new Map([
      [
        'lucide',
        () => {
          reads += 1;
          return real?.() ?? { prefix: 'lucide', icons: {} };
        },
      ],
    ]);
    const lazy = createIconSource(collections);
    lazy.iconsFor(['mdi:home', 'malformed']);
    expect(reads).toBe(0);
    lazy.iconsFor(['lucide:house']);
    expect(reads).toBe(1);
  });

  test('uses the size of the icon, of its collection, or 16', () => {
    const sizes = createIconSource(
      new Map([['a', () => ({ prefix: 'a', width: 20, icons: { x: { body: '<g/>' }, y: { body: '<g/>', width: 8, height: 9 } } })]]),
    );
    expect(sizes.iconsFor(['a:x', 'a:y'])).toEqual({
      'a:x': { body: '<g/>', width: 20, height: 16 },
      'a:y': { body: '<g/>', width: 8, height: 9 },
    });
  });
});
