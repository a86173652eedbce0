/** Reads the lines of a report of a service channel: what is known of a number, by dimension, year and value. */
import type { OperationResults } from '../../graphql/generated/operations.ts';

export type Canal = 'ouvidoria' | 'sic';

export type ResultadoDoRelatorio = OperationResults['RelatorioDeCasos'];
type Linha = ResultadoDoRelatorio['linha_do_relatorio'][number];

/** A number between two; both are the same where it is exact. Numbers from 1 to 4 are only known to be such. */
export interface Quantidade {
  readonly minimo: number;
  readonly maximo: number;
}

/** Months of a year, 1 to 12. */
export interface Periodo {
  readonly inicio: number;
  readonly fim: number;
}

/** What a report says of a dimension in a year. */
export interface Recorte {
  readonly periodo: Periodo;
  /** Null where the dimension is not detailed, because it would show small numbers. */
  readonly valores: ReadonlyMap<string, Quantidade> | null;
}

/** One step of the months of a year. */
export interface Etapa {
  readonly periodo: Periodo;
  readonly valores: ReadonlyMap<string, number>;
}

export interface Relatorio {
  /** Ascending. */
  readonly anos: readonly number[];
  recorte(dimensao: string, ano: number): Recorte | null;
  /** In the order of the months; empty where only the year as a whole is shown. */
  serie(dimensao: string, ano: number): readonly Etapa[];
  /** Values that the dimension has in some year, in no special order. */
  valoresDe(dimensao: string): readonly string[];
  medida(dimensao: string, qual: string, ano: number): number | null;
}

const NADA: Quantidade = { minimo: 0, maximo: 0 };

/** Adds numbers of which some are not known exactly. */
function somar(quantidades: readonly Quantidade[]): Quantidade {
  return quantidades.reduce((soma, { minimo, maximo }) => ({ minimo: soma.minimo + minimo, maximo: soma.maximo + maximo }), NADA);
}

/** Returns the number of cases with one of the values; null where the year does not say. */
export function contar(
  relatorio: Relatorio,
  { dimensao, valores }: { readonly dimensao: string; readonly valores: readonly string[] },
  ano: number,
): Quantidade | null {
  const conhecidos = relatorio.recorte(dimensao, ano)?.valores ?? null;
  return conhecidos === null ? null : somar(valores.map((valor) => conhecidos.get(valor) ?? NADA));
}

export function ehExata({ minimo, maximo }: Quantidade): boolean {
  return minimo === maximo;
}

/** Reads the lines as the content backend answers them. Lines that say nothing are left out. */
export function lerRelatorio(linhas: readonly Linha[]): Relatorio {
  const recortes = new Map<string, { periodo: Periodo; valores: Map<string, Quantidade> | null }>();
  const series = new Map<string, Map<number, { periodo: Periodo; valores: Map<string, number> }>>();
  const medidas = new Map<string, number>();
  const anos = new Set<number>();
  for (const linha of linhas) {
    const { parte, ano, dimensao, valor, mes_inicio: inicio, mes_fim: fim, minimo, maximo, media } = linha;
    if (ano === null || dimensao === null || valor === null || inicio === null || fim === null) continue;
    const [onde, periodo] = [chave(dimensao, ano), { inicio, fim }];
    anos.add(ano);
    if (media !== null) medidas.set(`${onde} ${valor}`, media);
    else if (minimo === null || maximo === null) recortes.set(onde, { periodo, valores: null });
    else if (parte === 'serie') etapaDe(series, onde, periodo).set(valor, maximo);
    else recorteDe(recortes, onde, periodo)?.set(valor, { minimo, maximo });
  }
  return {
    anos: [...anos].sort((a, b) => a - b),
    recorte: (dimensao, ano) => recortes.get(chave(dimensao, ano)) ?? null,
    serie: (dimensao, ano) => [...(series.get(chave(dimensao, ano))?.values() ?? [])].sort((a, b) => a.periodo.inicio - b.periodo.inicio),
    valoresDe: (dimensao) => [...new Set([...anos].flatMap((ano) => [...(recortes.get(chave(dimensao, ano))?.valores?.keys() ?? [])]))],
    medida: (dimensao, qual, ano) => medidas.get(`${chave(dimensao, ano)} ${qual}`) ?? null,
  };
}

function chave(dimensao: string, ano: number): string {
  return `${dimensao} ${ano}`;
}

function recorteDe(
  recortes: Map<string, { periodo: Periodo; valores: Map<string, Quantidade> | null }>,
  onde: string,
  periodo: Periodo,
): Map<string, Quantidade> | null {
  const conhecido = recortes.get(onde);
  if (conhecido !== undefined) return conhecido.valores;
  const valores = new Map<string, Quantidade>();
  recortes.set(onde, { periodo, valores });
  return valores;
}

function etapaDe(
  series: Map<string, Map<number, { periodo: Periodo; valores: Map<string, number> }>>,
  onde: string,
  periodo: Periodo,
): Map<string, number> {
  const etapas = series.get(onde) ?? new Map<number, { periodo: Periodo; valores: Map<string, number> }>();
  series.set(onde, etapas);
  const etapa = etapas.get(periodo.inicio) ?? { periodo, valores: new Map<string, number>() };
  etapas.set(periodo.inicio, etapa);
  return etapa.valores;
}
