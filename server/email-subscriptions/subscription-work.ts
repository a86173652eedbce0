/** What the server does for subscribers without being asked. Every replica does it; the database gives each message to one of them. */
import { SYSTEM_TIMERS } from '../../shared/time/timers.ts';
import { type CaseWork, startJob } from '../cases/case-work.ts';
import type { MailMessage } from '../cases/mail/case-message.ts';
import { settle } from '../cases/mail/settlements.ts';
import { CONNECTIONS, type MailFailure, type MailTransport, mailFailure } from '../cases/mail/smtp.ts';
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
/** For so long no other server takes these messages, as in server/cases/mail/mail-round.ts. */
const LEASE_SECONDS = 900;

export function startEmailSubscriptionWork(options: EmailSubscriptionWorkOptions): CaseWork {
  let roundInMs = ROUND_MS;
  let forgetInMs = FORGET_MS;
  const unsettled: NewsSettlement[] = [];
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

/** What became of a message. */
interface NewsSettlement {
  readonly news: QueuedNews;
  readonly failure?: MailFailure;
}

/**
 * Gives news to their followers and sends what is due. Returns whether more may be waiting.
 * @param unsettled what earlier rounds could not record, which this one does first
 * @throws when the queue cannot be read or written
 */
export async function emailSubscriptionRound(options: EmailSubscriptionWorkOptions, unsettled: NewsSettlement[] = []): Promise<boolean> {
  const { functions } = options;
  const record = ({ news, failure }: NewsSettlement): Promise<void> => functions.settle(news, failure);
  await settle(unsettled.splice(0), record, unsettled);
  const given = await functions.distribute(DISTRIBUTED_AT_ONCE);
  const taken = await functions.take(CONNECTIONS, LEASE_SECONDS);
  await settle(await Promise.all(taken.map((news) => deliver(news, options))), record, unsettled);
  return given === DISTRIBUTED_AT_ONCE || taken.length === CONNECTIONS;
}

/** What was published may be hidden by now: then there is nothing to tell. */
async function deliver(news: QueuedNews, { transport, write, log }: EmailSubscriptionWorkOptions): Promise<NewsSettlement> {
  if (news.confirmada && news.itens.length === 0) return { news };
  try {
    await transport.send(news.destinatario, await write(news), `${news.confirmada ? 'novidade' : 'confirmacao'}-${news.id}-${news.ate}`);
    return { news };
  } catch (error) {
    const failure = mailFailure(error);
    log.warn(
      { subscription: news.id, attempt: news.tentativas, reason: failure.reason, isFinal: failure.isFinal },
      'an e-mail was not sent',
    );
    return { news, failure };
  }
}
