/** The e-mails to subscribers: the link that confirms, and what was published. Each says how to end it, to programs too (RFC 8058). */
import { formatCount } from '../../shared/locale/numbers.ts';
import { SUBSCRIBE_CONFIRM_PATH, topicInWords, UNSUBSCRIBE_PATH } from '../../shared/readers/email-subscription.ts';
import { routePath } from '../../shared/routes/url.ts';
import type { CaseKeys } from '../cases/case-keys.ts';
import type { MailMessage } from '../cases/mail/case-message.ts';
import { leaveFields, writtenMessage } from '../cases/mail/written-message.ts';
import type { QueuedNews } from './subscription-functions.ts';
import { subscriptionToken } from './tokens.ts';

export interface NewsSite {
  readonly name: string;
  /** Origin without a trailing slash. */
  readonly url: string;
}

export function subscriptionMessage(news: QueuedNews, keys: CaseKeys, site: NewsSite): MailMessage {
  const what = topicInWords({ kind: news.tipo, value: news.valor }, news.rotulo);
  return news.confirmada ? digest(news, what, keys, site) : confirmation(news, what, keys, site);
}

/**
 * Who filled the form may not own the address, so nothing that was typed there goes into the message: in the words of a search anybody could have the
 * institution write to anybody. The page of the link shows them.
 */
function confirmation({ id, tipo }: QueuedNews, what: string, keys: CaseKeys, site: NewsSite): MailMessage {
  const link = `${site.url}${SUBSCRIBE_CONFIRM_PATH}/${subscriptionToken(keys, id, 'confirmar')}`;
  const isSearch = tipo === 'busca';
  const paragraphs = [
    `Alguém pediu, com este endereço de e-mail, para seguir ${isSearch ? 'o que uma busca neste site encontra' : what}.`,
    `Se foi você, abra o link${isSearch ? ', que mostra qual é a busca,' : ''} e confirme. Se não foi, não faça nada: o endereço é apagado em dois dias.`,
  ];
  return writtenMessage({
    subject: 'Confirme que quer receber novidades',
    paragraphs,
    links: [[link, link]],
    closing: [],
    leave: null,
    site: site.name,
  });
}

function digest({ id, itens, quantos }: QueuedNews, what: string, keys: CaseKeys, site: NewsSite): MailMessage {
  const leave = `${site.url}${UNSUBSCRIBE_PATH}/${subscriptionToken(keys, id, 'sair')}`;
  const more = quantos - itens.length;
  return {
    ...writtenMessage({
      subject: subjectOf(itens[0]?.titulo ?? '', quantos),
      paragraphs: [`Você segue ${what}. Foi publicado:`],
      links: itens.map((item) => [item.titulo, site.url + addressOf(item)] as const),
      closing: more > 0 ? [`E mais ${formatCount(more, 'publicação', 'publicações')}, no site.`] : [],
      leave: { address: leave, note: 'Confirme na página que abrir, e o seu endereço é apagado na hora.' },
      site: site.name,
    }),
    headers: leaveFields(leave),
  };
}

/** Characters of a title that a list of messages still shows. */
const LONGEST_TITLE = 80;

function subjectOf(title: string, count: number): string {
  const letters = Array.from(title);
  const short =
    letters.length <= LONGEST_TITLE
      ? title
      : `${letters
          .slice(0, LONGEST_TITLE)
          .join('')
          .replace(/\s+\S*$/, '')}…`;
  return count === 1 ? short : `${short} e mais ${count - 1}`;
}

function addressOf({ tabela, chave, categoria }: QueuedNews['itens'][number]): string {
  return tabela === 'documento' ? routePath(tabela, { category: categoria, id: chave }) : routePath(tabela, { id: chave });
}
