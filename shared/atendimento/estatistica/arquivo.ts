/** A report as a file: CSV for spreadsheets and JSON for programs. Both have the lines of the page and no other. */

import { csvHead, datasetLines } from '../../open-data/csv.ts';
import { ESTATISTICAS, lineText } from '../../open-data/estatisticas.ts';
import type { Canal, ResultadoDoRelatorio } from './relatorio.ts';

/** Returns the report as CSV in UTF-8 with a byte order mark, separated by semicolons as spreadsheets in Brazil expect. */
export function relatorioEmCsv(
  { relatorio_estatistico: [relatorio], linha_do_relatorio: linhas }: ResultadoDoRelatorio,
  canal: Canal,
): string {
  const rows = linhas.map((linha) => ({ canal, linha, demonstracao: relatorio?.demonstracao === true }));
  return csvHead(ESTATISTICAS.columns.map(({ name }) => name)) + datasetLines(ESTATISTICAS, rows, '');
}

/** Returns the report as JSON. `minimo` and `maximo` differ where the exact number is not published. */
export function relatorioEmJson(
  { relatorio_estatistico: [relatorio], linha_do_relatorio: linhas }: ResultadoDoRelatorio,
  canal: Canal,
): string {
  const semTipo = linhas.map(({ __typename: _tipo, ...linha }) => ({ ...linha, texto: lineText({ __typename: _tipo, ...linha }) }));
  return JSON.stringify({
    canal,
    dados_ate: relatorio?.dados_ate ?? null,
    demonstracao: relatorio?.demonstracao === true,
    linhas: semTipo,
  });
}
