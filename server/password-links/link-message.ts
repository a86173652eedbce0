/** The e-mails with a link that sets a password: for who has forgotten it, and for who has a new account. */
import { formatDate } from '../../shared/locale/dates.ts';
import type { MailMessage } from '../cases/mail/case-message.ts';
import { writtenMessage } from '../cases/mail/written-message.ts';

export interface LinkSite {
  readonly name: string;
  readonly timeZone: string;
}

/** What the link is for. */
export type LinkReason = 'forgotten' | 'new-account';

export interface Link {
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Writes the message. Nothing that a stranger typed is in it. */
export function linkMessage(reason: LinkReason, { address, endsAt }: Link, site: LinkSite): MailMessage {
  const until = formatDate(new Date(endsAt).toISOString(), 'date-time', site.timeZone);
  const { subject, asked, otherwise } = WORDS[reason];
  return writtenMessage({
    subject,
    paragraphs: [asked, `Abra o link e escolha a senha. Ele vale até ${until}, e uma vez só.`],
    links: [[address, address]],
    closing: [otherwise],
    leave: null,
    site: site.name,
  });
}

const WORDS: Readonly<Record<LinkReason, { readonly subject: string; readonly asked: string; readonly otherwise: string }>> = {
  forgotten: {
    subject: 'Escolha outra senha',
    asked: 'Alguém pediu outra senha para a conta deste e-mail na administração do site.',
    otherwise: 'Se não foi você, não faça nada: a senha continua a mesma, e ninguém sabe que a conta existe.',
  },
  'new-account': {
    subject: 'Escolha a senha da sua conta',
    asked: 'Você tem uma conta na administração do site, com este e-mail.',
    otherwise: 'Se o link tiver terminado, peça outro na página de entrada, em “Esqueceu a senha?”.',
  },
};
