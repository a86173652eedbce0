/** What an institution has still to do before its site keeps what the law asks of it, in the order in which one thing needs another. */
import type { Access } from '../../data/access.ts';
import type { Channel, DashboardReport } from './report.ts';

export interface Step {
  readonly text: string;
  /** Address in the administration. */
  readonly to: string;
}

interface Asked extends Step {
  /** Whether it is still to do; a part that the role may not read is not known, and not asked for. */
  readonly isMissing: boolean;
}

export interface StepOptions {
  readonly access: Access;
  /** The day before which the calendar of holidays must not end, as `2026-12-31`: terms that are given today count them. */
  readonly holidaysUntil: string;
}

/** Returns the steps that are missing and that the role may take. */
export function missingSteps(report: DashboardReport, { access, holidaysUntil }: StepOptions): readonly Step[] {
  return stepsOf(report, holidaysUntil).filter(({ to, isMissing }) => isMissing && mayTake(access, to));
}

/** Accounts are changed by calls of their own, for whoever may read them. */
function mayTake(access: Access, to: string): boolean {
  const [, table = ''] = to.split('/');
  const allowed = access.get(table);
  return allowed !== undefined && (table === 'users' || allowed.insertable.size + allowed.changeable.size > 0);
}

function stepsOf(report: DashboardReport, holidaysUntil: string): readonly Asked[] {
  const { identity, bodies, members, answering, channels, holidays, replacements } = report;
  const [site] = identity ?? [];
  const identityForm = site === undefined ? '/configuracao_site/create' : '/configuracao_site/1';
  return [
    { text: 'Diga o nome e a cor do instituto', to: identityForm, isMissing: identity?.length === 0 },
    {
      text: 'Troque o nome, o CNPJ, o logotipo e os endereços da demonstração pelos do instituto',
      to: identityForm,
      // The row stays when the demonstration goes. Whoever has saved it has read it.
      isMissing: replacements?.[0]?.acao === 'retirar' && site?.versao === 1,
    },
    { text: 'Escolha o logotipo', to: identityForm, isMissing: identity !== undefined && (site?.logo ?? '') === '' },
    { text: 'Cadastre um telefone, um e-mail e o endereço', to: '/contato/create', isMissing: report.contacts?.length === 0 },
    {
      text: 'Diga quem responde à Ouvidoria e ao SIC: os formulários já recebem mensagens, e ninguém as lê',
      to: '/users',
      isMissing: answering?.length === 0 && channels?.some((channel) => !isElsewhere(channel)) === true,
    },
    {
      text: 'Diga quem decide os recursos do SIC',
      to: '/canal_atendimento/sic',
      isMissing: channels?.some((channel) => channel.canal === 'sic' && !isElsewhere(channel) && !channel.autoridade_recurso_1) === true,
    },
    {
      text: 'Cadastre os feriados dos próximos meses: os prazos dos cidadãos os contam',
      to: '/feriado',
      isMissing: holidays !== undefined && (holidays[0]?.data ?? '') < holidaysUntil,
    },
    { text: 'Cadastre a unidade que atende, com endereço e horário', to: '/unidade/create', isMissing: report.units?.length === 0 },
    { text: 'Cadastre a diretoria, os conselhos e o comitê', to: '/orgao_colegiado/create', isMissing: bodies?.length === 0 },
    { text: 'Cadastre os membros da diretoria, dos conselhos e do comitê', to: '/membro_orgao/create', isMissing: members?.length === 0 },
    { text: 'Escreva a primeira página', to: '/pagina/create', isMissing: report.pages?.length === 0 },
    { text: 'Cadastre o primeiro serviço da Carta de Serviços', to: '/servico/create', isMissing: report.services?.length === 0 },
    { text: 'Cadastre o primeiro documento da Transparência', to: '/documento/create', isMissing: report.documents?.length === 0 },
  ];
}

/** Another system takes the cases. */
function isElsewhere({ endereco_externo: address }: Channel): boolean {
  return address !== null && address !== '';
}
