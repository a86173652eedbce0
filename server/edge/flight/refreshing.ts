/** Renewal of stale responses in the background (RFC 5861 §3): bounded, once per key, and slower after failures. */

import { detachedRequest, peerOf } from '../origin/detached-request.ts';
import { refreshFields } from '../origin/forwarded-fields.ts';
import { isTrouble, NO_FALLBACK } from '../policy/lookup-decision.ts';
import type { Client } from '../request/client.ts';
import type { StoredResponse } from '../response/stored-response.ts';
import type { Flights } from './collapse.ts';
import type { EdgeParts } from './context.ts';
import { Flight } from './flight.ts';
import type { FlightOutcome } from './plan.ts';

export interface Refreshing {
  /** Renews `stored` unless that is under way, too many are, or it failed lately. Never throws. */
  refresh(client: Client, stored: StoredResponse): void;
  /** Refreshes under way. */
  readonly running: number;
}

/** Makes the refreshing of one edge. */
export function createRefreshing(parts: EdgeParts, flights: Flights): Refreshing {
  const { settings, report, failures } = parts;
  const { bounds } = settings;
  let running = 0;
  const failed = (key: string, { mark }: Flight, cause: unknown): void => {
    failures.failed(key, mark);
    report({ kind: 'refresh-failed', key, cause });
  };
  const finish = (key: string, flight: Flight, outcome: FlightOutcome): void => {
    if (outcome.kind === 'failed') failed(key, flight, outcome.cause);
    else if (outcome.kind === 'stream' && isTrouble(outcome.head.status))
      failed(key, flight, new Error(`the origin answered ${outcome.head.status}`));
    else failures.succeeded(key);
    // Nobody reads: what cannot be kept need not be sent.
    flight.abandonIfUseless();
  };
  return {
    refresh: (client, stored) => {
      const { key } = client;
      if (flights.joinable(key) !== null) return;
      if (failures.isTooSoon(key)) {
        report({ kind: 'refresh-skipped', key, because: 'backoff' });
        return;
      }
      if (running >= bounds.refreshes) {
        report({ kind: 'refresh-skipped', key, because: 'bound' });
        return;
      }
      running += 1;
      report({ kind: 'refresh', key });
      const flight = refreshFlight(client, stored, parts);
      flights.announce(key, flight);
      void flight.start().outcome.then((outcome) => finish(key, flight, outcome));
      void flight.done.then(() => {
        running -= 1;
      });
    },
    get running() {
      return running;
    },
  };
}

function refreshFlight({ key, scope, fields: asked, url, req }: Client, stored: StoredResponse, parts: EdgeParts): Flight {
  const { fields, validates } = refreshFields(req, stored, parts.settings.encoding !== null);
  const peer = peerOf(req);
  return new Flight(
    {
      key,
      scope,
      method: 'GET',
      fields: asked,
      makeRequest: (onDestroy) => detachedRequest('GET', url, fields, peer, onDestroy),
      mayStore: true,
      outlivesClients: true,
      requestNoStore: false,
      ranged: false,
      stored,
      validates,
      fallback: NO_FALLBACK,
      near: null,
      hasFallback: true,
      onHead: () => false,
    },
    parts,
  );
}
