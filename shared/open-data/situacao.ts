/** Whether each list of documents is on time, as open data. */
import type { OperationResults } from '../graphql/generated/operations.ts';
import { routePath } from '../routes/url.ts';
import type { Dataset } from './dataset.ts';

export type StatusRow = OperationResults['SituacaoDaTransparencia']['categoria_documento'][number];

export const SITUACOES = {
  em_dia: 'Em dia',
  atrasada: 'Atrasada',
  nao_se_aplica: 'Sem prazo fixo',
} as const;

/** Returns the lists as they are told: before the first document of the site none is late (the page of the states says the same). */
export function listasComSituacao({
  categoria_documento: listas,
  iniciada,
}: OperationResults['SituacaoDaTransparencia']): readonly StatusRow[] {
  if (iniciada.length > 0) return listas;
  return listas.map(({ resumo, ...lista }) => ({
    ...lista,
    resumo: resumo?.situacao_atualizacao !== 'atrasada' ? resumo : { ...resumo, situacao_atualizacao: A_PUBLICAR, atrasada_desde: null },
  }));
}

const A_PUBLICAR = 'a_publicar';

/** Returns the words for `categoria_resumo.situacao_atualizacao`. */
function nomeDaSituacao(situacao: string | null | undefined): string {
  if (situacao === A_PUBLICAR) return 'A publicar';
  return SITUACOES[(situacao ?? 'nao_se_aplica') as keyof typeof SITUACOES] ?? SITUACOES.nao_se_aplica;
}

export const SITUACAO: Dataset<StatusRow> = {
  key: 'situacao',
  title: 'Situação das listas',
  description: 'Se cada lista de documentos está em dia com o seu calendário, desde quando está atrasada e qual é o próximo prazo.',
  columns: [
    { name: 'categoria', type: 'texto', meaning: 'Assunto, como no endereço da lista.', example: 'dair', value: ({ slug }) => slug },
    { name: 'lista', type: 'texto', meaning: 'Nome da lista.', example: 'DAIR', value: ({ rotulo }) => rotulo },
    { name: 'secao', type: 'texto', meaning: 'Seção da transparência.', example: 'Investimentos', value: ({ secao }) => secao.nome },
    { name: 'frequencia', type: 'texto', meaning: 'De quanto em quanto tempo.', example: 'Todo mês', value: ({ ritmo }) => ritmo.rotulo },
    {
      name: 'prazo_dias',
      type: 'inteiro',
      meaning: 'Dias para publicar, contados do fim do período; negativo quando é antes dele.',
      example: '30',
      value: ({ prazo_dias_apos_periodo }) => prazo_dias_apos_periodo,
    },
    {
      name: 'ultimo_documento_em',
      type: 'data',
      meaning: 'Dia em que o documento mais novo apareceu no site.',
      example: '2026-10-28',
      value: ({ resumo }) => resumo?.ultimo_publicado_em ?? null,
    },
    {
      name: 'periodo_devido_ate',
      type: 'data',
      meaning: 'Último dia do período mais novo que já devia estar publicado.',
      example: '2026-09-30',
      value: ({ resumo }) => resumo?.periodo_devido_fim ?? null,
    },
    {
      name: 'situacao',
      type: 'texto',
      meaning: 'Em dia, atrasada ou sem prazo fixo; a publicar, enquanto o site não tem nenhum documento.',
      example: 'Em dia',
      value: ({ resumo }) => nomeDaSituacao(resumo?.situacao_atualizacao),
    },
    {
      name: 'atrasada_desde',
      type: 'data',
      meaning: 'Primeiro dia do atraso.',
      example: '2026-11-03',
      value: ({ resumo }) => resumo?.atrasada_desde ?? null,
    },
    {
      name: 'proximo_prazo',
      type: 'data',
      meaning: 'Último dia do próximo prazo, que cai em dia útil.',
      example: '2026-11-30',
      value: ({ resumo }) => resumo?.proximo_prazo ?? null,
    },
    { name: 'documentos', type: 'inteiro', meaning: 'Documentos publicados.', example: '84', value: ({ resumo }) => resumo?.total ?? 0 },
    {
      name: 'declaracoes',
      type: 'inteiro',
      meaning: 'Declarações de que não houve o que publicar.',
      example: '1',
      value: ({ resumo }) => resumo?.declaracoes ?? 0,
    },
    {
      name: 'responsavel',
      type: 'texto',
      meaning: 'Unidade que responde pela lista.',
      example: 'Diretoria de Investimentos',
      value: ({ responsavel }) => responsavel?.nome ?? null,
    },
    {
      name: 'base_legal',
      type: 'texto',
      meaning: 'Norma que a pede.',
      example: 'Portaria MTP 1.467/2022',
      value: ({ base_legal }) => base_legal,
    },
    {
      name: 'pagina',
      type: 'endereco',
      meaning: 'Endereço da lista.',
      example: 'https://previdencia.exemplo.gov.br/lai/documentos/dair',
      value: ({ slug }, site) => site + routePath('documentos', { category: slug }),
    },
  ],
};
