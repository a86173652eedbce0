/** One round of the queue of e-mails about cases. */
import type { Logger } from '../../observability/log.ts';
import type { CaseFunctions, MessageName } from '../case-functions.ts';
import { caseMessage, type MailSite } from './case-message.ts';
import { type Outcome, queueRound } from './queue-round.ts';
import type { MailFailure, MailTransport } from './smtp.ts';

export interface MailRoundOptions {
  readonly functions: CaseFunctions;
  readonly transport: MailTransport;
  /** The access code of a receipt, from the key of its submission and the digest of the code; null where its key is not there any more. */
  readonly codeOf: (submissionKey: string, codeDigest: string) => Promise<string | null>;
  readonly site: () => MailSite;
  readonly log: Logger;
}

/** It is due again after a minute, then two, four and so on, as one that the mail server does not take. */
const UNKNOWN_KIND: MailFailure = { reason: 'unknown-kind', isFinal: false };

/** As `queueRound`. */
export function mailRound(options: MailRoundOptions, unsettled: Outcome<MessageName>[] = []): Promise<boolean> {
  const { functions, transport, codeOf, site, log } = options;
  return queueRound(
    {
      async take(limit, seconds) {
        const { messages, unknown } = await functions.takeMessages(limit, seconds);
        for (const { id } of unknown)
          log.warn({ message: id }, 'an e-mail of a kind that this server does not know was left to another one');
        unsettled.push(...unknown.map((message) => ({ message, failure: UNKNOWN_KIND })));
        return messages;
      },
      async send(message) {
        const code = message.chave === null || message.codigo_hash === null ? null : await codeOf(message.chave, message.codigo_hash);
        await transport.send(message.destinatario, caseMessage(message, code, site()), `caso-${message.id}`);
      },
      record: ({ message, failure }) => functions.settleMessage(message, failure),
      logged: ({ id, tentativas }) => ({ message: id, attempt: tentativas }),
      log,
    },
    unsettled,
  );
}
