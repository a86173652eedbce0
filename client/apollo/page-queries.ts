/** Apollo's part of a page: its client over a cache of its own, made when an operation is first asked for or watched. */
import { type ApolloClient, type ApolloLink, NetworkStatus } from '@apollo/client';
import type { DocumentNode } from 'graphql';
import { SYNTAX_TREES } from '../../shared/graphql/generated/syntax-trees.ts';
import type { OperationCall } from '../../shared/routes/types.ts';
import { type BrowserLinkOptions, createBrowserLink, createPageClient } from './browser-client.ts';
import type { KnownResult, PageQueries, QueryMaker, QueryProgress, QueryState, WatchedQuery } from './queries.ts';

/** Makes the maker of the queries of each page; all pages share one link until another person signs in. */
export function createQueryMaker(options: BrowserLinkOptions): QueryMaker {
  let session = startSession(options);
  return {
    make: (known, ageMs) => pageQueries(session.link, SYNTAX_TREES, known, ageMs),
    restart: () => {
      session.ended.abort();
      session = startSession(options);
    },
  };
}

interface LinkOfSession {
  readonly link: ApolloLink;
  readonly ended: AbortController;
}

function startSession(options: BrowserLinkOptions): LinkOfSession {
  const ended = new AbortController();
  return { link: createBrowserLink(options, ended.signal), ended };
}

/** Makes the queries of one page, with what it already knows in the cache. `trees` has the syntax tree of each operation. */
export function pageQueries(
  link: ApolloLink,
  trees: Readonly<Record<string, DocumentNode>>,
  known: readonly KnownResult[],
  ageMs: number,
): PageQueries {
  const client = createPageClient(link, ageMs);
  const queryOf = ({ operation, variables }: Pick<OperationCall, 'variables'> & { readonly operation: string }): Query => {
    const query = trees[operation];
    if (query === undefined) throw new Error(`no syntax tree of the operation ${operation}`);
    return { query, variables };
  };
  for (const { data, ...call } of known) client.writeQuery({ ...queryOf(call), data });
  return {
    ask: async (call) => (await client.query(queryOf(call))).data,
    watch: (call, pollMs, onProgress) => watch(client, { ...queryOf(call), pollMs }, onProgress),
    subscribe: (operation, onData) => {
      const received = client.subscribe(queryOf({ operation, variables: {} })).subscribe({
        next: ({ data, error }) => onData(error === undefined ? data : null),
        error: () => onData(null),
      });
      return () => received.unsubscribe();
    },
  };
}

interface Query {
  readonly query: DocumentNode;
  readonly variables: OperationCall['variables'];
}

function watch(
  client: ApolloClient,
  { query, variables, pollMs }: Query & { readonly pollMs: number },
  onProgress: (progress: QueryProgress) => void,
): WatchedQuery {
  const watched = client.watchQuery({
    query,
    variables,
    notifyOnNetworkStatusChange: true,
    pollInterval: pollMs,
    skipPollAttempt: () => document.hidden,
  });
  const subscription = watched.subscribe(({ networkStatus, data, error }) => {
    onProgress({ state: queryStateOf(networkStatus), data, error });
  });
  return {
    refetch: () => {
      // The rejection is the state `error`, which the subscription tells.
      watched.refetch().catch(() => undefined);
    },
    stop: () => subscription.unsubscribe(),
  };
}

/** Maps Apollo's network status. */
export function queryStateOf(status: NetworkStatus): QueryState {
  switch (status) {
    case NetworkStatus.loading:
    case NetworkStatus.setVariables:
    case NetworkStatus.fetchMore:
    case NetworkStatus.streaming:
      return 'loading';
    case NetworkStatus.refetch:
      return 'refetch';
    case NetworkStatus.poll:
      return 'polling';
    case NetworkStatus.ready:
      return 'ready';
    case NetworkStatus.error:
      return 'error';
  }
}
