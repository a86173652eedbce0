/** The tables of a report of a service channel: each row a value, each column a year, with what the numbers mean. */
import { formatNumber } from '../../locale/numbers.ts';
import { QUADROS, type QuadroDescrito } from './descricoes.ts';
import { type Canal, contar, ehExata, type Periodo, type Quantidade, type Relatorio } from './relatorio.ts';
import { nomeDoPeriodo, ROTULOS, rotuloDoValor } from './rotulos.ts';

export interface Coluna {
  readonly ano: number;
  readonly rotulo: string;
}

export interface LinhaDoQuadro {
  readonly codigo: string;
  readonly rotulo: string;
  /** The months that the row stands for, where it stands for months. */
  readonly meses?: Periodo | undefined;
  /** What the number means; of rows that need more than the table says. */
  readonly definicao?: string | undefined;
  /** One for each column. */
  readonly celulas: readonly string[];
  /** The numbers behind the cells, for charts; null where there is none. */
  readonly quantidades: readonly (Quantidade | null)[];
}

export interface Quadro {
  readonly id: string;
  readonly titulo: string;
  readonly definicao: string;
  readonly colunas: readonly Coluna[];
  readonly linhas: readonly LinhaDoQuadro[];
}

/** Values of an open list beyond these are one row: they are in the file. */
const MAIS_FREQUENTES = 12;

const SEM_DADOS = '—';

/** Returns a number as a visitor reads it. Numbers from 1 to 4 are never told apart (docs/decisions). */
export function textoDaQuantidade({ minimo, maximo }: Quantidade): string {
  if (minimo === maximo) return formatNumber(maximo);
  return maximo < 5 ? 'menos de 5' : `${formatNumber(minimo)} a ${formatNumber(maximo)}`;
}

/** Returns the tables of values, without those of which no shown year has a number. */
export function quadrosDoRelatorio(relatorio: Relatorio, canal: Canal): readonly Quadro[] {
  return QUADROS.filter(({ canais }) => canais.includes(canal)).flatMap((descrito) => {
    const anos = relatorio.anos.filter((ano) => relatorio.recorte(descrito.dimensao, ano) !== null);
    const linhas = valoresDoQuadro(relatorio, descrito, anos).map((valores) => linhaDeValores(relatorio, descrito, valores, anos));
    if (linhas.length === 0) return [];
    return [
      {
        ...descrito,
        id: descrito.dimensao,
        definicao: descrito.definicao[canal],
        colunas: anos.map((ano) => coluna(relatorio, descrito.dimensao, ano)),
        linhas,
      },
    ];
  });
}

/** Names the column by its months where they are not the whole year: each year may have been widened differently. */
export function coluna(relatorio: Relatorio, dimensao: string, ano: number): Coluna {
  const periodo = relatorio.recorte(dimensao, ano)?.periodo;
  return { ano, rotulo: periodo === undefined || ehAnoInteiro(periodo) ? String(ano) : `${ano} (${nomeDoPeriodo(periodo)})` };
}

function ehAnoInteiro({ inicio, fim }: Periodo): boolean {
  return inicio === 1 && fim === 12;
}

interface Valores {
  readonly codigo: string;
  readonly rotulo: string;
  readonly valores: readonly string[];
}

/** All values of a closed list, also those that no case has; of an open one the most frequent. */
function valoresDoQuadro(relatorio: Relatorio, { dimensao, semOResto }: QuadroDescrito, anos: readonly number[]): readonly Valores[] {
  const vistos = relatorio.valoresDe(dimensao);
  if (vistos.length === 0) return [];
  const lista = ROTULOS[dimensao];
  const total = (valor: string): number =>
    anos.reduce((soma, ano) => soma + (relatorio.recorte(dimensao, ano)?.valores?.get(valor)?.maximo ?? 0), 0);
  const nomes =
    lista === undefined
      ? vistos.filter((valor) => valor !== 'nao_informado').sort((a, b) => total(b) - total(a) || a.localeCompare(b, 'pt-BR'))
      : Object.keys(lista);
  const um = (valor: string): Valores => ({ codigo: valor, rotulo: rotuloDoValor(dimensao, valor), valores: [valor] });
  const inteiros = lista === undefined ? nomes.slice(0, MAIS_FREQUENTES) : nomes;
  const resto = nomes.slice(inteiros.length);
  return [
    ...inteiros.map(um),
    ...(resto.length === 0 ? [] : [{ codigo: 'outros', rotulo: `Outros (${resto.length})`, valores: resto }]),
    ...(semOResto || !vistos.includes('nao_informado') ? [] : [um('nao_informado')]),
  ];
}

