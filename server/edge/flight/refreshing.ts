/** Background revalidation of stale responses (RFC 5861 §3): bounded, once per key, and with backoff after failures. */
import { detachedRequest, peerOf } from '../origin/detached-request.ts';
import { refreshFields } from '../origin/forwarded-fields.ts';
import { callsForBackoff, NO_FALLBACK } from '../policy/lookup-decision.ts';
import type { Client } from '../request/client.ts';
import type { StoredResponse } from '../response/stored-response.ts';
import type { Flights } from './collapse.ts';
import type { EdgeContext } from './context.ts';
import { Flight } from './flight.ts';
import type { FlightOutcome } from './plan.ts';

export interface Refreshing {
  /** Revalidates `stored`, unless a flight for its key is under way, too many are, or the key must wait. Never throws. */
  refresh(client: Client, stored: StoredResponse): void;
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
    // No client reads it: a response that is not stored need not be received.
    flight.abandonIfUseless();
  };
  return {
    refresh: (client, stored) => {
      const { key } = client;
      if (flights.joinable(key) !== null) return;
      if (backoff.isWaiting(key)) {
        report({ kind: 'refresh-skipped', key, because: 'backoff' });
        return;
      }
      if (running >= bounds.refreshes) {
        report({ kind: 'refresh-skipped', key, because: 'bound' });
        return;
      }
      running += 1;
      report({ kind: 'refresh', key });
      const flight = refreshFlight(client, stored, context);
      flights.announce(key, flight);
      void flight.begin().outcome.then((outcome) => finish(key, flight, outcome));
      void flight.done.then(() => {
        running -= 1;
      });
    },
    get running() {
      return running;
    },
  };
}

function refreshFlight({ key, scope, fields: request, url, req }: Client, stored: StoredResponse, context: EdgeContext): Flight {
  const { fields, validates } = refreshFields(req, stored, context.encoder !== null);
  const peer = peerOf(req);
  return new Flight(
    {
      key,
      scope,
      method: 'GET',
      fields: request,
      makeRequest: (onDestroy) => detachedRequest('GET', url, fields, peer, onDestroy),
      mayStore: true,
      outlivesClients: true,
      requestNoStore: false,
      ranged: false,
      stored,
      validates,
      fallback: NO_FALLBACK,
      related: null,
      hasFallback: true,
      onHead: () => false,
    },
    context,
  );
}
