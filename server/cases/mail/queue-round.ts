/**
 * A round of a queue of e-mails that the database keeps: messages are taken, sent beside each other, and what became of each is recorded by itself.
 * Every replica makes rounds; the database gives each message to one of them.
 */
import type { Logger } from '../../observability/log.ts';
import { CONNECTIONS, type MailFailure, mailFailure } from './smtp.ts';

/** What became of a message. */
export interface Outcome<Message> {
  readonly message: Message;
  readonly failure?: MailFailure;
}

export interface MailQueue<Message extends Name, Name> {
  /** Takes messages that no other server gets for `seconds`. */
  readonly take: (limit: number, seconds: number) => Promise<readonly Message[]>;
  readonly send: (message: Message) => Promise<void>;
  readonly record: (outcome: Outcome<Name>) => Promise<void>;
  /** What the log says of a message: no address. */
  readonly logged: (message: Message) => Readonly<Record<string, unknown>>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Messages of a round: none of them waits for the connection of another one. */
const TAKEN = CONNECTIONS;
/** For so long no other server takes these messages. A mail server may be silent until just before each of its answers, and still be done by then. */
const LEASE_SECONDS = 900;

/**
 * Returns whether more may be waiting. @param unsettled what earlier rounds could not record, which this one does first: a message that was sent is then
 * not sent again when its lease ends. A process that ends in between sends it twice.
 * @throws when the queue cannot be read or written; a message that cannot be sent is tried again later
 */
export async function queueRound<Message extends Name, Name>(
  queue: MailQueue<Message, Name>,
  unsettled: Outcome<Name>[],
): Promise<boolean> {
  await settle([], queue, unsettled);
  const taken = await queue.take(TAKEN, LEASE_SECONDS);
  await settle(await Promise.all(taken.map((message) => deliver(message, queue))), queue, unsettled);
  return taken.length === TAKEN;
}

async function deliver<Message extends Name, Name>(
  message: Message,
  { send, logged, log }: MailQueue<Message, Name>,
): Promise<Outcome<Message>> {
  try {
    await send(message);
    return { message };
  } catch (error) {
    const failure = mailFailure(error);
    log.warn({ ...logged(message), ...failure }, 'an e-mail was not sent');
    return { message, failure };
  }
}

/** Records outcomes after those that wait for it; what cannot be recorded waits. @throws the first failure, when all have been tried */
async function settle<Name>(
  outcomes: readonly Outcome<Name>[],
  { record }: { readonly record: (outcome: Outcome<Name>) => Promise<void> },
  unsettled: Outcome<Name>[],
): Promise<void> {
  const due = [...unsettled.splice(0), ...outcomes];
  const recorded = await Promise.allSettled(due.map(record));
  unsettled.push(...due.filter((_, index) => recorded[index]?.status === 'rejected'));
  const failed = recorded.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
