import { orderGroup } from '../../cache/groups.ts';
import { defineRoute } from '../define.ts';
import { operation } from '../types.ts';

const PROGESTAO = '/progestao';

const progestao = defineRoute<'progestao', 'Progestao'>({
  id: 'progestao',
  path: PROGESTAO,
  groups: ['progestao_certificacao'],
  main: () => operation('Progestao', {}),
  head: () => ({
    title: 'Pró-Gestão RPPS',
    description: 'O que é a certificação de boa gestão da previdência, o nível que o instituto tem, a validade e o histórico.',
  }),
  breadcrumb: () => [{ label: 'Pró-Gestão', to: null }],
});

const progestaoPainel = defineRoute<'progestaoPainel', 'ProgestaoPainel'>({
  id: 'progestaoPainel',
  path: '/progestao/painel',
  groups: [
    'progestao_certificacao',
    'progestao_avaliacao',
    'progestao_evidencia',
    'progestao_acao',
    'progestao_requisito',
    'progestao_item',
    'categoria_documento',
    'documento',
    'declaracao_inexistencia',
  ].map(orderGroup),
  main: () => operation('ProgestaoPainel', {}),
  head: () => ({
    title: 'Painel do Pró-Gestão',
    description:
      'As ações do programa, uma a uma, com a situação e os documentos que a comprovam, e a lista de documentos que devem estar no site.',
  }),
  breadcrumb: () => [
    { label: 'Pró-Gestão', to: PROGESTAO },
    { label: 'Painel do Pró-Gestão', to: null },
  ],
});

const pntp = defineRoute<'pntp', 'Pntp'>({
  id: 'pntp',
  path: '/lai/pntp',
  layout: 'lai',
  groups: [
    ...[
      'pntp_criterio',
      'pntp_lista',
      'pagina',
      'categoria_documento',
      'documento',
      'declaracao_inexistencia',
      'unidade',
      'membro_orgao',
      'orgao_colegiado',
      'pergunta_frequente',
      'servico',
    ].map(orderGroup),
    'feriado',
  ],
  main: () => operation('Pntp', {}),
  head: () => ({
    title: 'Autoavaliação da transparência (PNTP)',
    description:
      'Os critérios do Programa Nacional de Transparência Pública, onde cada um está neste site, e a nota calculada do que está publicado.',
  }),
});

export const ROTAS_DO_PROGESTAO = [progestao, progestaoPainel, pntp] as const;
