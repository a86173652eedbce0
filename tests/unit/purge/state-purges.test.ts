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

const FRAMED = ROUTES.filter(({ layout }) => layout !== 'iframe').map(({ id }) => `site:${id}`);

const ITEM = {
  id: 1,
  area: 'principal',
  rotulo: 'Novo',
  descricao: null,
  icone: null,
  destino: '/lai',
  externo: false,
  filhos: [],
} as const;

const CONTACT = { id: 1, tipo: 'telefone', rotulo: 'Telefone', valor: '1111', href: null, principal: true } as const;
const DIRECTOR = { id: 1, nome: 'Ana', cargo: 'Diretora', foto: null, fotoAlt: null } as const;

it('purges softly the pages that show the counts of documents, and no other, when a document comes', () => {
  expect(purges(withCount(1), withCount(2))).toEqual({
    hard: [],
    soft: ['site', 'site:inicio', 'site:lai', 'site:menuCompleto'],
    refresh: [],
  });
});

it.each([
  ['one of the pages that the frame links is published', {}, { paginasDaMoldura: ['privacidade'] }],
  ['the menu changes', { dataMenu: [ITEM] }, { dataMenu: [{ ...ITEM, rotulo: 'Outro' }] }],
  ['an entry of the menu goes', { dataMenu: [ITEM] }, {}],
  ['a contact changes', { contato: [CONTACT] }, { contato: [{ ...CONTACT, valor: '2222' }] }],
  ['a director comes', {}, { diretoriaExecutiva: [DIRECTOR] }],
  ['a director changes', { diretoriaExecutiva: [DIRECTOR] }, { diretoriaExecutiva: [{ ...DIRECTOR, cargo: 'Presidente' }] }],
])('refreshes every page with the frame when %s', (_what, before: Partial<SiteState>, after: Partial<SiteState>) => {
  expect(purges({ ...EMPTY_SITE_STATE, ...before }, { ...EMPTY_SITE_STATE, ...after })).toEqual({
    hard: [],
    soft: ['site'],
    refresh: FRAMED,
  });
});

it.each([
  ['a contact', { contato: [CONTACT] }],
  ['a director', { diretoriaExecutiva: [DIRECTOR] }],
])('purges every page with the frame hard when %s is gone, and the page states that name it', (_what, before: Partial<SiteState>) => {
  const { hard, soft, refresh } = purges({ ...EMPTY_SITE_STATE, ...before }, EMPTY_SITE_STATE);
  expect([hard, soft, refresh]).toEqual([['page-states', ...FRAMED], ['site'], []]);
});
