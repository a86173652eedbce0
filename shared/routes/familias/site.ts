import { NEVER_POLICY } from '../../cache/policy.ts';
import { defineRoute } from '../define.ts';

export const SITE = [
  defineRoute({
    id: 'inicio',
    path: '/',
    main: null,
    head: ({ state }) => ({ titulo: state.siteConfig[0]?.titulo ?? state.siteConfig[0]?.nome ?? 'Início' }),
    trilha: () => [],
  }),
  defineRoute({
    id: 'busca',
    path: '/busca',
    search: [
      { name: 'q', maxLength: 100 },
      { name: 'pagina', maxLength: 5 },
    ],
    main: null,
    head: () => ({ titulo: 'Busca', indexavel: false }),
  }),
  defineRoute({ id: 'pagina', path: '/paginas/:slug', params: { slug: 'slug' }, main: null, head: () => ({ titulo: 'Página' }) }),
  defineRoute({
    id: 'admin',
    path: '/admin',
    layout: 'iframe',
    documentPolicy: 'quadro',
    cache: NEVER_POLICY,
    main: null,
    head: () => ({ titulo: 'Administração do site', indexavel: false }),
    trilha: () => [],
  }),
  defineRoute({
    id: 'teste',
    path: '/teste',
    cache: NEVER_POLICY,
    main: null,
    head: () => ({ titulo: 'Página de teste', indexavel: false }),
  }),
] as const;
