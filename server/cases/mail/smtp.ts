/** The mail server (RFC 5321), by nodemailer. */
import { createTransport } from 'nodemailer';
import type { Logger } from '../../observability/log.ts';
import type { MailMessage } from './case-message.ts';

export interface MailTransport {
  /** @param id stays the same when a message is sent again, so that a mailbox shows it once */
  send(to: string, message: MailMessage, id: string): Promise<void>;
  /** Connects and signs in, and sends nothing. @throws what `mailFailure` reads */
  check(): Promise<void>;
  close(): void;
}

/** Why a message was not sent: a short code without the address, and whether another attempt is useless. */
export interface MailFailure {
  readonly reason: string;
  readonly isFinal: boolean;
}

export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
  /** Shown as the sender. */
  readonly name: () => string;
  /** Milliseconds that the server may be silent; the default unless a test brings its own. */
  readonly silenceMs?: number;
}

/** Messages that are sent at once, each by a connection. */
export const CONNECTIONS = 5;
const CONNECT_MS = 10_000;
/** A server that looks through a message before it takes it needs long; one that is given up too early gets the message twice. */
const SILENCE_MS = 60_000;

export function createSmtp({ url, from, name, silenceMs = SILENCE_MS }: SmtpOptions): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: Math.min(CONNECT_MS, silenceMs),
    socketTimeout: silenceMs,
    // Messages are texts; nothing in them may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send(to, { subject, text, html, headers }, id) {
      await transport.sendMail({
        from: { name: name(), address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        // RFC 3834 §5: no automatic answer to an automatic message.
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR', ...headers },
      });
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

/** Names in the log the mail server that cannot be reached or refuses the sign-in, before there is a message that has to wait for it. */
export async function reportUnusable(transport: Pick<MailTransport, 'check'>, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await transport.check();
  } catch (error) {
    log.warn({ reason: mailFailure(error).reason }, 'SMTP_URL: the mail server cannot be used; e-mails wait and are tried again');
  }
}

/** The enhanced status code that an answer begins with (RFC 2034): digits, unlike the words behind it. */
const DETAIL = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/;

/** Reads what the transport threw. The text of a server may repeat the address, so only codes are kept. */
export function mailFailure(error: unknown): MailFailure {
  const { code, responseCode, command, response } = (error instanceof Error ? error : {}) as {
    readonly code?: unknown;
    readonly responseCode?: unknown;
    readonly command?: unknown;
    readonly response?: unknown;
  };
  const status = typeof responseCode === 'number' ? responseCode : null;
  const detail = typeof response === 'string' ? (DETAIL.exec(response)?.[1] ?? null) : null;
  const reason = [code, status, detail, command].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  // RFC 5321 §4.2.1: 5yz is for good. Of a sign-in or a sender it is a fault of the configuration, which the operator corrects.
  // RFC 3463 §3.8: x.7 is the policy of a server (no relaying, a list of blocked senders), so it says nothing of the address either.
  const isPolicy = detail?.startsWith('5.7.') === true;
  const isFinal = status !== null && status >= 500 && !isPolicy && (command === 'RCPT TO' || command === 'DATA');
  return { reason: (reason === '' ? 'unknown' : reason).slice(0, 100), isFinal };
}
