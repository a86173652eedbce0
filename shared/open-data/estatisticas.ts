/** The statistical reports of the service channels as open data: one row for each number that a report shows. */

import { textoDaQuantidade } from '../atendimento/estatistica/quadros.ts';
import type { Canal, ResultadoDoRelatorio } from '../atendimento/estatistica/relatorio.ts';
import { rotuloDoValor } from '../atendimento/estatistica/rotulos.ts';
import type { Dataset } from './dataset.ts';

export type StatisticLine = ResultadoDoRelatorio['linha_do_relatorio'][number];

export interface StatisticRow {
  readonly canal: Canal;
  readonly linha: StatisticLine;
  /** The numbers are invented. */
  readonly demonstracao: boolean;
}

export const ESTATISTICAS: Dataset<StatisticRow> = {
  key: 'estatisticas',
  title: 'Estatísticas da Ouvidoria e do SIC',
  description:
    'Quantas manifestações e pedidos de informação chegaram, de que assuntos, com que resposta e em quantos dias. Quantidades de 1 a 4 aparecem como um intervalo, para que ninguém seja reconhecido.',
  columns: [
    {
      name: 'canal',
      type: 'texto',
      meaning: 'De que canal é o relatório: ouvidoria ou sic.',
      example: 'ouvidoria',
      value: ({ canal }) => canal,
    },
    {
      name: 'parte',
      type: 'texto',
      meaning: 'O que a linha conta: o período inteiro (periodo) ou uma etapa dele (serie).',
      example: 'periodo',
      value: ({ linha }) => linha.parte,
    },
    { name: 'ano', type: 'inteiro', meaning: 'Ano.', example: '2025', value: ({ linha }) => linha.ano },
    { name: 'mes_inicio', type: 'inteiro', meaning: 'Primeiro mês contado.', example: '1', value: ({ linha }) => linha.mes_inicio },
    { name: 'mes_fim', type: 'inteiro', meaning: 'Último mês contado.', example: '12', value: ({ linha }) => linha.mes_fim },
    {
      name: 'dimensao',
      type: 'texto',
      meaning: 'De que a quantidade é: total, assunto, situação e outras.',
      example: 'tipo',
      value: ({ linha }) => linha.dimensao,
    },
    {
      name: 'valor',
      type: 'texto',
      meaning: 'Valor da dimensão. Não há linha para o valor que nenhum caso tem.',
      example: 'denuncia',
      value: ({ linha }) => linha.valor,
    },
    {
      name: 'rotulo',
      type: 'texto',
      meaning: 'O valor como o relatório o chama.',
      example: 'Denúncia',
      value: ({ linha: { dimensao, valor } }) => (dimensao === null || valor === null ? null : rotuloDoValor(dimensao, valor)),
    },
    {
      name: 'minimo',
      type: 'inteiro',
      meaning: 'Menor quantidade possível; igual à maior quando a quantidade exata é publicada.',
      example: '12',
      value: ({ linha }) => linha.minimo,
    },
    { name: 'maximo', type: 'inteiro', meaning: 'Maior quantidade possível.', example: '12', value: ({ linha }) => linha.maximo },
    {
      name: 'media',
      type: 'decimal',
      meaning: 'Média, onde a linha é de dias ou de notas.',
      example: '11.4',
      value: ({ linha }) => linha.media,
    },
    {
      name: 'texto',
      type: 'texto',
      meaning: 'A quantidade como o relatório a mostra.',
      example: 'menos de 5',
      value: ({ linha }) => lineText(linha),
    },
    {
      name: 'demonstracao',
      type: 'texto',
      meaning: 'Sim, onde os números são de demonstração.',
      example: 'Não',
      value: ({ demonstracao }) => (demonstracao ? 'Sim' : 'Não'),
    },
  ],
};

/** The quantity of a line as the report shows it; null where the line is of a mean. */
export function lineText({ valor, minimo, maximo }: StatisticLine): string | null {
  if (valor === 'nao_detalhado') return 'não detalhado';
  return minimo === null || maximo === null ? null : textoDaQuantidade({ minimo, maximo });
}
