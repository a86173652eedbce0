import { meses } from './dates.ts';
import { centavos } from './money.ts';
import { randomFor } from './random.ts';

/** One month of the invented institute's money and people, in reais and counts. All the documents that show figures read them here, so they agree. */
export interface Mes {
  readonly ano: number;
  readonly mes: number;
  /** Value of the portfolio on the last day of the month. */
  readonly patrimonio: number;
  /** Return of the month, as a fraction. */
  readonly retorno: number;
  /** Target of the month (actuarial rate plus inflation), as a fraction. */
  readonly meta: number;
  readonly segurados: number;
  readonly patronal: number;
  readonly compensacao: number;
  readonly aposentadorias: number;
  readonly pensoes: number;
  readonly administracao: number;
  readonly ativos: number;
  readonly aposentados: number;
  readonly pensionistas: number;
}

const PRIMEIRO = [2018, 12] as const;
const ULTIMO = [2026, 10] as const;

function grow(): readonly Mes[] {
  const random = randomFor('serie-financeira');
  let patrimonio = 151_400_000;
  return meses(PRIMEIRO, ULTIMO).map(({ ano, mes }, index) => {
    // One bad month, as every portfolio had in March 2020; otherwise a small spread around a positive mean.
    const retorno = ano === 2020 && mes === 3 ? -0.0318 : random.between(-0.0052, 0.0182);
    const folha = 1_000_000 * 1.0062 ** index;
    const segurados = centavos(folha * random.between(1.13, 1.17));
    const patronal = centavos(folha * random.between(1.62, 1.68));
    const aposentadorias = centavos(folha * random.between(1.86, 1.9));
    const pensoes = centavos(folha * random.between(0.36, 0.38));
    const compensacao = centavos(random.between(38_000, 92_000));
    const administracao = centavos(random.between(118_000, 166_000) * 1.003 ** index);
    patrimonio = centavos(patrimonio * (1 + retorno) + segurados + patronal + compensacao - aposentadorias - pensoes - administracao);
    return {
      ano,
      mes,
      patrimonio,
      retorno,
      meta: random.between(0.0068, 0.0098),
      segurados,
      patronal,
      compensacao,
      aposentadorias,
      pensoes,
      administracao,
      ativos: 2_214 + Math.round(index * 1.9),
      aposentados: 688 + Math.round(index * 3.1),
      pensionistas: 171 + Math.round(index * 0.7),
    };
  });
}

let memo: readonly Mes[] | undefined;

/** Returns the figures of a month; a month outside the series gives the nearest one. */
export function mesDaSerie(ano: number, mes: number): Mes {
  memo ??= grow();
  const position = (ano - PRIMEIRO[0]) * 12 + (mes - PRIMEIRO[1]);
  const [encontrado] = memo.slice(Math.min(Math.max(position, 0), memo.length - 1));
  if (encontrado === undefined) {
    throw new RangeError('the series has no month');
  }
  return encontrado;
}

/** Returns the twelve (or fewer) months of a year. */
export function mesesDoAno(ano: number): readonly Mes[] {
  return Array.from({ length: ano === ULTIMO[0] ? ULTIMO[1] : 12 }, (_, index) => mesDaSerie(ano, index + 1));
}

/** Compounds monthly returns into one. */
export function acumulado(valores: readonly number[]): number {
  return valores.reduce((total, valor) => total * (1 + valor), 1) - 1;
}

/** How the portfolio was divided, by segment, as fractions of one. */
export function alocacao(ano: number, mes: number): readonly { readonly segmento: string; readonly parte: number }[] {
  const random = randomFor(`alocacao:${ano}-${mes}`);
  const variavel = 0.09 + random.between(-0.015, 0.025);
  const estruturado = 0.04 + random.between(-0.008, 0.012);
  const exterior = ano >= 2021 ? 0.03 + random.between(-0.006, 0.008) : 0;
  const titulos = Math.min(0.2 + (ano - 2019) * 0.06, 0.56) + random.between(-0.01, 0.01);
  const lista = [
    { segmento: 'Títulos públicos federais', parte: titulos },
    { segmento: 'Fundos de renda fixa', parte: 1 - titulos - variavel - estruturado - exterior },
    { segmento: 'Fundos de renda variável', parte: variavel },
    { segmento: 'Fundos estruturados', parte: estruturado },
    { segmento: 'Investimentos no exterior', parte: exterior },
  ];
  return lista.filter(({ parte }) => parte > 0);
}
