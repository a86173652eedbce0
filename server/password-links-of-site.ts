/** Links that set passwords, with this site's configuration: its mail server, its keys and its name. */
import type { Router } from 'express';
import { memoryRateLimiter } from './backend/rate-limiter.ts';
import { createKeysProvider } from './cases/keys-provider.ts';
import { createSmtp } from './cases/mail/smtp.ts';
import { createSubmissionLimits } from './cases/submission-limits.ts';
import type { Config } from './config/config.ts';
import { type Content, siteName } from './content.ts';
import { clientAddresses } from './http/client-address.ts';
import type { AdmitRequest } from './http/quota-handler.ts';
import type { Logger } from './observability/log.ts';
import { type AccountMail, createAccountMail } from './password-links/account-mail.ts';
import { withNotices } from './password-links/account-notices.ts';
import { accountQueue } from './password-links/account-queue.ts';
import { createPasswordLinks, type PasswordLinks } from './password-links/password-links.ts';
import { createPasswordLinksRouter } from './password-links/router.ts';
import type { Ssr } from './ssr/handler.ts';

interface AccountMailOfSite {
  readonly config: Config;
  readonly log: Logger;
  readonly content: Pick<Content, 'backend' | 'siteState'>;
}

export interface SitePasswordLinksOptions extends AccountMailOfSite {
  /** Null where the site sends no mail. */
  readonly mail: AccountMail | null;
  readonly pages: Pick<Ssr, 'sendCasePage'>;
  readonly admit: AdmitRequest;
}

const HOUR_SECONDS = 3_600;

/** Makes the router of the pages of links, and what the sign-in sends where the site sends mail: notices, and the links of new accounts. */
export function createSitePasswordLinks(options: SitePasswordLinksOptions): {
  readonly signIn: { readonly auth: Content['backend']['auth']; readonly invite: PasswordLinks['invite'] | null };
  readonly router: Router;
} {
  const { config, log, content, mail, pages, admit } = options;
  const { backend } = content;
  const keys = createKeysProvider(config.casesKeys, backend);
  const rateLimiter = backend.rateLimiter ?? memoryRateLimiter;
  const auth = mail === null ? backend.auth : withNotices(backend.auth, mail, log);
  const links = mail === null ? null : createPasswordLinks({ accounts: auth.accounts, keys, rateLimiter, mail, log, now: Date.now });
  const limits = createSubmissionLimits(rateLimiter, keys, [
    { name: 'senha-navegador', points: 10, seconds: HOUR_SECONDS },
    { name: 'senha-endereco', points: 60, seconds: HOUR_SECONDS },
  ]);
  const router = createPasswordLinksRouter({
    links,
    limits,
    siteOrigin: config.siteUrl,
    clientOf: clientAddresses(config.trustProxy),
    admit,
    sendPage: (req, res, screen, status) =>
      pages.sendCasePage(req, res, { route: 'senha', screen: { kind: 'passwordLink', screen }, status }),
    log,
  });
  return { signIn: { auth, invite: links?.invite ?? null }, router };
}

/** Makes what tells the owners of accounts by e-mail; null where the site sends none. One for the process: what one round could not record, the next one does. */
export function createSiteAccountMail({ config, log, content }: AccountMailOfSite): AccountMail | null {
  const { mail, siteUrl: siteOrigin } = config;
  if (mail === null) return null;
  const name = (): string => siteName(content, config);
  return createAccountMail({
    queue: accountQueue(content.backend),
    transport: () => createSmtp({ url: mail.smtpUrl, from: mail.from, name }),
    accounts: content.backend.auth.accounts,
    keys: createKeysProvider(config.casesKeys, content.backend),
    site: () => ({ name: name(), timeZone: content.siteState.current().fusoHorario }),
    siteOrigin,
    log,
  });
}
