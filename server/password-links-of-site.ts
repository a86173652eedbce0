/** Links that set passwords, with this site's configuration: its mail server, its keys and its name. */
import type { Router } from 'express';
import { SYSTEM_TIMERS } from '../shared/time/timers.ts';
import { memoryRateLimiter } from './backend/rate-limiter.ts';
import { createKeysProvider } from './cases/keys-provider.ts';
import { createSmtp } from './cases/mail/smtp.ts';
import { createSubmissionLimits } from './cases/submission-limits.ts';
import type { Config } from './config/config.ts';
import { type Content, siteName } from './content.ts';
import { clientAddresses } from './http/client-address.ts';
import type { AdmitRequest } from './http/quota-handler.ts';
import type { Logger } from './observability/log.ts';
import { withNotices } from './password-links/account-notices.ts';
import { createPasswordLinks, type PasswordLinks } from './password-links/password-links.ts';
import { createPasswordLinksRouter } from './password-links/router.ts';
import type { Ssr } from './ssr/handler.ts';

export interface SitePasswordLinksOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly content: Pick<Content, 'backend' | 'siteState'>;
  readonly pages: Pick<Ssr, 'sendCasePage'>;
  readonly admit: AdmitRequest;
}

const HOUR_SECONDS = 3_600;

/** Makes the links, which are null where the site sends no mail, the router of their pages, and the sign-in that sends notices where it does. */
export function createSitePasswordLinks(options: SitePasswordLinksOptions): {
  readonly links: PasswordLinks | null;
  readonly auth: Content['backend']['auth'];
  readonly router: Router;
} {
  const { config, log, content, pages, admit } = options;
  const { backend } = content;
  const keys = createKeysProvider(config.casesKeys, backend);
  const rateLimiter = backend.rateLimiter ?? memoryRateLimiter;
  const { mail, siteUrl: siteOrigin } = config;
  const name = (): string => siteName(content, config);
  const sending =
    mail === null
      ? null
      : {
          transport: () => createSmtp({ url: mail.smtpUrl, from: mail.from, name }),
          site: () => ({ name: name(), timeZone: content.siteState.current().fusoHorario }),
          log,
          timers: SYSTEM_TIMERS,
          now: Date.now,
        };
  const auth = sending === null ? backend.auth : withNotices(backend.auth, sending);
  const links = sending === null ? null : createPasswordLinks({ ...sending, accounts: auth.accounts, keys, rateLimiter, siteOrigin });
  const limits = createSubmissionLimits(rateLimiter, keys, [
    { name: 'senha-navegador', points: 10, seconds: HOUR_SECONDS },
    { name: 'senha-endereco', points: 60, seconds: HOUR_SECONDS },
  ]);
  const router = createPasswordLinksRouter({
    links,
    limits,
    siteOrigin,
    clientOf: clientAddresses(config.trustProxy),
    admit,
    sendPage: (req, res, screen, status) =>
      pages.sendCasePage(req, res, { route: 'senha', screen: { kind: 'passwordLink', screen }, status }),
    log,
  });
  return { links, auth, router };
}
