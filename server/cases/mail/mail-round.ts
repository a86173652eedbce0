/** One round of the queue of e-mails: messages are taken, sent beside each other, and settled each by itself. */
import type { Logger } from '../../observability/log.ts';
import type { CaseFunctions, MessageName, QueuedMessage } from '../case-functions.ts';
import { caseMessage, type MailSite } from './case-message.ts';
import { settle } from './settlements.ts';
import { CONNECTIONS, type MailFailure, type MailTransport, mailFailure } from './smtp.ts';

export interface MailRoundOptions {
  readonly functions: CaseFunctions;
  readonly transport: MailTransport;
  /** The access code of a receipt, from the key of its submission and the digest of the code; null where its key is not there any more. */
  readonly codeOf: (submissionKey: string, codeDigest: string) => Promise<string | null>;
  readonly site: () => MailSite;
  readonly log: Logger;
}

/** What became of a message. */
export interface Settlement {
  readonly message: MessageName;
  readonly failure?: MailFailure;
}

/** Messages of a round: none of them waits for the connection of another one. */
const TAKEN = CONNECTIONS;
/** For so long no other server takes these messages. A mail server may be silent until just before each of its answers, and still be done by then. */
const LEASE_SECONDS = 900;

/**
 * Returns whether more may be waiting. @param unsettled what earlier rounds could not record, which this one does first
 * @throws when the queue cannot be read or written; a message that cannot be sent is tried again later
 */
export async function mailRound(options: MailRoundOptions, unsettled: Settlement[] = []): Promise<boolean> {
  const { functions, log } = options;
  const record = ({ message, failure }: Settlement): Promise<void> => functions.settleMessage(message, failure);
  await settle(unsettled.splice(0), record, unsettled);
  const { messages, unknown } = await functions.takeMessages(TAKEN, LEASE_SECONDS);
  for (const { id } of unknown) log.warn({ message: id }, 'an e-mail of a kind that this server does not know was left to another one');
  const left = unknown.map((message) => ({ message, failure: UNKNOWN_KIND }));
  const sent = await Promise.all(messages.map((message) => deliver(message, options)));
  await settle([...left, ...sent], record, unsettled);
  return messages.length === TAKEN;
}

/** It is due again after a minute, then two, four and so on, as one that the mail server does not take. */
const UNKNOWN_KIND: MailFailure = { reason: 'unknown-kind', isFinal: false };

async function deliver(message: QueuedMessage, { transport, codeOf, site, log }: MailRoundOptions): Promise<Settlement> {
  try {
    const code = message.chave === null || message.codigo_hash === null ? null : await codeOf(message.chave, message.codigo_hash);
    await transport.send(message.destinatario, caseMessage(message, code, site()), `caso-${message.id}`);
  } catch (error) {
    const failure = mailFailure(error);
    log.warn(
      { message: message.id, attempt: message.tentativas, reason: failure.reason, isFinal: failure.isFinal },
      'an e-mail was not sent',
    );
    return { message, failure };
  }
  return { message };
}
