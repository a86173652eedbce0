import { defineRoute } from '../define.ts';
import { LIST_SEARCH } from '../list-search.ts';

export const TRANSPARENCIA = [
  defineRoute({ id: 'lai', path: '/lai', layout: 'lai', main: null, head: () => ({ titulo: 'Transparência' }) }),
  defineRoute({
    id: 'menuCompleto',
    path: '/lai/MenuCompleto',
    layout: 'lai',
    main: null,
    head: () => ({ titulo: 'Menu completo da transparência' }),
  }),
  defineRoute({
    id: 'documentos',
    path: '/lai/documentos/:category',
    layout: 'lai',
    params: { category: 'categoria' },
    search: [...LIST_SEARCH, { name: 'situacao', maxLength: 40 }],
    main: null,
    head: () => ({ titulo: 'Documentos' }),
  }),
  defineRoute({
    id: 'documento',
    path: '/lai/documentos/:category/:id',
    layout: 'lai',
    params: { category: 'categoria', id: 'inteiro' },
    main: null,
    head: () => ({ titulo: 'Documento' }),
  }),
  defineRoute({ id: 'progestao', path: '/progestao', main: null, head: () => ({ titulo: 'Pró-Gestão RPPS' }) }),
  defineRoute({ id: 'progestaoPainel', path: '/progestao/painel', main: null, head: () => ({ titulo: 'Painel do Pró-Gestão' }) }),
] as const;
