import { ORGAOS, type OrgaoChave } from './bodies.ts';
import { anoDe, type Dia, dia, diaDe, instante, mesDe, meses, somarDias } from './dates.ts';
import { randomFor } from './random.ts';

/** The meetings of the bodies: those that were held have minutes among the documents, the coming ones are counted from today. */
export interface ReuniaoDemo {
  readonly chave: string;
  readonly orgao: OrgaoChave;
  readonly numero: number;
  readonly ano: number;
  readonly mes: number;
  readonly tipo: 'ordinaria' | 'extraordinaria';
  readonly data: Dia;
  readonly hora: string;
  readonly horaFim: string;
  readonly modalidade: 'presencial' | 'remota' | 'hibrida';
  readonly situacao: 'realizada' | 'prevista' | 'cancelada' | 'adiada';
  readonly pauta: readonly string[];
}

type Assunto = readonly [mes: number, texto: string];

const ASSUNTOS: Readonly<Record<OrgaoChave, { readonly fixos: readonly string[]; readonly doMes: readonly Assunto[] }>> = {
  diretoria_executiva: {
    fixos: ['Acompanhamento do plano de ação', 'Andamento dos pedidos de benefício'],
    doMes: [
      [1, 'Calendário de pagamento do ano'],
      [6, 'Preparação do censo previdenciário'],
      [11, 'Proposta de orçamento para o ano seguinte'],
    ],
  },
  conselho_previdenciario: {
    fixos: [
      'Leitura e aprovação da ata anterior',
      'Apresentação do resultado da carteira de investimentos',
      'Repasses das contribuições no mês',
    ],
    doMes: [
      [1, 'Calendário anual de reuniões'],
      [2, 'Relatório de gestão do ano anterior'],
      [3, 'Resultado da avaliação atuarial'],
      [4, 'Parecer do Conselho Fiscal sobre as contas'],
      [5, 'Plano de capacitação dos conselheiros'],
      [6, 'Acompanhamento do plano de ação'],
      [7, 'Situação do Certificado de Regularidade Previdenciária'],
      [8, 'Audiência pública anual'],
      [9, 'Revisão do regimento interno'],
      [10, 'Proposta de orçamento para o ano seguinte'],
      [11, 'Minuta da Política de Investimentos'],
      [12, 'Votação da Política de Investimentos do ano seguinte'],
    ],
  },
  conselho_fiscal: {
    fixos: ['Exame dos balancetes do trimestre', 'Conferência do recolhimento das contribuições', 'Execução dos contratos'],
    doMes: [
      [3, 'Parecer sobre a prestação de contas anual'],
      [6, 'Acompanhamento das recomendações do controle interno'],
      [9, 'Visita técnica ao arquivo de processos'],
      [12, 'Plano de trabalho do ano seguinte'],
    ],
  },
  comite_investimento: {
    fixos: ['Cenário econômico', 'Rentabilidade, risco e enquadramento da carteira', 'Autorizações de aplicação e resgate do mês'],
    doMes: [
      [2, 'Relatório anual de investimentos'],
      [5, 'Renovação de credenciamentos'],
      [8, 'Estudo de casamento entre ativos e compromissos'],
      [10, 'Minuta da Política de Investimentos'],
      [12, 'Fechamento da Política de Investimentos'],
    ],
  },
};

function pautaDe(orgao: OrgaoChave, mes: number): readonly string[] {
  const { fixos, doMes } = ASSUNTOS[orgao];
  return [...fixos, ...doMes.filter(([quando]) => quando === mes).map(([, texto]) => texto), 'Assuntos gerais'];
}

// The week day and week of the month on which each body meets.
const RITMO: Readonly<
  Record<
    OrgaoChave,
    { readonly semana: number; readonly diaDaSemana: number; readonly aCada: number; readonly hora: string; readonly horaFim: string }
  >
> = {
  diretoria_executiva: { semana: 1, diaDaSemana: 1, aCada: 1, hora: '08:30', horaFim: '10:00' },
  conselho_previdenciario: { semana: 2, diaDaSemana: 4, aCada: 1, hora: '09:00', horaFim: '11:30' },
  conselho_fiscal: { semana: 3, diaDaSemana: 2, aCada: 3, hora: '14:30', horaFim: '16:30' },
  comite_investimento: { semana: 3, diaDaSemana: 3, aCada: 1, hora: '09:30', horaFim: '11:00' },
};

/** Returns the nth given weekday (0 = Sunday) of a month. */
function nthWeekday(ano: number, mes: number, semana: number, diaDaSemana: number): Dia {
  const primeiro = new Date(Date.UTC(ano, mes - 1, 1)).getUTCDay();
  return dia(ano, mes, 1 + ((diaDaSemana - primeiro + 7) % 7) + (semana - 1) * 7);
}

