/** A queue of e-mails to the owners of accounts in the memory of a test. What `tell` queues has been sent, or tried, when it resolves. */
import { type AccountMail, type AccountMailOptions, createAccountMail } from '../../../server/password-links/account-mail.ts';
import type { AccountMessage, AccountQueue } from '../../../server/password-links/account-queue.ts';

export function mailFromMemory(options: Omit<AccountMailOptions, 'queue'>, now: () => number): AccountMail {
  let waiting: readonly AccountMessage[] = [];
  let last = 0;
  const queue: AccountQueue = {
    async put(evento, { id: usuario, email: destinatario }) {
      last += 1;
      const message = { id: `m${last}`, usuario, evento, destinatario, criada_em: new Date(now()).toISOString(), tentativas: 1 };
      waiting = [...waiting, message];
    },
    take: async () => waiting,
    async settle({ id }) {
      waiting = waiting.filter((message) => message.id !== id);
    },
  };
  const { round } = createAccountMail({ ...options, queue });
  return {
    round,
    async tell(evento, to) {
      await queue.put(evento, to);
      await round();
    },
  };
}
