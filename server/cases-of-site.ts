/** Citizens' cases, and what readers send, with this site's configuration: their addresses, and what is done for them without a request. */
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Router } from 'express';
import { TRACKING_PATH } from '../shared/cases/addresses.ts';
import { QUERY_TEXTS } from '../shared/graphql/generated/all.ts';
import { ROUTES } from '../shared/routes/table.ts';
import { routePath } from '../shared/routes/url.ts';
import { memoryRateLimiter } from './backend/rate-limiter.ts';
import { registeredCode } from './cases/access-code.ts';
import { caseFunctions } from './cases/case-functions.ts';
import { type CaseWork, startCaseWork } from './cases/case-work.ts';
import { type ComposedCasesOptions, composeCasesRouter } from './cases/composed-router.ts';
import { admitForms } from './cases/form-admission.ts';
import { createKeysProvider } from './cases/keys-provider.ts';
import { type DigestFunctions, digestFunctions } from './cases/mail/digest-functions.ts';
import { startDigests } from './cases/mail/digest-round.ts';
import { createDigestRouter } from './cases/mail/digest-router.ts';
import { createSmtp, reportUnusable } from './cases/mail/smtp.ts';
import { requiredKeys } from './cases/required-keys.ts';
import { createSubmissionLimits, type SubmissionLimits } from './cases/submission-limits.ts';
import { type Config, isHttps } from './config/config.ts';
import { type Content, siteName } from './content.ts';
import { createEmailSubscriptionsRouter } from './email-subscriptions/router.ts';
import { emailSubscriptionFunctions } from './email-subscriptions/subscription-functions.ts';
import { subscriptionMessage } from './email-subscriptions/subscription-message.ts';
import { startEmailSubscriptionWork } from './email-subscriptions/subscription-work.ts';
import { existingPages } from './feedback/existing-page.ts';
import { createFeedbackRouter } from './feedback/router.ts';
import { clientAddresses } from './http/client-address.ts';
import type { ClientQuotas } from './http/client-quotas.ts';
import { createSpool, type Spool } from './http/spool.ts';
import type { Logger } from './observability/log.ts';
import type { Ssr } from './ssr/handler.ts';

/** Returns the configuration with all keys that cases need. @throws StartupError where one is missing */
export async function withNeededKeys(config: Config, backend: Content['backend']): Promise<Config> {
  return { ...config, casesKeys: await requiredKeys(config.casesKeys, backend) };
}

export interface CaseWorkOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly content: Pick<Content, 'backend' | 'siteState'>;
}

export interface SiteCasesOptions extends CaseWorkOptions {
  readonly pages: Pick<Ssr, 'sendCasePage'>;
  readonly quotas: ClientQuotas;
  readonly identify: ComposedCasesOptions['identify'];
}

/** Makes the router; the pages of the channels are those of the table of routes. */
export function createSiteCases({ config, log, content, pages, quotas, identify }: SiteCasesOptions): Router {
  const { backend } = content;
  return composeCasesRouter({
    backend,
    identify,
    secrets: config.casesKeys,
    spool: receivedFiles(config),
    siteOrigin: config.siteUrl,
    site: () => ({
      name: siteName(content, config),
      hasMail: config.mail !== null,
      trackingUrl: trackingUrl(config),
      timeZone: timeZone(content),
    }),
    timeZone: () => timeZone(content),
    clientOf: clientAddresses(config.trustProxy),
    admit: admitForms(quotas),
    // A site without https would never get its receipt back; the cookie is encrypted.
    secureCookies: isHttps(config),
    sendPage: pages.sendCasePage,
    log,
  });
}

const HOUR_SECONDS = 3_600;

