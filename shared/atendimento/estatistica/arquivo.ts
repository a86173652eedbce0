/** A report as a file: CSV for spreadsheets and JSON for programs. Both have the lines of the page and no other. */

import { csvHead, csvLines } from '../../open-data/csv.ts';
import { textoDaQuantidade } from './quadros.ts';
import type { Canal, ResultadoDoRelatorio } from './relatorio.ts';
import { rotuloDoValor } from './rotulos.ts';

type Linha = ResultadoDoRelatorio['linha_do_relatorio'][number];

const COLUNAS = [
  'canal',
  'parte',
  'ano',
  'mes_inicio',
  'mes_fim',
  'dimensao',
  'valor',
  'rotulo',
  'minimo',
  'maximo',
  'media',
  'texto',
] as const;

/** Returns the report as CSV in UTF-8 with a byte order mark, separated by semicolons as spreadsheets in Brazil expect. */
export function relatorioEmCsv({ linha_do_relatorio: linhas }: ResultadoDoRelatorio, canal: Canal): string {
  return csvHead(COLUNAS) + csvLines(linhas.map((linha) => COLUNAS.map((nome) => celula(linha, nome, canal))));
}

function celula(linha: Linha, nome: (typeof COLUNAS)[number], canal: Canal): string | number | null {
  switch (nome) {
    case 'canal':
      return canal;
    case 'rotulo':
      return linha.dimensao === null || linha.valor === null ? null : rotuloDoValor(linha.dimensao, linha.valor);
    case 'texto':
      return textoDaLinha(linha);
    default:
      return linha[nome];
  }
}

function textoDaLinha({ valor, minimo, maximo }: Linha): string | null {
  if (valor === 'nao_detalhado') return 'não detalhado';
  return minimo === null || maximo === null ? null : textoDaQuantidade({ minimo, maximo });
}

/** Returns the report as JSON. `minimo` and `maximo` differ where the exact number is not published. */
export function relatorioEmJson(
  { relatorio_estatistico: [relatorio], linha_do_relatorio: linhas }: ResultadoDoRelatorio,
  canal: Canal,
): string {
  const semTipo = linhas.map(({ __typename: _tipo, ...linha }) => ({ ...linha, texto: textoDaLinha({ __typename: _tipo, ...linha }) }));
  return JSON.stringify({
    canal,
    dados_ate: relatorio?.dados_ate ?? null,
    demonstracao: relatorio?.demonstracao === true,
    linhas: semTipo,
  });
}
