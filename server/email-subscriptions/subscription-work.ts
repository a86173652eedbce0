/** What the server does for subscribers without being asked. Every replica does it; the database gives each message to one of them. */
import { SYSTEM_TIMERS } from '../../shared/time/timers.ts';
import { type CaseWork, startJob } from '../cases/case-work.ts';
import type { MailMessage } from '../cases/mail/case-message.ts';
import { type Outcome, queueRound } from '../cases/mail/queue-round.ts';
import type { MailTransport } from '../cases/mail/smtp.ts';
import type { Logger } from '../observability/log.ts';
import type { EmailSubscriptionFunctions, QueuedNews } from './subscription-functions.ts';

export interface EmailSubscriptionWorkOptions {
  readonly functions: EmailSubscriptionFunctions;
  readonly transport: MailTransport;
  readonly write: (news: QueuedNews) => Promise<MailMessage>;
  readonly log: Logger;
}

/** News may be seconds late; a person who has just subscribed waits for the link. */
const ROUND_MS = 20_000;
const FORGET_MS = 60 * 60_000;
const DISTRIBUTED_AT_ONCE = 50;
const FORGOTTEN_AT_ONCE = 1_000;

export function startEmailSubscriptionWork(options: EmailSubscriptionWorkOptions): CaseWork {
  let roundInMs = ROUND_MS;
  let forgetInMs = FORGET_MS;
  const unsettled: Outcome<QueuedNews>[] = [];
  const jobs = [
    startJob(SYSTEM_TIMERS, options.log, {
      nextInMs: () => roundInMs,
      failure: 'news cannot be given to those who follow',
      async work() {
        roundInMs = (await emailSubscriptionRound(options, unsettled)) ? 0 : ROUND_MS;
      },
    }),
    startJob(SYSTEM_TIMERS, options.log, {
      nextInMs: () => forgetInMs,
      failure: 'addresses that were not confirmed cannot be forgotten',
      async work() {
        forgetInMs = (await options.functions.forget(FORGOTTEN_AT_ONCE)) >= FORGOTTEN_AT_ONCE ? 0 : FORGET_MS;
      },
    }),
  ];
  return {
    async close() {
      await Promise.all(jobs.map((job) => job.close()));
      options.transport.close();
    },
  };
}

/** Gives news to their followers and sends what is due; as `queueRound`. */
export async function emailSubscriptionRound(
  { functions, transport, write, log }: EmailSubscriptionWorkOptions,
  unsettled: Outcome<QueuedNews>[] = [],
): Promise<boolean> {
  let given = 0;
  const isFull = await queueRound(
    {
      async take(limit, seconds) {
        given = await functions.distribute(DISTRIBUTED_AT_ONCE);
        return functions.take(limit, seconds);
      },
      async send(news) {
        // What was published may be hidden by now: then there is nothing to tell.
        if (news.confirmada && news.itens.length === 0) return;
        const id = `${news.confirmada ? 'novidade' : 'confirmacao'}-${news.id}-${news.ate}`;
        await transport.send(news.destinatario, await write(news), id);
      },
      record: ({ message, failure }) => functions.settle(message, failure),
      logged: ({ id, tentativas }) => ({ subscription: id, attempt: tentativas }),
      log,
    },
    unsettled,
  );
  return given === DISTRIBUTED_AT_ONCE || isFull;
}
