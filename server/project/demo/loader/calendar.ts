/** Holidays and paydays by their rules, so that the demonstration has those of the years ahead whenever it is loaded. */
import { z } from 'zod';
import { monthName } from '../../../../shared/locale/months.ts';
import { afterEaster, nationalHolidays } from '../../../../shared/locale/national-holidays.ts';
import { anoDe, type Dia, dia, diaDaSemana, fimDoMes, somarDias } from './dates.ts';
import type { Linha, Tabela } from './rows.ts';
import { readYaml } from './source.ts';

/** The year of the load and as many after it: whoever leaves the demonstration running sees paydays for that long. */
const ANOS_A_FRENTE = 3;
const PRIMEIRO_ANO_DE_FERIADOS = 2024;
const PRIMEIRO_ANO_DE_PAGAMENTOS = 2025;

const feriado = { nome: z.string(), ambito: z.enum(['estadual', 'municipal']) };
const feriadosFile = z.strictObject({
  fixos: z.array(z.strictObject({ mes: z.int(), dia: z.int(), ...feriado })),
  /** Days after Easter Sunday. */
  moveis: z.array(z.strictObject({ depois_da_pascoa: z.int(), ...feriado })),
});

function feriadosDoAno(ano: number, { fixos, moveis }: z.infer<typeof feriadosFile>): readonly Linha[] {
  return [
    ...nationalHolidays(ano).map(({ data, nome }) => ({ data, nome, ambito: 'nacional' })),
    ...fixos.map(({ mes, dia: diaDoMes, nome, ambito }) => ({ data: dia(ano, mes, diaDoMes), nome, ambito })),
    ...moveis.map(({ depois_da_pascoa, nome, ambito }) => ({ data: afterEaster(ano, depois_da_pascoa), nome, ambito })),
  ];
}

function anos(primeiro: number, hoje: Dia): readonly number[] {
  return Array.from({ length: anoDe(hoje) + ANOS_A_FRENTE - primeiro + 1 }, (_, index) => primeiro + index);
}

/** Returns the tables of holidays and of the calendar of benefits. */
export function tabelasDoCalendario(hoje: Dia): readonly Tabela[] {
  const regras = readYaml('content/feriados.yaml', feriadosFile);
  const feriados = anos(PRIMEIRO_ANO_DE_FERIADOS, hoje).flatMap((ano) => feriadosDoAno(ano, regras));
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
