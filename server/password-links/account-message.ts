/**
 * What the owner of an account is told by e-mail: a link that sets the password, for who has forgotten it and for who has a new account; or that the
 * way to sign in has changed. The latter has no link: one in such a message is what thieves of passwords send.
 */
import { formatDate } from '../../shared/locale/dates.ts';
import { PASSWORD_LINK_PATH } from '../../shared/session/session-address.ts';
import type { AuthBackend } from '../backend/auth/auth-backend.ts';
import type { CaseKeys } from '../cases/case-keys.ts';
import type { MailMessage } from '../cases/mail/case-message.ts';
import { writtenMessage } from '../cases/mail/written-message.ts';
import { ACCOUNT_EVENT, type AccountEvent, type AccountMessage } from './account-queue.ts';
import { linkKey } from './link-key.ts';

export interface AccountMessageOptions {
  readonly accounts: Pick<AuthBackend['accounts'], 'passwordOwner'>;
  readonly keys: () => Promise<CaseKeys>;
  readonly site: () => { readonly name: string; readonly timeZone: string };
  readonly siteOrigin: string;
}

type LinkReason = 'senha_esquecida' | 'conta_nova';

/** How long a link works, from when it was asked for: who has asked is waiting for it, and a new person reads it another day. */
export const LIFE_MS: Readonly<Record<LinkReason, number>> = { senha_esquecida: 3_600_000, conta_nova: 3 * 86_400_000 };

/**
 * Writes a queued message; null where there is nothing to tell any more. The link is made now, and stands nowhere else: it is for the account as it is,
 * at the address that it still has. @throws for an event that this server does not know
 */
export async function accountMessage(message: AccountMessage, options: AccountMessageOptions): Promise<MailMessage | null> {
  const evento = ACCOUNT_EVENT.parse(message.evento);
  const { name: site, timeZone } = options.site();
  const inWords = (moment: number): string => formatDate(new Date(moment).toISOString(), 'date-time', timeZone);
  const at = Date.parse(message.criada_em);
  if (evento !== 'senha_esquecida' && evento !== 'conta_nova') return noticeMessage(evento, inWords(at), site);
  const owner = await options.accounts.passwordOwner({ userId: message.usuario });
  if (owner === null || owner.email !== message.destinatario) return null;
  const endsAt = at + LIFE_MS[evento];
  const address = `${options.siteOrigin}${PASSWORD_LINK_PATH}/${linkKey(await options.keys(), owner, endsAt)}`;
  return linkMessage(evento, { address, until: inWords(endsAt) }, site);
}

/** Nothing that a stranger typed is in it. */
function linkMessage(
  reason: LinkReason,
  { address, until }: { readonly address: string; readonly until: string },
  site: string,
): MailMessage {
  const { subject, asked, otherwise } = LINK_WORDS[reason];
  return writtenMessage({
    subject,
    paragraphs: [asked, `Abra o link e escolha a senha. Ele vale até ${until}, e uma vez só.`],
    links: [[address, address]],
    closing: [otherwise],
    leave: null,
    site,
  });
}

const LINK_WORDS: Readonly<Record<LinkReason, { readonly subject: string; readonly asked: string; readonly otherwise: string }>> = {
  senha_esquecida: {
    subject: 'Escolha outra senha',
    asked: 'Alguém pediu outra senha para a conta deste e-mail na administração do site.',
    otherwise: 'Se não foi você, não faça nada: a senha continua a mesma, e ninguém sabe que a conta existe.',
  },
  conta_nova: {
    subject: 'Escolha a senha da sua conta',
    asked: 'Você tem uma conta na administração do site, com este e-mail.',
    otherwise: 'Se o link tiver terminado, peça outro na página de entrada, em “Esqueceu a senha?”.',
  },
};

type Notice = Exclude<AccountEvent, LinkReason>;

function noticeMessage(notice: Notice, when: string, site: string): MailMessage {
  const { subject, happened } = NOTICE_WORDS[notice];
  return writtenMessage({
    subject,
    paragraphs: [
      `${happened}. Foi em ${when}.`,
      'Se foi você, ou se você pediu a quem administra o site, não faça nada.',
      'Se não foi você, fale agora com quem administra o site, por telefone ou pessoalmente, e peça para encerrar as sessões da sua conta e trocar a senha. Se usa a mesma senha em outro lugar, troque-a lá também.',
    ],
    links: [],
    closing: ['Esta mensagem não tem link nem pede senha ou código. Desconfie de outra parecida que peça.'],
    leave: null,
    site,
  });
}

const NOTICE_WORDS: Readonly<Record<Notice, { readonly subject: string; readonly happened: string }>> = {
  senha_trocada: { subject: 'A senha da sua conta foi trocada', happened: 'A senha da sua conta na administração do site foi trocada' },
  email_trocado: {
    subject: 'O e-mail da sua conta foi trocado',
    happened: 'A sua conta na administração do site deixou de usar este e-mail e passou a usar outro',
  },
  codigos_ligados: {
    subject: 'Sua conta agora pede um código',
    happened: 'A sua conta na administração do site passou a pedir um código de uso único na entrada',
  },
  codigos_desligados: {
    subject: 'Sua conta não pede mais o código',
    happened: 'A sua conta na administração do site deixou de pedir o código de uso único na entrada',
  },
  codigos_de_reserva: {
    subject: 'Os códigos de reserva da sua conta foram trocados',
    happened: 'Os códigos de reserva da sua conta na administração do site foram trocados, e os antigos não valem mais',
  },
};
