import { expect, it } from 'vitest';
import { chunkNames, type ModuleGraph } from '../../../server/tooling/chunks.ts';

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'boot.ts': ['accessibility/menu.ts'],
  'islands/islands.ts': ['accessibility/menu.ts', 'clock.ts'],
  'entry-client.tsx': ['app.tsx', 'pages/registry.ts'],
  'app.tsx': ['components/link.tsx', 'clock.ts'],
  'pages/inicio/page.tsx': ['components/link.tsx', 'components/card.tsx', 'components/section.tsx', 'pages/inicio/banners.tsx'],
  'pages/noticias/page.tsx': [
    'components/card.tsx',
    'components/pagination.tsx',
    'components/filters.tsx',
    'pages/cartao.ts',
    'components/chart.tsx',
  ],
  'pages/busca/page.tsx': [
    'components/pagination.tsx',
    'components/filters.tsx',
    'components/opening.tsx',
    'pages/cartao.ts',
    'components/alone.tsx',
    'components/chart.tsx',
  ],
  'pages/documentos/page.tsx': ['components/filters.tsx', 'components/section.tsx', 'components/opening.tsx'],
  'pages/faq/page.tsx': ['components/pagination.tsx', 'pages/cartao.ts'],
  'pages/sic/page.tsx': ['components/opening.tsx'],
  'pages/mapa/page.tsx': ['components/opening.tsx'],
  'pages/lai/page.tsx': ['components/opening.tsx'],
};
const PAGES = [
  'pages/inicio/page.tsx',
  'pages/noticias/page.tsx',
  'pages/busca/page.tsx',
  'pages/faq/page.tsx',
  'pages/documentos/page.tsx',
  'pages/sic/page.tsx',
  'pages/mapa/page.tsx',
  'pages/lai/page.tsx',
];

const idOf = (file: string): string => `/site/client/${file}`;
const graph: ModuleGraph = {
  getModuleInfo: (id) => {
    const file = id.replace('/site/client/', '');
    const dynamic = file === 'pages/registry.ts' ? PAGES : [];
    return { importedIds: (IMPORTS[file] ?? []).map(idOf), dynamicallyImportedIds: dynamic.map(idOf) };
  },
};
const nameOf = chunkNames('/site');

it.each([
  ['of the start module', 'accessibility/menu.ts', 'boot'],
  ['that lives without the application and is used by it too', 'clock.ts', 'islands'],
  ['of the application', 'components/link.tsx', 'entry-client'],
  ['that most pages share', 'components/opening.tsx', 'entry-client'],
  ['that home shares with lists', 'components/section.tsx', 'entry-client'],
  ['that home shares with pages that are no lists', 'components/card.tsx', 'cartoes'],
  ['that other pages share', 'components/pagination.tsx', 'partes'],
  ['that lists share with other pages', 'components/filters.tsx', 'listas'],
  ['with the styles of a page', 'pages/busca/busca.module.css', 'entry-client'],
  ['of one page', 'pages/inicio/banners.tsx', null],
  ['that only two pages share', 'components/chart.tsx', null],
  ['that only one page uses', 'components/alone.tsx', null],
  ['that a few pages share of their own', 'pages/cartao.ts', null],
])('a module %s', (_name, file, chunk) => {
  expect(nameOf(idOf(file), graph)).toBe(chunk);
});
