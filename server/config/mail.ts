/** The mail server: what several variables say together. */

export interface MailConfig {
  /** With its credentials: it is for the transport alone and never logged. */
  readonly smtpUrl: string;
  readonly from: string;
}

/** The faults of the variables that are set, one line each; no value of theirs is in it. */
export function mailFaults(given: Readonly<Record<string, string>>): readonly string[] {
  const [hasServer, hasSender] = [given['SMTP_URL'] !== undefined, given['MAIL_FROM'] !== undefined];
  if (hasServer && !hasSender) return ['MAIL_FROM is missing; messages sent by SMTP_URL need a sender'];
  return hasSender && !hasServer ? ['MAIL_FROM names the sender of a mail server; set SMTP_URL too'] : [];
}

/** Null where no mail is sent. The variables have no fault. */
export function mailConfig({
  SMTP_URL,
  MAIL_FROM,
}: {
  readonly SMTP_URL: string | null;
  readonly MAIL_FROM: string | null;
}): MailConfig | null {
  return SMTP_URL === null || MAIL_FROM === null ? null : { smtpUrl: SMTP_URL, from: MAIL_FROM };
}
