/** E-mails to the owners of accounts, sent at once and, where the mail server asks for it, again. */
import type { Timers } from '../../shared/time/timers.ts';
import type { MailMessage } from '../cases/mail/case-message.ts';
import { type MailTransport, mailFailure } from '../cases/mail/smtp.ts';
import type { Logger } from '../observability/log.ts';

export interface AccountMailOptions {
  /** Opens the mail server for one message. */
  readonly transport: () => MailTransport;
  readonly log: Logger;
  readonly timers: Timers;
}

export interface AccountMail {
  readonly to: { readonly id: string; readonly email: string };
  readonly message: MailMessage;
  readonly id: string;
  /** What the log calls it. */
  readonly what: string;
}

/** A mail server that does not know the sender may want the message again in some minutes (RFC 6647). */
const RETRIES_MS = [60_000, 300_000, 900_000];

/** Sends it, now or later. What is to be sent again ends with the process. Resolves when the mail server has answered once; never rejects. */
export async function sendAccountMail(mail: AccountMail, options: AccountMailOptions, [wait, ...left] = RETRIES_MS): Promise<void> {
  const { log, timers } = options;
  const { to, message, id, what } = mail;
  const transport = options.transport();
  try {
    await transport.send(to.email, message, id);
    log.info({ userId: to.id }, `${what} was sent`);
  } catch (error) {
    const { reason, isFinal } = mailFailure(error);
    log.warn({ userId: to.id, reason, isFinal }, `${what} was not sent`);
    if (!isFinal && wait !== undefined) timers.after(wait, () => void sendAccountMail(mail, options, left));
  } finally {
    transport.close();
  }
}
