import { ApolloClient, ApolloLink } from '@apollo/client';
import { GRAPHQL_PATH } from '../../shared/routes/url.ts';
import type { Renew } from '../session/renewal.ts';
import { createCache } from './cache.ts';
import { createHttpLink } from './http-link.ts';
import { createSubscriptionLink } from './subscription-link.ts';
import type { Wait } from './waiting.ts';

/** Milliseconds in which a `network-only` query is answered from what the server rendered (specification section 9). */
const FORCE_FETCH_DELAY_MS = 100;

export interface BrowserLinkOptions {
  readonly fetch: typeof fetch;
  /** Origin of the page, without a trailing slash. */
  readonly origin: string;
  /** True when the server has a WebSocket endpoint to relay to; without it no socket is ever opened. */
  readonly subscriptions: boolean;
  readonly wait: Wait;
  readonly renew: Renew;
  /** True when a user has signed in here, as far as the browser knows: a lost socket may then be one whose token has expired. */
  readonly isSignedIn: () => boolean;
}

/**
 * Makes the browser's link to our own origin: calls over HTTP, subscriptions over one socket. All pages of a document share it while the
 * same person is signed in; `ended` closes its socket.
 */
export function createBrowserLink(options: BrowserLinkOptions, ended: AbortSignal): ApolloLink {
  const { fetch, wait, renew } = options;
  return ApolloLink.split(
    ({ operationType }) => operationType === 'subscription',
    options.subscriptions ? socketLink(options, ended) : ApolloLink.empty(),
    createHttpLink({ url: GRAPHQL_PATH, fetch, wait, renew }),
  );
}

/**
 * Makes the client of a page that began `ageMs` ago. Each page has a cache of its own, as it has on the server: what another page or a preview asks of the
 * same rows cannot leave this one with less than it had, and so make it ask again.
 */
export function createPageClient(link: ApolloLink, ageMs: number): ApolloClient {
  return new ApolloClient({
    cache: createCache(),
    link,
    ssrForceFetchDelay: Math.max(0, FORCE_FETCH_DELAY_MS - ageMs),
    devtools: { enabled: import.meta.env.DEV },
  });
}

function socketLink({ origin, renew, isSignedIn }: BrowserLinkOptions, ended: AbortSignal): ApolloLink {
  return createSubscriptionLink({
    url: `${origin.replace(/^http/, 'ws')}${GRAPHQL_PATH}`,
    ended,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    beforeRetry: async () => {
      if (isSignedIn()) await renew();
    },
    random: Math.random,
  });
}
