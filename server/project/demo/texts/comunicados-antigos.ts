import type { ComunicadoAntigo } from './comunicados.ts';
import { COMUNICADOS_2019_2022 } from './comunicados-2019-2022.ts';
import { COMUNICADOS_2023_2026 } from './comunicados-2023-2026.ts';

/** One notice as a line of a table. */
export type LinhaDeComunicado = readonly [
  em: string,
  ate: string | null,
  tipo: ComunicadoAntigo['tipo'],
  prioridade: ComunicadoAntigo['prioridade'],
  publico: string,
  titulo: string,
  resumo: string,
  corpo: string,
];

const ANEXOS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'Censo previdenciário de 2019': [
    'Documentos do censo de 2019',
    'Documento com foto e CPF.',
    'Comprovante de residência.',
    'Certidões dos dependentes.',
  ],
  'Eleição para os conselhos': [
    'Regras da eleição',
    'Votação das 8h às 17h.',
    'Cada pessoa vota uma vez.',
    'O resultado sai no mesmo dia.',
  ],
  'Calendário de pagamento de 2026': [
    'Calendário de pagamento de 2026',
    'Último dia útil de cada mês.',
    'Primeira parte do 13º em junho.',
    'Segunda parte do 13º até 20 de dezembro.',
  ],
  'Censo previdenciário de 2026': [
    'Calendário do censo de 2026',
    'Nascidos em janeiro e fevereiro: março.',
    'Nascidos em março e abril: abril e maio.',
    'Nascidos de maio a agosto: junho a agosto.',
    'Nascidos de setembro a dezembro: setembro a novembro.',
  ],
};

/** Notices of the past years; nearly all have expired and stay readable. */
export const COMUNICADOS_ANTIGOS: readonly ComunicadoAntigo[] = [...COMUNICADOS_2019_2022, ...COMUNICADOS_2023_2026].map(
  ([em, ate, tipo, prioridade, publico, titulo, resumo, corpo]) => {
    const anexo = ANEXOS[titulo];
    return { em, ate, tipo, prioridade, publico: publico.split(','), titulo, resumo, corpo, ...(anexo === undefined ? {} : { anexo }) };
  },
);
