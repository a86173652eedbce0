/** The router of citizens' cases with this site's configuration; the pages of its channels are those of the table of routes. */
import path from 'node:path';
import type { Router } from 'express';
import { TRACKING_PATH } from '../shared/cases/addresses.ts';
import { createCaseDoors } from './cases/doors.ts';
import { type Config, isHttps } from './config.ts';
import type { Content } from './content.ts';
import { createSpool } from './files/uploads/spool.ts';
import { clientAddresses } from './http/client-address.ts';
import type { ClientShares } from './http/client-shares.ts';
import type { Logger } from './observability/log.ts';
import type { Ssr } from './ssr/handler.ts';

export interface SiteCasesOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly content: Pick<Content, 'backend' | 'siteState'>;
  readonly pages: Pick<Ssr, 'sendCasePage'>;
  readonly shares: ClientShares;
}

/** Makes the router. */
export function createSiteCases({ config, log, content: { backend, siteState }, pages, shares }: SiteCasesOptions): Router {
  return createCaseDoors({
    backend,
    secrets: config.casesKeys,
    spool: createSpool(path.join(path.resolve(config.dataDirectory), 'anexos-recebidos')),
    siteOrigin: config.siteUrl,
    site: () => ({
      name: siteState.current().siteConfig[0]?.nome ?? config.siteTitle ?? config.siteUrl,
      trackingUrl: `${config.siteUrl}${TRACKING_PATH}`,
      timeZone: config.timeZone,
    }),
    timeZone: config.timeZone,
    clientOf: clientAddresses(config.trustProxy),
    admit: (req) => shares.admit('graphql', req, null),
    // A site without https would never get its receipt back; the cookie is encrypted.
    secureCookies: isHttps(config),
    sendPage: pages.sendCasePage,
    log,
  });
}
