import { expect, it } from 'vitest';
import { createPageIcons } from '../../../../server/ssr/document/page-icons.ts';

const icon = (name: string) => ({ body: `<path id="${name}"/>`, width: 24, height: 24 });
const result = (data: Record<string, unknown>) => ({ json: JSON.stringify(data), data });
const resolve = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, icon(name)]));

it('adds the icons of later results to the object that a render under way reads', () => {
  const icons = createPageIcons({ 'lucide:house': icon('house') }, resolve);
  const seen = icons.all;
  icons.adopt(0, result({ linhas: [{ icone: 'lucide:map' }] }));
  expect(Object.keys(seen)).toEqual(['lucide:house', 'lucide:map']);
});

it('looks for the icons of a result once, and for none where the result names none', () => {
  const asked: (readonly string[])[] = [];
  const icons = createPageIcons({}, (names) => (asked.push(names), resolve(names)));
  icons.adopt(0, result({ icone: 'lucide:map' }));
  icons.adopt(0, result({ icone: 'lucide:map' }));
  icons.adopt(1, result({ titulo: 'sem ícone' }));
  icons.adopt(2, result({ icone: null }));
  expect(asked).toEqual([['lucide:map']]);
  expect(icons.introduced([0, 1, 2]).map(Object.keys)).toEqual([['lucide:map'], [], []]);
});

it('introduces each icon once, with the first result in the given order that names it, and never those of the state', () => {
  const icons = createPageIcons({ 'lucide:house': icon('house') }, resolve);
  icons.adopt(1, result({ linhas: [{ icone: 'lucide:map' }, { icone: 'lucide:house' }] }));
  icons.adopt(0, result({ icone: 'lucide:map' }));
  expect(icons.introduced([0, 1]).map(Object.keys)).toEqual([['lucide:map'], []]);
  expect(icons.introduced([1, 0]).map(Object.keys)).toEqual([['lucide:map'], []]);
  expect(icons.introduced([1, 2]).map(Object.keys)).toEqual([['lucide:map'], []]);
});
