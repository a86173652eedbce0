import { defineRoute } from '../define.ts';
import { type OperationCall, operation } from '../types.ts';

const OUVIDORIA = '/ouvidoria';
const SIC = '/sic';

/** Slugs of the content pages that the channels lead to, where the institute has written them. */
export const PAGINAS_DE_ATENDIMENTO = {
  cartaDeServicos: 'carta-de-servicos',
  normaLocal: 'norma-local-da-lai',
  classificadas: 'informacoes-classificadas',
  encarregado: 'encarregado-lgpd',
  satisfacao: 'pesquisa-de-satisfacao',
} as const;

const { cartaDeServicos, normaLocal, classificadas, encarregado, satisfacao } = PAGINAS_DE_ATENDIMENTO;

/** The yearly reports of a channel: management reports whose title has one of the words. */
function reports(word: string, otherWord?: string): OperationCall<'RelatoriosDoCanal'> {
  const other = otherWord === undefined ? {} : { palavra2: `%${otherWord}%` };
  return operation('RelatoriosDoCanal', { palavra1: `%${word}%`, ...other });
}

const faleConosco = defineRoute({
  id: 'faleConosco',
  path: '/contato/faleConosco',
  groups: ['unidade'],
  main: null,
  late: () => [operation('Unidades', {})],
  head: () => ({ titulo: 'Fale conosco', descricao: 'Telefones, e-mail, endereços e horários, e qual canal usar em cada caso.' }),
});

const ouvidoria = defineRoute({
  id: 'ouvidoria',
  path: OUVIDORIA,
  groups: ['unidade', 'pagina'],
  main: null,
  late: () => [operation('CanalDoCidadao', { unidade: '%ouvidoria%', paginas: [cartaDeServicos, satisfacao, encarregado] })],
  head: () => ({
    titulo: 'Ouvidoria',
    descricao: 'Reclame, denuncie, sugira, elogie ou peça uma providência: tipos, prazos, canais e quem responde.',
  }),
});

const ouvidoriaEstatistica = defineRoute({
  id: 'ouvidoriaEstatistica',
  path: '/ouvidoria/relatorioEstatistica',
  groups: ['documento'],
  main: null,
  late: () => [reports('ouvidoria')],
  head: () => ({
    titulo: 'Relatório estatístico da Ouvidoria',
    descricao: 'Os relatórios anuais da Ouvidoria e o que cada número deles quer dizer.',
  }),
  trilha: () => [
    { rotulo: 'Ouvidoria', to: OUVIDORIA },
    { rotulo: 'Relatório estatístico', to: null },
  ],
});

const sic = defineRoute({
  id: 'sic',
  path: SIC,
  groups: ['unidade', 'pagina'],
  main: null,
  late: () => [operation('CanalDoCidadao', { unidade: '%informação ao cidadão%', paginas: [normaLocal, classificadas, encarregado] })],
  head: () => ({
    titulo: 'Serviço de Informação ao Cidadão (SIC)',
    descricao: 'Como pedir uma informação pública, em quanto tempo ela vem e como recorrer.',
  }),
  trilha: () => [{ rotulo: 'Serviço de Informação ao Cidadão', to: null }],
});

const sicEstatistica = defineRoute({
  id: 'sicEstatistica',
  path: '/sic/RelatorioEstatistica',
  groups: ['documento'],
  main: null,
  late: () => [reports(' SIC ', 'acesso à informação')],
  head: () => ({
    titulo: 'Relatório estatístico do SIC',
    descricao: 'Os relatórios anuais dos pedidos de informação e o que cada número deles quer dizer.',
  }),
  trilha: () => [
    { rotulo: 'Serviço de Informação ao Cidadão', to: SIC },
    { rotulo: 'Relatório estatístico', to: null },
  ],
});

export const ATENDIMENTO = [faleConosco, ouvidoria, ouvidoriaEstatistica, sic, sicEstatistica] as const;
