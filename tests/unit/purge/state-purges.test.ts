import { expect, it } from 'vitest';
import { parteDoEstado } from '../../../client/site-state/page-state.ts';
import { statePurges } from '../../../server/purge/state-purges.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { ESTADO_VAZIO, type EstadoDoSite } from '../../../shared/site-state/site-state.ts';

const withCount = (total: number): EstadoDoSite => ({
  ...ESTADO_VAZIO,
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

const purges = (before: EstadoDoSite, after: EstadoDoSite) => statePurges(before, after, ROUTES, parteDoEstado);

it('purges the pages that show the counts of documents, and no other, when a document comes', () => {
  expect(purges(withCount(1), withCount(2))).toEqual(['site', 'site:inicio', 'site:lai', 'site:menuCompleto']);
});

it('purges every page that has the frame when one of its own pages is published', () => {
  const groups = purges(ESTADO_VAZIO, { ...ESTADO_VAZIO, paginasDaMoldura: ['privacidade'] });
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
  const groups = purges(ESTADO_VAZIO, { ...ESTADO_VAZIO, dataMenu: [item] });
  expect(groups).toEqual(expect.arrayContaining(ROUTES.filter(({ layout }) => layout !== 'iframe').map(({ id }) => `site:${id}`)));
});