/** Whether a page was useful; where the site sends e-mails, subscriptions, and the way out of the digest. */
export function createSiteReaders({ config, content, pages, quotas, log }: Omit<SiteCasesOptions, 'identify'>): readonly Router[] {
  const { backend, siteState } = content;
  const keys = createKeysProvider(config.casesKeys, backend);
  const limits = (name: string, ofBrowser: number, ofAddress: number): SubmissionLimits =>
    createSubmissionLimits(backend.rateLimiter ?? memoryRateLimiter, keys, [
      { name: `${name}-navegador`, points: ofBrowser, seconds: HOUR_SECONDS },
      { name: `${name}-endereco`, points: ofAddress, seconds: HOUR_SECONDS },
    ]);
  const shared = {
    siteOrigin: config.siteUrl,
    clientOf: clientAddresses(config.trustProxy),
    admit: (req: IncomingMessage) => quotas.admit('graphql', req, null),
    sendPage: pages.sendCasePage,
    log,
  };
  const pageOf = existingPages({ backend, texts: QUERY_TEXTS }, ROUTES, () => siteState.current());
  const feedback = createFeedbackRouter({ ...shared, backend, pageOf, limits: limits('avaliacao', 60, 600) });
  if (config.mail === null) return [feedback];
  const functions = emailSubscriptionFunctions(backend);
  const subscriptions = createEmailSubscriptionsRouter({ ...shared, functions, keys, limits: limits('novidades', 20, 200) });
  return [feedback, subscriptions, createDigestRouter({ functions: digestFunctions(backend), keys, sendPage: pages.sendCasePage })];
}

/** Starts what time ends, and the e-mails where they are configured. */
export function startSiteCaseWork({ config, log, content }: CaseWorkOptions): CaseWork {
  const { files } = content.backend;
  const sweep = (): Promise<void> => receivedFiles(config).sweep();
  const mail = caseMail(config, content);
  if (mail !== null) void reportUnusable(mail.transport, log);
  const work = [
    startCaseWork({ functions: caseFunctions(content.backend), files, sweep, mail, log }),
    ...emailSubscriptionWork({ config, log, content }),
    ...digests({ config, log, content }),
  ];
  return { close: async () => void (await Promise.all(work.map((part) => part.close()))) };
}

function emailSubscriptionWork({ config, log, content }: CaseWorkOptions): readonly CaseWork[] {
  if (config.mail === null) return [];
  const keys = createKeysProvider(config.casesKeys, content.backend);
  const name = (): string => siteName(content, config);
  return [
    startEmailSubscriptionWork({
      functions: emailSubscriptionFunctions(content.backend),
      transport: createSmtp({ url: config.mail.smtpUrl, from: config.mail.from, name }),
      write: async (news) => subscriptionMessage(news, await keys(), { name: name(), url: config.siteUrl }),
      log,
    }),
  ];
}

/** Where the person switches the digest on and off; null where the site sends no mail. */
export function digestChoice({ mail }: Config, { backend }: Pick<Content, 'backend'>): DigestFunctions | null {
  return mail === null ? null : digestFunctions(backend);
}

function digests({ config, log, content }: CaseWorkOptions): readonly CaseWork[] {
  if (config.mail === null) return [];
  const name = (): string => siteName(content, config);
  return [
    startDigests({
      functions: digestFunctions(content.backend),
      transport: createSmtp({ url: config.mail.smtpUrl, from: config.mail.from, name }),
      keys: createKeysProvider(config.casesKeys, content.backend),
      site: () => ({ name: name(), url: config.siteUrl }),
      log,
    }),
  ];
}

function caseMail(config: Config, content: CaseWorkOptions['content']): Parameters<typeof startCaseWork>[0]['mail'] {
  if (config.mail === null) return null;
  const name = (): string => siteName(content, config);
  const keys = createKeysProvider(config.casesKeys, content.backend);
  return {
    transport: createSmtp({ url: config.mail.smtpUrl, from: config.mail.from, name }),
    codeOf: async (submissionKey, codeDigest) => registeredCode(await keys(), submissionKey, codeDigest),
    site: () => ({
      name: name(),
      trackingUrl: trackingUrl(config),
      contactUrl: `${config.siteUrl}${routePath('faleConosco')}`,
      timeZone: timeZone(content),
    }),
  };
}

/** Files of citizens are received within this time: a slow line takes minutes, and files that a killed process leaves must not stay. */
const RECEIVED_FOR_MS = 60 * 60 * 1_000;

const receivedFiles = ({ dataDirectory }: Config): Spool =>
  createSpool(path.join(path.resolve(dataDirectory), 'anexos-recebidos'), { abandonedAfterMs: RECEIVED_FOR_MS });

const timeZone = ({ siteState }: Pick<Content, 'siteState'>): string => siteState.current().fusoHorario;

const trackingUrl = ({ siteUrl }: Config): string => `${siteUrl}${TRACKING_PATH}`;
