/** E-mails to the owners of accounts: queued with what they tell of, sent at once, and again where the mail server puts them off. */
import { SYSTEM_TIMERS } from '../../shared/time/timers.ts';
import { type CaseWork, startJob } from '../cases/case-work.ts';
import { type Outcome, queueRound } from '../cases/mail/queue-round.ts';
import type { MailTransport } from '../cases/mail/smtp.ts';
import type { Logger } from '../observability/log.ts';
import { type AccountMessageOptions, accountMessage } from './account-message.ts';
import type { AccountEvent, AccountMessage, AccountOwner, AccountQueue } from './account-queue.ts';

export interface AccountMailOptions extends AccountMessageOptions {
  readonly queue: AccountQueue;
  /** Opens the mail server for one round. */
  readonly transport: () => MailTransport;
  readonly log: Logger;
}

export interface AccountMail {
  /** Queues a message, which leaves without being waited for. Resolves when the database keeps it, or has not; never rejects. */
  readonly tell: (evento: AccountEvent, to: AccountOwner) => Promise<void>;
  /** Sends what is due; as `queueRound`. */
  readonly round: () => Promise<boolean>;
}

export function createAccountMail(options: AccountMailOptions): AccountMail {
  const { queue, log } = options;
  const unsettled: Outcome<AccountMessage>[] = [];
  const round = async (): Promise<boolean> => {
    const transport = options.transport();
    const send = async (message: AccountMessage): Promise<void> => {
      const written = await accountMessage(message, options);
      if (written === null) return;
      await transport.send(message.destinatario, written, `conta-${message.id}`);
      log.info(logged(message), 'an e-mail to the owner of an account was sent');
    };
    const record = ({ message, failure }: Outcome<AccountMessage>): Promise<void> => queue.settle(message, failure);
    return queueRound({ take: queue.take, send, record, logged, log }, unsettled).finally(() => transport.close());
  };
  return {
    round,
    async tell(evento, to) {
      try {
        await queue.put(evento, to);
      } catch (error) {
        log.error({ err: error, userId: to.id, evento }, 'an e-mail to the owner of an account was not queued');
        return;
      }
      round().catch((error: unknown) => log.error({ err: error }, FAILURE));
    },
  };
}

const logged = ({ usuario, evento, tentativas }: AccountMessage): Readonly<Record<string, unknown>> => ({
  userId: usuario,
  evento,
  attempt: tentativas,
});

const FAILURE = 'the queue of e-mails to the owners of accounts cannot be read';

/** A message is sent when it is queued; the rounds are for what has to be sent again, and for what a process that ended has left. */
const ROUND_MS = 20_000;

export function startAccountMail({ round }: Pick<AccountMail, 'round'>, log: Logger): CaseWork {
  let inMs = ROUND_MS;
  return startJob(SYSTEM_TIMERS, log, {
    nextInMs: () => inMs,
    failure: FAILURE,
    async work() {
      inMs = (await round()) ? 0 : ROUND_MS;
    },
  });
}
