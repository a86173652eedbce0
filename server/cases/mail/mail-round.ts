/** One round of the queue of e-mails: messages are taken, sent beside each other, and settled each by itself. */
import type { Logger } from '../../observability/log.ts';
import type { CaseFunctions, QueuedMessage } from '../case-functions.ts';
import { caseMessage, type MailSite } from './case-message.ts';
import { type MailTransport, mailFailure } from './smtp.ts';

export interface MailRoundOptions {
  readonly functions: CaseFunctions;
  readonly transport: MailTransport;
  /** The access code of a receipt, from the key of its submission; null where receipts on the site alone have it. */
  readonly codeOf: ((submissionKey: string) => Promise<string>) | null;
  readonly site: () => MailSite;
  readonly log: Logger;
}

/** Messages of a round. */
const TAKEN = 20;
/** No other server takes them meanwhile; longer than a round whose every connection times out. */
const LEASE_SECONDS = 600;

/** Returns whether more may be waiting. @throws when the queue cannot be read; a message that cannot be sent is tried again later. */
export async function mailRound(options: MailRoundOptions): Promise<boolean> {
  const taken = await options.functions.takeMessages(TAKEN, LEASE_SECONDS);
  await Promise.all(taken.map((message) => deliver(message, options)));
  return taken.length === TAKEN;
}

async function deliver(message: QueuedMessage, { functions, transport, codeOf, site, log }: MailRoundOptions): Promise<void> {
  try {
    const code = message.chave === null || codeOf === null ? null : await codeOf(message.chave);
    await transport.send(message.destinatario, caseMessage(message, code, site()), `caso-${message.id}`);
  } catch (error) {
    const failure = mailFailure(error);
    log.warn(
      { message: message.id, attempt: message.tentativas, reason: failure.reason, isFinal: failure.isFinal },
      'an e-mail was not sent',
    );
    await functions.settleMessage(message, failure);
    return;
  }
  await functions.settleMessage(message);
}
