import { defineRoute } from '../define.ts';

export const ATENDIMENTO = [
  defineRoute({ id: 'faleConosco', path: '/contato/faleConosco', main: null, head: () => ({ titulo: 'Fale conosco' }) }),
  defineRoute({ id: 'ouvidoria', path: '/ouvidoria', main: null, head: () => ({ titulo: 'Ouvidoria' }) }),
  defineRoute({
    id: 'ouvidoriaEstatistica',
    path: '/ouvidoria/relatorioEstatistica',
    main: null,
    head: () => ({ titulo: 'Relatório estatístico da Ouvidoria' }),
  }),
  defineRoute({ id: 'sic', path: '/sic', main: null, head: () => ({ titulo: 'Serviço de Informação ao Cidadão (SIC)' }) }),
  defineRoute({
    id: 'sicEstatistica',
    path: '/sic/RelatorioEstatistica',
    main: null,
    head: () => ({ titulo: 'Relatório estatístico do SIC' }),
  }),
] as const;
