/**
 * Tells the owner of an account by e-mail that the way to sign in has changed, whoever changed it and by whichever address: who did not do it must
 * learn of it. The message goes to the address from before the change, and has no link: one in such a message is what thieves of passwords send.
 */
import { randomUUID } from 'node:crypto';
import { formatDate } from '../../shared/locale/dates.ts';
import type { AuthBackend, AuthResult } from '../backend/auth/auth-backend.ts';
import { writtenMessage } from '../cases/mail/written-message.ts';
import { type AccountMailOptions, sendAccountMail } from './account-mail.ts';
import type { LinkSite } from './link-message.ts';

export interface AccountNoticesOptions extends AccountMailOptions {
  readonly site: () => LinkSite;
  readonly now: () => number;
}

type Notice = 'password' | 'email' | 'codes-on' | 'codes-off' | 'recovery-codes';

interface Owner {
  readonly id: string;
  readonly email: string | null;
}

const WORDS: Readonly<Record<Notice, { readonly subject: string; readonly happened: string }>> = {
  password: { subject: 'A senha da sua conta foi trocada', happened: 'A senha da sua conta na administração do site foi trocada' },
  email: {
    subject: 'O e-mail da sua conta foi trocado',
    happened: 'A sua conta na administração do site deixou de usar este e-mail e passou a usar outro',
  },
  'codes-on': {
    subject: 'Sua conta agora pede um código',
    happened: 'A sua conta na administração do site passou a pedir um código de uso único na entrada',
  },
  'codes-off': {
    subject: 'Sua conta não pede mais o código',
    happened: 'A sua conta na administração do site deixou de pedir o código de uso único na entrada',
  },
  'recovery-codes': {
    subject: 'Os códigos de reserva da sua conta foram trocados',
    happened: 'Os códigos de reserva da sua conta na administração do site foram trocados, e os antigos não valem mais',
  },
};

/** Returns the same sign-in, which sends the notices. No answer waits for one. */
export function withNotices(auth: AuthBackend, options: AccountNoticesOptions): AuthBackend {
  const tell = (notice: Notice, owner: Owner | null): void => void send(notice, owner, options);
  const tellUser = async (notice: Notice, userId: string): Promise<void> => {
    await auth.user(userId).then(
      (user) => tell(notice, user),
      (error: unknown) => options.log.error({ err: error, userId }, 'a notice of an account was not made'),
    );
  };
  const told = async <T>(notice: Notice, userId: string, change: Promise<AuthResult<T>>): Promise<AuthResult<T>> => {
    const result = await change;
    if (result.kind === 'ok') void tellUser(notice, userId);
    return result;
  };
  const { accounts, recoveryCodes } = auth;
  return {
    ...auth,
    changePassword: (token, password) => told('password', token.userId, auth.changePassword(token, password)),
    activateTotp: (token, code) => told('codes-on', token.userId, auth.activateTotp(token, code)),
    deactivateTotp: (token, code) => told('codes-off', token.userId, auth.deactivateTotp(token, code)),
    recoveryCodes:
      recoveryCodes === null
        ? null
        : { ...recoveryCodes, renew: (token, code) => told('recovery-codes', token.userId, recoveryCodes.renew(token, code)) },
    accounts: {
      ...accounts,
      resetPassword: (userId, password, by) => told('password', userId, accounts.resetPassword(userId, password, by)),
      async setPasswordOf(owner, password) {
        const result = await accounts.setPasswordOf(owner, password);
        if (result.kind === 'ok') tell('password', owner);
        return result;
      },
      async change(userId, change, by) {
        const isOfSignIn = change.email !== undefined || change.resetTotp === true;
        const before = isOfSignIn ? await auth.user(userId) : null;
        const result = await accounts.change(userId, change, by);
        if (result.kind !== 'ok' || before === null) return result;
        if (result.value.email !== before.email) tell('email', before);
        if (change.resetTotp === true && before.activeMfaType !== null) tell('codes-off', before);
        return result;
      },
    },
  };
}

async function send(notice: Notice, owner: Owner | null, options: AccountNoticesOptions): Promise<void> {
  if (owner === null || owner.email === null) return;
  const { name, timeZone } = options.site();
  const { subject, happened } = WORDS[notice];
  const message = writtenMessage({
    subject,
    paragraphs: [
      `${happened}. Foi em ${formatDate(new Date(options.now()).toISOString(), 'date-time', timeZone)}.`,
      'Se foi você, ou se você pediu a quem administra o site, não faça nada.',
      'Se não foi você, fale agora com quem administra o site, por telefone ou pessoalmente, e peça para encerrar as sessões da sua conta e trocar a senha. Se usa a mesma senha em outro lugar, troque-a lá também.',
    ],
    links: [],
    closing: ['Esta mensagem não tem link nem pede senha ou código. Desconfie de outra parecida que peça.'],
    leave: null,
    site: name,
  });
  const to = { id: owner.id, email: owner.email };
  await sendAccountMail({ to, message, id: `conta-${randomUUID()}`, what: 'a notice of an account' }, options);
}