function linhaDeValores(
  relatorio: Relatorio,
  { dimensao }: QuadroDescrito,
  { codigo, rotulo, valores }: Valores,
  anos: readonly number[],
): LinhaDoQuadro {
  const quantidades = anos.map((ano) => contar(relatorio, { dimensao, valores }, ano));
  return {
    codigo,
    rotulo,
    quantidades,
    celulas: quantidades.map((quantidade) => (quantidade === null ? 'não detalhado' : textoDaQuantidade(quantidade))),
  };
}

/**
 * Returns what came in by month; by quarter or half-year where one of the years has small months, so that the years stand side by side. Null
 * where some year is shown as a whole.
 */
export function quadroPorMes(relatorio: Relatorio, titulo: string, definicao: string): Quadro | null {
  const { anos } = relatorio;
  const passo = passoComum(relatorio);
  if (passo >= 12) return null;
  const etapas = anos.map((ano) => emEtapas(relatorio, ano, passo));
  const periodos = new Map(etapas.flatMap((doAno) => doAno.map(({ periodo }) => [periodo.inicio, periodo] as const)));
  const ordem = [...periodos].sort(([a], [b]) => a - b).map(([, periodo]) => periodo);
  if (ordem.length === 0) return null;
  const linhas = ordem.map((periodo) => {
    const quantidades = etapas.map((doAno) => {
      const numero = doAno.find((etapa) => etapa.periodo.inicio === periodo.inicio)?.total;
      return numero === undefined ? null : { minimo: numero, maximo: numero };
    });
    const celulas = quantidades.map((quantidade) => (quantidade === null ? SEM_DADOS : textoDaQuantidade(quantidade)));
    return { codigo: String(periodo.inicio), rotulo: nomeDoPeriodo(periodo), meses: periodo, celulas, quantidades };
  });
  return { id: 'por-mes', titulo, definicao, colunas: anos.map((ano) => ({ ano, rotulo: String(ano) })), linhas };
}

/** The largest step of the shown years, in months; 12 where a year is shown as a whole. */
function passoComum(relatorio: Relatorio): number {
  const passos = relatorio.anos.map((ano) => {
    const [primeira] = relatorio.serie('total', ano);
    return primeira === undefined ? 12 : primeira.periodo.fim - primeira.periodo.inicio + 1;
  });
  return Math.max(0, ...passos);
}

interface EtapaDoTotal {
  readonly periodo: Periodo;
  readonly total: number;
}

function emEtapas(relatorio: Relatorio, ano: number, passo: number): readonly EtapaDoTotal[] {
  const somas = new Map<number, number>();
  for (const { periodo, valores } of relatorio.serie('total', ano)) {
    const inicio = Math.floor((periodo.inicio - 1) / passo) * passo + 1;
    somas.set(inicio, (somas.get(inicio) ?? 0) + (valores.get('total') ?? 0));
  }
  // A step of which only some months were asked for would have a part of its number.
  const pedido = relatorio.recorte('total', ano)?.periodo ?? { inicio: 1, fim: 12 };
  return [...somas]
    .map(([inicio, total]) => ({ periodo: { inicio, fim: inicio + passo - 1 }, total }))
    .filter(({ periodo }) => periodo.inicio >= pedido.inicio && periodo.fim <= pedido.fim);
}

/** Returns the table of one year with a row for each step and a column for each value; null where only the year as a whole is shown. */
export function quadroDoAno(
  relatorio: Relatorio,
  dimensao: string,
  ano: number,
): {
  readonly valores: readonly string[];
  readonly linhas: readonly { readonly rotulo: string; readonly celulas: readonly string[] }[];
} | null {
  const etapas = relatorio.serie(dimensao, ano);
  if (etapas.length === 0) return null;
  const vistos = new Set(etapas.flatMap(({ valores }) => [...valores.keys()]));
  const codigos = [...Object.keys(ROTULOS[dimensao] ?? {}), 'nao_informado', 'demais'].filter((codigo) => vistos.has(codigo));
  const linhas = etapas.map(({ periodo, valores }) => ({
    rotulo: nomeDoPeriodo(periodo),
    celulas: codigos.map((codigo) => formatNumber(valores.get(codigo) ?? 0)),
  }));
  return { valores: codigos.map((codigo) => rotuloDoValor(dimensao, codigo)), linhas };
}

/** Returns a share as text; a mark where one of the numbers is not exact or there is nothing to share. */
export function textoDaParte(parte: Quantidade | null, todo: Quantidade | null): string {
  if (parte === null || todo === null || !ehExata(parte) || !ehExata(todo) || todo.maximo === 0) return SEM_DADOS;
  return `${formatNumber(Math.round((parte.maximo * 1000) / todo.maximo) / 10)}%`;
}
