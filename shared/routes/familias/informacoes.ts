import { defineRoute } from '../define.ts';
import { LIST_SEARCH } from '../list-search.ts';

export const INFORMACOES = [
  defineRoute({ id: 'noticias', path: '/informacoes/noticias', search: LIST_SEARCH, main: null, head: () => ({ titulo: 'Notícias' }) }),
  defineRoute({
    id: 'noticia',
    path: '/informacoes/noticia/:id',
    params: { id: 'inteiro' },
    main: null,
    head: () => ({ titulo: 'Notícia' }),
  }),
  defineRoute({
    id: 'comunicados',
    path: '/informacoes/comunicados',
    search: [...LIST_SEARCH, { name: 'tipo', maxLength: 20 }],
    main: null,
    head: () => ({ titulo: 'Comunicados' }),
  }),
  defineRoute({
    id: 'comunicado',
    path: '/informacoes/comunicado/:id',
    params: { id: 'inteiro' },
    main: null,
    head: () => ({ titulo: 'Comunicado' }),
  }),
  defineRoute({
    id: 'bannerComunicado',
    path: '/informacoes/bannerComunicado/:id',
    params: { id: 'inteiro' },
    main: null,
    head: () => ({ titulo: 'Comunicado' }),
  }),
  defineRoute({
    id: 'faq',
    path: '/informacoes/faq',
    layout: 'lai',
    search: [{ name: 'q', maxLength: 100 }],
    main: null,
    head: () => ({ titulo: 'Perguntas frequentes' }),
  }),
  defineRoute({ id: 'mapa', path: '/informacoes/mapa', main: null, head: () => ({ titulo: 'Mapa das unidades' }) }),
] as const;
