import { expect, it } from 'vitest';
import { iconNames } from '../../../../server/ssr/document/icon-names.ts';

it('finds the icons that data names, each once, and nothing that is not an icon name', () => {
  const data = {
    menu: [{ icone: 'lucide:house', filhos: [{ icone: 'lucide:house' }, { icone: null }] }],
    titulo: 'lucide:x',
    icone: '<b>',
  };
  expect(iconNames([data, { secao: { icone: 'lucide:file-text' } }])).toEqual(['lucide:file-text', 'lucide:house']);
});
