/** The first table of a report: the numbers that the law asks for, each with what it means. */
import { formatNumber } from '../../locale/numbers.ts';
import { LINHAS_DO_RESUMO, type LinhaDoResumo, RESPONDIDAS } from './linhas-do-resumo.ts';
import { coluna, type LinhaDoQuadro, type Quadro, textoDaParte, textoDaQuantidade } from './quadros.ts';
import { type Canal, contar, type Relatorio } from './relatorio.ts';
import { nomeDoPeriodo } from './rotulos.ts';

/** Returns the table; rows of which no shown year has a number are left out, and their meaning with them. */
export function resumoDoRelatorio(relatorio: Relatorio, canal: Canal): Quadro {
  const { anos } = relatorio;
  const linhas = LINHAS_DO_RESUMO[canal].flatMap((linha): readonly LinhaDoQuadro[] => {
    const celulas = anos.map((ano) => textoDaLinha(relatorio, linha, ano));
    if (celulas.every((celula) => celula === null)) return [];
    const { codigo, rotulo, definicao, numero } = linha;
    const quantidades = anos.map((ano) => (numero.kind === 'contagem' ? contar(relatorio, numero, ano) : null));
    return [{ codigo, rotulo, definicao, celulas: celulas.map((celula) => celula ?? '—'), quantidades }];
  });
  return { id: 'resumo', titulo: 'Resumo', definicao: '', colunas: anos.map((ano) => coluna(relatorio, 'total', ano)), linhas };
}

/** Returns the number of a row in a year as text; null where the year has no such number. */
function textoDaLinha(relatorio: Relatorio, { numero }: LinhaDoResumo, ano: number): string | null {
  if (numero.kind === 'medida') {
    const medida = relatorio.medida(numero.dimensao, numero.qual, ano);
    return medida === null ? null : `${formatNumber(medida)}${outroPeriodo(relatorio, 'situacao', ano)}`;
  }
  const contado = contar(relatorio, numero, ano);
  if (contado === null) return null;
  const { dimensao } = numero;
  if (numero.kind === 'contagem') return textoDaQuantidade(contado) + outroPeriodo(relatorio, dimensao, ano);
  // A share of two numbers that stand for different months would say nothing.
  if (!mesmoPeriodo(relatorio, [dimensao, RESPONDIDAS.dimensao], ano)) return textoDaParte(null, null);
  return textoDaParte(contado, contar(relatorio, RESPONDIDAS, ano)) + outroPeriodo(relatorio, dimensao, ano);
}

function mesmoPeriodo(relatorio: Relatorio, [uma, outra]: readonly [string, string], ano: number): boolean {
  const [a, b] = [relatorio.recorte(uma, ano)?.periodo, relatorio.recorte(outra, ano)?.periodo];
  return a?.inicio === b?.inicio && a?.fim === b?.fim;
}

/** The months of a number where they are not those of its column. */
function outroPeriodo(relatorio: Relatorio, dimensao: string, ano: number): string {
  const periodo = relatorio.recorte(dimensao, ano)?.periodo;
  return periodo === undefined || mesmoPeriodo(relatorio, [dimensao, 'total'], ano) ? '' : ` (${nomeDoPeriodo(periodo)})`;
}
