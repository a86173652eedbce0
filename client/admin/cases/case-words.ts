/** How cases are called and how their terms are told to the staff. */
import { type Channel, FORMATOS, IDENTIFICACOES } from '../../../shared/cases/vocabulary.ts';
import { writtenDay, writtenWeekday } from '../time/institution-time.ts';
import type { CaseRecord, Step } from './case-record.ts';
import { daysBetween } from './due-cases.ts';

const CHANNEL_NAMES: Readonly<Record<Channel, string>> = { contato: 'Fale conosco', ouvidoria: 'Ouvidoria', sic: 'SIC' };

/** Choices of the public forms whose words are those of the citizen who chooses. */
const OF_STAFF: Readonly<Record<string, string>> = {
  identificada: 'Identificada',
  sigilosa: 'Identificada, com sigilo',
  anonima: 'Anônima',
  outro: 'Outro, ou formato acessível: está no texto do pedido',
};
const named = ({ value, label }: { readonly value: string; readonly label: string }) => ({ value, label: OF_STAFF[value] ?? label });

export const IDENTIFICATIONS = IDENTIFICACOES.map(named);
export const FORMATS = FORMATOS.map(named);

/** What the citizen answers to whether the matter was solved. */
export const SOLVED = [
  { value: 'resolvida', label: 'Sim' },
  { value: 'parcial', label: 'Em parte' },
  { value: 'nao_resolvida', label: 'Não' },
];

export function channelName(channel: string): string {
  return (CHANNEL_NAMES as Readonly<Record<string, string>>)[channel] ?? channel;
}

interface Term {
  readonly aberto: boolean;
  readonly prazo_em: string | null;
  /** The term of the citizen stands still while the citizen is asked; that of an area never does. */
  readonly prazo_suspenso?: boolean;
}

/** Tells how much of a term is left: `atrasado 3 dias, venceu em 19/11/2026`. Empty where nothing is owed or the channel has no term. */
export function termWords({ aberto, prazo_em, prazo_suspenso = false }: Term, today: string): string {
  if (!aberto || prazo_em === null) return '';
  if (prazo_suspenso) return 'prazo suspenso até o cidadão responder';
  const left = daysBetween(today, prazo_em);
  const day = writtenDay(prazo_em);
  if (left < 0) return `atrasado ${days(-left)}, venceu em ${day}`;
  return left === 0 ? `vence hoje, ${day}` : `${left === 1 ? 'falta' : 'faltam'} ${days(left)}, vence em ${day}`;
}

/** Tells how much of the term of a complaint is left. */
export function complaintWords(until: string, today: string): string {
  return `com reclamação (prazo da decisão: ${termWords({ aberto: true, prazo_em: until }, today)})`;
}

/** Tells from which day to which a step extends a term; null for other steps. The database counts the days. */
export function extensionWords({ especie, prazo_em: after }: Step, record: Pick<CaseRecord, 'prazo_em' | 'area_prazo_em'>): string | null {
  const isOfArea = especie === 'prorrogacao_da_area';
  const before = isOfArea ? record.area_prazo_em : record.prazo_em;
  if ((especie !== 'prorrogacao' && !isOfArea) || !before || !after) return null;
  return `O prazo${isOfArea ? ' da área' : ''} passa de ${writtenWeekday(before)}, para ${writtenWeekday(after)}.`;
}

/** Steps that the citizen is told of by e-mail, where the site sends any (`casos.avisar_do_andamento`); of spam nobody is told. */
const TOLD: ReadonlySet<string> = new Set([
  'resposta',
  'complemento',
  'decisao',
  'decisao_da_reclamacao',
  'espera',
  'prorrogacao',
  'reclassificacao',
  'saida',
]);

/**
 * Warns who takes a step that nobody else tells the citizen of it: the case has an e-mail, and this site sends none. Null for other steps. An answer
 * was told as done, and whoever waited for it by e-mail never heard of it.
 */
export function untoldWords(
  { para, especie }: Step,
  { tem_email: hasEmail }: Pick<CaseRecord, 'tem_email'>,
  hasMail: boolean,
): string | null {
  if (hasMail || !hasEmail || !TOLD.has(especie) || para === 'spam') return null;
  return 'Este site não envia e-mails: a pessoa só lê este passo se voltar ao acompanhamento com o protocolo e o código. Avise-a pelo e-mail do instituto; o endereço dela está em “Quem escreveu”.';
}

/** Whether the site sends e-mails, as the server wrote into the document. */
export function siteSendsMail(): boolean {
  return !document.documentElement.hasAttribute('data-without-mail');
}

function days(count: number): string {
  return count === 1 ? '1 dia' : `${count} dias`;
}

/** A text as a person wrote it: its lines stay, and a word without spaces does not widen the screen. */
export const LONG_TEXT = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;
