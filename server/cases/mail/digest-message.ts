/** The e-mail of the morning to who answers citizens: how many cases wait. It has nothing of a case or of a person. */
import { SOON_DAYS } from '../../../shared/cases/inbox-filter.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import type { MailMessage } from './case-message.ts';
import { writtenMessage } from './written-message.ts';

/** Numbers of cases, each up to `MOST_COUNTED`. */
export interface WaitingCases {
  readonly atrasados: number;
  readonly a_vencer: number;
  readonly em_recurso: number;
  readonly por_ler: number;
}

/** As `casos.que_esperam` counts. */
const MOST_COUNTED = 100;

/** Each number in words, and the list of the administration that has the cases; as the cards of its first screen. */
const LISTS = [
  ['atrasados', 'atrasado', 'atrasados', ': o prazo da lei passou sem resposta', 'prazo=atrasados'],
  ['a_vencer', 'a vencer', 'a vencer', ` em até ${SOON_DAYS} dias`, 'prazo=a-vencer'],
  ['em_recurso', 'em recurso', 'em recurso', ', sem decisão', 'canal=sic'],
  ['por_ler', 'por ler', 'por ler', '', 'ordem=recentes'],
] as const;

export function digestMessage(waiting: WaitingCases, site: { readonly name: string; readonly url: string }): MailMessage {
  const lists = LISTS.filter(([name]) => waiting[name] > 0);
  const inWords = ([name, one, many]: (typeof LISTS)[number]): string =>
    waiting[name] >= MOST_COUNTED ? `${MOST_COUNTED} ou mais ${many}` : formatCount(waiting[name], one, many);
  return writtenMessage({
    subject: `Casos que esperam: ${lists.map(inWords).join(', ')}`,
    paragraphs: ['Casos dos cidadãos que esperam por você e pela equipe:'],
    links: lists.map((list) => [`${inWords(list)}${list[3]}`, `${site.url}/admin/app/casos?${list[4]}`] as const),
    closing: ['O site envia esta mensagem a quem responde aos cidadãos, uma vez em cada dia útil em que algum caso espera.'],
    leave: null,
    site: site.name,
  });
}
