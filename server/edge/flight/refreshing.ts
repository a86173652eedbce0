/**
 * Background revalidation of stored responses: of one that was sent stale (RFC 5861 §3), bounded and once per key, and of all that a purge of
 * the mode `refresh` affects, one after the other. A key whose revalidation fails waits (backoff).
 */
import { detachedRequest, type Peer, peerOf } from '../origin/detached-request.ts';
import { type OriginRequest, refreshFields, selectingFields } from '../origin/forwarded-fields.ts';
import { callsForBackoff, NO_FALLBACK } from '../policy/lookup-decision.ts';
import type { ClientRequest } from '../request/client-request.ts';
import type { StoredResponse } from '../response/stored-response.ts';
import type { Flights } from './collapse.ts';
import type { EdgeContext } from './context.ts';
import { Flight } from './flight.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';
import { beginOnce } from './replica-collapse.ts';

export interface Refreshing {
  /** Revalidates `stored`, unless a flight for its key is under way, too many are, or the key must wait. Never throws. */
  refresh(client: ClientRequest, stored: StoredResponse): void;
  /**
   * Revalidates `stored` without a client, beside the bound, and resolves to what has been stored: null when nothing was, when a flight for
   * the key is under way, and when the key must wait. Never rejects.
   */
  refreshPurged(key: string, stored: StoredResponse): Promise<StoredResponse | null>;
  /** Background revalidations under way. */
  readonly running: number;
}

/** Makes the background revalidation of one edge. */
export function createRefreshing(context: EdgeContext, flights: Flights<Flight>): Refreshing {
  const { settings, report, backoff } = context;
  const { bounds } = settings;
  let running = 0;
  const failed = (key: string, { start }: Flight, cause: unknown): void => {
    backoff.failed(key, start);
    report({ kind: 'refresh-failed', key, cause });
  };
  const finish = (key: string, flight: Flight, outcome: FlightOutcome): void => {
    if (outcome.kind === 'failed') failed(key, flight, outcome.cause);
    else if (outcome.kind === 'stream' && callsForBackoff(outcome.head.status))
      failed(key, flight, new Error(`the origin answered ${outcome.head.status}`));
    else backoff.succeeded(key);
  };
  const mayStart = (key: string): boolean => {
    if (flights.joinable(key) !== null) return false;
    if (!backoff.isWaiting(key)) return true;
    report({ kind: 'refresh-skipped', key, because: 'backoff' });
    return false;
  };
  const start = async (key: string, flight: Flight): Promise<StoredResponse | null> => {
    running += 1;
    flights.announce(key, flight);
    void beginOnce(flight, context, () => report({ kind: 'refresh', key })).outcome.then((outcome) => finish(key, flight, outcome));
    const stored = await flight.done;
    running -= 1;
    return stored;
  };
  return {
    refresh: (client, stored) => {
      const { key } = client;
      if (!mayStart(key)) return;
      if (running >= bounds.refreshes) report({ kind: 'refresh-skipped', key, because: 'bound' });
      else void start(key, refreshFlight(client, stored, context));
    },
    refreshPurged: async (key, stored) => (mayStart(key) ? start(key, purgedFlight(key, stored, context)) : null),
    get running() {
      return running;
    },
  };
}

function refreshFlight({ key, scope, fields, url, req }: ClientRequest, stored: StoredResponse, context: EdgeContext): Flight {
  const request = refreshFields(fields, stored, context.encoder !== null);
  return flightOf({ key, scope, url, fields }, stored, { request, peer: peerOf(req) }, context);
}

/** The peer of a request that no client has caused. */
const NO_PEER: Peer = { remoteAddress: undefined, remotePort: undefined, encrypted: false, httpVersion: '1.1' };

function purgedFlight(key: string, stored: StoredResponse, context: EdgeContext): Flight {
  const request = selectingFields(stored);
  const { scope, url } = stored;
  return flightOf({ key, scope, url, fields: request.fields }, stored, { request, peer: NO_PEER }, context);
}

function flightOf(
  target: Pick<FlightPlan, 'key' | 'scope' | 'url' | 'fields'>,
  stored: StoredResponse,
  { request, peer }: { readonly request: OriginRequest; readonly peer: Peer },
  context: EdgeContext,
): Flight {
  return new Flight(
    {
      ...target,
      method: 'GET',
      makeRequest: (onDestroy) => detachedRequest('GET', target.url, request.fields, peer, onDestroy),
      mayStore: true,
      outlivesClients: true,
      requestNoStore: false,
      ranged: false,
      stored,
      validates: request.validates,
      fallback: NO_FALLBACK,
      related: null,
      hasFallback: true,
      onHead: () => false,
    },
    context,
  );
}
