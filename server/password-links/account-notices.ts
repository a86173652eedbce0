/**
 * Tells the owner of an account by e-mail that the way to sign in has changed, whoever changed it and by whichever address: who did not do it must
 * learn of it. The message goes to the address from before the change.
 */
import type { AuthBackend, AuthResult } from '../backend/auth/auth-backend.ts';
import type { Logger } from '../observability/log.ts';
import type { AccountMail } from './account-mail.ts';
import type { AccountEvent } from './account-queue.ts';

/** Returns the same sign-in, which queues the notices. An answer waits for that, and not for the mail server. */
export function withNotices(auth: AuthBackend, mail: Pick<AccountMail, 'tell'>, log: Pick<Logger, 'error'>): AuthBackend {
  const tell = async (evento: AccountEvent, owner: { readonly id: string; readonly email: string | null } | null): Promise<void> => {
    if (owner !== null && owner.email !== null) await mail.tell(evento, { id: owner.id, email: owner.email });
  };
  const told = async <T>(evento: AccountEvent, userId: string, change: Promise<AuthResult<T>>): Promise<AuthResult<T>> => {
    const result = await change;
    if (result.kind !== 'ok') return result;
    await auth.user(userId).then(
      (user) => tell(evento, user),
      (error: unknown) => log.error({ err: error, userId, evento }, 'an e-mail to the owner of an account was not queued'),
    );
    return result;
  };
  const { accounts, recoveryCodes } = auth;
  return {
    ...auth,
    changePassword: (token, password) => told('senha_trocada', token.userId, auth.changePassword(token, password)),
    activateTotp: (token, code) => told('codigos_ligados', token.userId, auth.activateTotp(token, code)),
    deactivateTotp: (token, code) => told('codigos_desligados', token.userId, auth.deactivateTotp(token, code)),
    recoveryCodes:
      recoveryCodes === null
        ? null
        : { ...recoveryCodes, renew: (token, code) => told('codigos_de_reserva', token.userId, recoveryCodes.renew(token, code)) },
    accounts: {
      ...accounts,
      resetPassword: (userId, password, by) => told('senha_trocada', userId, accounts.resetPassword(userId, password, by)),
      async setPasswordOf(owner, password) {
        const result = await accounts.setPasswordOf(owner, password);
        if (result.kind === 'ok') await tell('senha_trocada', owner);
        return result;
      },
      async change(userId, change, by) {
        const isOfSignIn = change.email !== undefined || change.resetTotp === true;
        const before = isOfSignIn ? await auth.user(userId) : null;
        const result = await accounts.change(userId, change, by);
        if (result.kind !== 'ok' || before === null) return result;
        if (result.value.email !== before.email) await tell('email_trocado', before);
        if (change.resetTotp === true && before.activeMfaType !== null) await tell('codigos_desligados', before);
        return result;
      },
    },
  };
}
