/** The two ways in which the site is installed: with its own content backend, and on a hosted one across a network. Both know the same people. */
import { inject } from 'vitest';
import { faultyProxy } from '../../support/faulty-proxy.ts';
import { deliverHasuraEvents } from '../../support/hasura-events.ts';
import { startLoadedSite } from '../../support/loaded-site.ts';
import { type RunningSite, startSite } from '../../support/site.ts';
import { makeAccounts } from './desk.ts';

const ADMIN_SECRET = 'um-segredo-do-conteudo';
const HOOK_SECRET = 'um-segredo-de-gancho';
const JWT_SECRET = JSON.stringify({ type: 'HS256', key: 'uma-chave-de-teste-com-mais-de-32-letras' });

export interface Installation {
  readonly mode: 'embedded' | 'hosted';
  readonly start: () => Promise<Pick<RunningSite, 'url' | 'stop'>>;
}

export const INSTALLATIONS: readonly Installation[] = [
  { mode: 'embedded', start: embeddedSite },
  { mode: 'hosted', start: hostedSite },
];

async function embeddedSite(): Promise<RunningSite> {
  const site = await startSite({ copyOf: inject('loadedDataDirectory'), environment: { GRAPHQL_ADMIN_SECRET: ADMIN_SECRET } });
  await makeAccounts(site, ADMIN_SECRET);
  return site;
}

/** Starts `npm run backend`, the network in front of it, the site on it, and what delivers its events. */
async function hostedSite(): Promise<Pick<RunningSite, 'url' | 'stop'>> {
  const backend = await startLoadedSite({
    script: 'server/backend-alone.ts',
    environment: { GRAPHQL_ADMIN_SECRET: ADMIN_SECRET, JWT_SECRET },
  });
  const network = await faultyProxy(backend.url);
  const site = await startSite({
    environment: {
      GRAPHQL_URL: `${network.origin}/v1/graphql`,
      GRAPHQL_WS_URL: `${backend.url.replace('http', 'ws')}/v1/graphql`,
      STORAGE_URL: `${network.origin}/v1`,
      AUTH_URL: `${network.origin}/v1/auth`,
      GRAPHQL_ADMIN_SECRET: ADMIN_SECRET,
      CASES_KEY: Buffer.alloc(32, 7).toString('base64'),
      NHOST_WEBHOOK_SECRET: HOOK_SECRET,
      JWT_SECRET,
    },
  });
  await makeAccounts(site, ADMIN_SECRET);
  const events = await deliverHasuraEvents({
    backendUrl: backend.url,
    adminSecret: ADMIN_SECRET,
    siteUrl: site.url,
    hookSecret: HOOK_SECRET,
  });
  const stop = async (): Promise<void> => {
    await events.stop();
    await site.stop();
    await network.close();
    await backend.stop();
  };
  return { url: site.url, stop };
}
