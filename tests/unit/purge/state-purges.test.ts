import { expect, it } from 'vitest';
import { pageStateOf } from '../../../client/site-state/page-state.ts';
import { statePurges } from '../../../server/purge/state-purges.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';

const withCount = (total: number): SiteState => ({
  ...EMPTY_SITE_STATE,
  totaisLai: { documentos: total, categorias: 1 },
  dataLai: [
    {
      chave: 'atos',
      nome: 'Atos',
      descricao: '',
      icone: null,
      links: [],
      categorias: [{ slug: 'leis', rotulo: 'Leis', descricao: '', total, ultimoEm: null }],
    },
  ],
});

const purges = (before: SiteState, after: SiteState) => statePurges(before, after, ROUTES, pageStateOf);

it('purges the pages that show the counts of documents, and no other, when a document comes', () => {
  expect(purges(withCount(1), withCount(2))).toEqual(['site', 'site:inicio', 'site:lai', 'site:menuCompleto']);
});

it('purges every page that has the frame when one of its own pages is published', () => {
  const groups = purges(EMPTY_SITE_STATE, { ...EMPTY_SITE_STATE, paginasDaMoldura: ['privacidade'] });
  expect(groups).toEqual(['site', ...ROUTES.filter(({ layout }) => layout !== 'iframe').map(({ id }) => `site:${id}`)]);
});

it('purges every page when the menu changes', () => {
  const item = {
    id: 1,
    area: 'principal',
    rotulo: 'Novo',
    descricao: null,
    icone: null,
    destino: '/lai',
    externo: false,
    filhos: [],
  } as const;
  const groups = purges(EMPTY_SITE_STATE, { ...EMPTY_SITE_STATE, dataMenu: [item] });
  expect(groups).toEqual(expect.arrayContaining(ROUTES.filter(({ layout }) => layout !== 'iframe').map(({ id }) => `site:${id}`)));
});
