import { defineRoute } from '../define.ts';

export const INSTITUCIONAL = [
  defineRoute({
    id: 'comiteInvestimento',
    path: '/institucional/comite-investimento',
    main: null,
    head: () => ({ titulo: 'Comitê de Investimentos' }),
  }),
  defineRoute({ id: 'conselhoFiscal', path: '/institucional/conselho-fiscal', main: null, head: () => ({ titulo: 'Conselho Fiscal' }) }),
  defineRoute({
    id: 'conselhoPrevidenciario',
    path: '/institucional/conselho-previdenciario',
    main: null,
    head: () => ({ titulo: 'Conselho Previdenciário' }),
  }),
  defineRoute({
    id: 'diretoriaExecutiva',
    path: '/institucional/diretoria-executiva',
    main: null,
    head: () => ({ titulo: 'Diretoria Executiva' }),
  }),
  defineRoute({ id: 'organograma', path: '/institucional/organograma', main: null, head: () => ({ titulo: 'Organograma' }) }),
  defineRoute({
    id: 'unidade',
    path: '/institucional/unidade/:id',
    params: { id: 'inteiro' },
    main: null,
    head: () => ({ titulo: 'Unidade' }),
  }),
] as const;
