/** Holidays and paydays by their rules, so that the demonstration has those of the years ahead whenever it is loaded. */
import { monthName } from '../../../../shared/locale/months.ts';
import { anoDe, type Dia, dia, diaDaSemana, fimDoMes, somarDias } from './dates.ts';
import type { Linha, Tabela } from './rows.ts';

/** The year of the load and as many after it: whoever leaves the demonstration running sees paydays for that long. */
const ANOS_A_FRENTE = 3;
const PRIMEIRO_ANO_DE_FERIADOS = 2024;
const PRIMEIRO_ANO_DE_PAGAMENTOS = 2025;

const DATAS_FIXAS: readonly (readonly [mes: number, dia: number, nome: string, ambito: string])[] = [
  [1, 1, 'Confraternização Universal', 'nacional'],
  [4, 21, 'Tiradentes', 'nacional'],
  [5, 1, 'Dia do Trabalho', 'nacional'],
  [5, 18, 'Aniversário de Vila Serena', 'municipal'],
  [8, 15, 'Adesão do Pará à Independência', 'estadual'],
  [9, 7, 'Independência do Brasil', 'nacional'],
  [10, 12, 'Nossa Senhora Aparecida', 'nacional'],
  [11, 2, 'Finados', 'nacional'],
  [11, 15, 'Proclamação da República', 'nacional'],
  [11, 20, 'Dia Nacional de Zumbi e da Consciência Negra', 'nacional'],
  [12, 25, 'Natal', 'nacional'],
];

/** Returns Easter Sunday of a year (Gregorian computus of Meeus, Jones and Butcher). */
export function pascoa(ano: number): Dia {
  const seculo = Math.floor(ano / 100);
  const ciclo = ano % 19;
  const epacta = (19 * ciclo + seculo - Math.floor(seculo / 4) - Math.floor((seculo - Math.floor((seculo + 8) / 25) + 1) / 3) + 15) % 30;
  const semana = (32 + 2 * (seculo % 4) + 2 * Math.floor((ano % 100) / 4) - epacta - (ano % 4)) % 7;
  const correcao = Math.floor((ciclo + 11 * epacta + 22 * semana) / 451);
  return dia(ano, 3, 22 + epacta + semana - 7 * correcao);
}

function feriadosDoAno(ano: number): readonly Linha[] {
  return [
    ...DATAS_FIXAS.map(([mes, diaDoMes, nome, ambito]) => ({ data: dia(ano, mes, diaDoMes), nome, ambito })),
    { data: somarDias(pascoa(ano), -2), nome: 'Sexta-feira Santa', ambito: 'nacional' },
    { data: somarDias(pascoa(ano), 60), nome: 'Corpus Christi', ambito: 'municipal' },
  ];
}

function anos(primeiro: number, hoje: Dia): readonly number[] {
  return Array.from({ length: anoDe(hoje) + ANOS_A_FRENTE - primeiro + 1 }, (_, index) => primeiro + index);
}

/** Returns the tables of holidays and of the calendar of benefits. */
export function tabelasDoCalendario(hoje: Dia): readonly Tabela[] {
  const feriados = anos(PRIMEIRO_ANO_DE_FERIADOS, hoje).flatMap(feriadosDoAno);
  const parados = new Set(feriados.map(({ data }) => data));
  const ultimoDiaUtil = (ate: Dia): Dia => (diaDaSemana(ate) % 6 === 0 || parados.has(ate) ? ultimoDiaUtil(somarDias(ate, -1)) : ate);
  const datas = anos(PRIMEIRO_ANO_DE_PAGAMENTOS, hoje).flatMap((ano) => [
    ...pagamentosDoAno(ano, ultimoDiaUtil),
    ...provasDeVidaDoAno(ano),
  ]);
  const calendario = datas.map((linha, index) => ({
    id: index + 1,
    fim: null,
    observacao: null,
    publicado: true,
    criado_em: '2025-01-06T12:00:00Z',
    atualizado_em: '2025-01-06T12:00:00Z',
    ...linha,
  }));
  return [
    { nome: 'feriado', linhas: feriados },
    { nome: 'calendario_beneficio', linhas: calendario, identity: true },
  ];
}

const MESES = Array.from({ length: 12 }, (_, index) => index + 1);

/** Benefits on the last working day of the month; the 13th in two parts, by 27 June and 18 December. */
function pagamentosDoAno(ano: number, ultimoDiaUtil: (ate: Dia) => Dia): readonly Linha[] {
  const pagamento = (ate: Dia, titulo: string, observacao: string | null = null): Linha => ({
    tipo: 'pagamento',
    inicio: ultimoDiaUtil(ate),
    titulo: `${titulo} de ${ano}`,
    observacao,
  });
  return [
    ...MESES.map((mes) => pagamento(fimDoMes(ano, mes), `Benefício de ${monthName(mes)}`)),
    pagamento(dia(ano, 6, 27), 'Primeira parte do 13º'),
    pagamento(dia(ano, 12, 18), 'Segunda parte do 13º', 'O desconto do imposto de renda, para quem o paga, vem nesta parte.'),
  ];
}

/** Who receives a benefit proves to be alive in the month of the birthday. */
function provasDeVidaDoAno(ano: number): readonly Linha[] {
  return MESES.map((mes) => ({
    tipo: 'prova_de_vida',
    inicio: dia(ano, mes, 1),
    fim: fimDoMes(ano, mes),
    titulo: `Prova de vida de quem nasceu em ${monthName(mes)}`,
    observacao: 'Pelo celular, em um posto ou em casa.',
  }));
}