function reuniaoDoMes(orgao: OrgaoChave, ano: number, mes: number, situacao: ReuniaoDemo['situacao']): ReuniaoDemo {
  const { semana, diaDaSemana, aCada, hora, horaFim } = RITMO[orgao];
  const remota = ano === 2020 || (ano === 2021 && mes < 9);
  return {
    chave: `reuniao:${orgao}:${ano}-${mes}`,
    orgao,
    numero: mes / aCada,
    ano,
    mes,
    tipo: 'ordinaria',
    data: nthWeekday(ano, mes, semana, diaDaSemana),
    hora,
    horaFim,
    modalidade: remota ? 'remota' : orgao === 'comite_investimento' ? 'hibrida' : 'presencial',
    situacao,
    pauta: pautaDe(orgao, mes),
  };
}

const EXTRAORDINARIAS: readonly (readonly [OrgaoChave, number, number, number, string])[] = [
  ['conselho_previdenciario', 2020, 4, 1, 'Medidas de atendimento durante a emergência de saúde'],
  ['conselho_previdenciario', 2021, 10, 1, 'Adesão ao regime de previdência complementar'],
  ['conselho_previdenciario', 2025, 5, 1, 'Adesão ao programa Pró-Gestão RPPS'],
  ['conselho_fiscal', 2023, 4, 1, 'Esclarecimentos pedidos pelo Tribunal de Contas dos Municípios'],
  ['conselho_fiscal', 2025, 4, 1, 'Reexame do parecer sobre as contas de 2024'],
  ['comite_investimento', 2020, 3, 1, 'Queda dos mercados e revisão dos limites de risco'],
  ['comite_investimento', 2026, 1, 1, 'Adaptação à Resolução CMN nº 5.272/2025'],
];

function extraordinaria([orgao, ano, mes, numero, assunto]: (typeof EXTRAORDINARIAS)[number]): ReuniaoDemo {
  return {
    chave: `reuniao:${orgao}:${ano}-${mes}:extra`,
    orgao,
    numero,
    ano,
    mes,
    tipo: 'extraordinaria',
    data: nthWeekday(ano, mes, 4, 5),
    hora: '10:00',
    horaFim: '11:00',
    modalidade: ano === 2020 ? 'remota' : 'presencial',
    situacao: 'realizada',
    pauta: [assunto],
  };
}

/** The bodies that publish minutes; the executive board meets too, but decides by ordinances. */
export const COM_ATA = ['conselho_previdenciario', 'conselho_fiscal', 'comite_investimento'] as const satisfies readonly OrgaoChave[];

/** Lists the meetings held from 2019 to October 2026. */
export function reunioesRealizadas(): readonly ReuniaoDemo[] {
  const ordinarias = COM_ATA.flatMap((orgao) =>
    meses([2019, 1], [2026, 10])
      .filter(({ mes }) => mes % RITMO[orgao].aCada === 0)
      .map(({ ano, mes }) => reuniaoDoMes(orgao, ano, mes, 'realizada')),
  );
  return [...ordinarias, ...EXTRAORDINARIAS.map(extraordinaria)];
}

/** Lists the meetings of the next months, counted from `now`: one postponed, one cancelled, the others scheduled. */
export function reunioesFuturas(now: Date): readonly ReuniaoDemo[] {
  const hoje = diaDe(now);
  const random = randomFor('reunioes-futuras');
  const proximos = meses([anoDe(hoje), mesDe(hoje)], [anoDe(somarDias(hoje, 150)), mesDe(somarDias(hoje, 150))]);
  return ORGAOS.flatMap(({ chave }) =>
    proximos
      .filter(({ ano, mes }) => mes % RITMO[chave].aCada === 0 && (ano > 2026 || (ano === 2026 && mes > 10)))
      .map(({ ano, mes }, index) => {
        const situacao =
          index === 2 && chave === 'diretoria_executiva' ? 'cancelada' : index === 3 && random.chance(0.5) ? 'adiada' : 'prevista';
        return reuniaoDoMes(chave, ano, mes, situacao);
      })
      .filter(({ data, hora }) => new Date(instante(data, hora)).getTime() > now.getTime()),
  );
}

/** Returns "3ª reunião ordinária de 2026 do Conselho Fiscal". */
export function nomeDaReuniao(reuniao: ReuniaoDemo): string {
  const orgao = ORGAOS.find(({ chave }) => chave === reuniao.orgao);
  const tipo = reuniao.tipo === 'ordinaria' ? 'ordinária' : 'extraordinária';
  return `${reuniao.numero}ª reunião ${tipo} de ${reuniao.ano} ${orgao?.de ?? ''}`.trim();
}
