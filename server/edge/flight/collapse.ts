/**
 * Collapsed forwarding: the flights under way by key, so that concurrent requests for a key share one exchange. A key whose response could
 * not be shared is remembered for a while (hit-for-miss), so that its next requests do not wait for a response that they cannot use.
 */

import type { LogicalTimestamp, ResponseHead } from '../response/stored-response.ts';
import { createBoundedKeys } from '../store/bounded-keys.ts';
import type { PurgeEpochs, RequestStart } from '../store/purge-epochs.ts';
import type { FlightOutcome } from './plan.ts';

/** What decides whether a request may join a flight. */
interface CollapsibleFlight {
  readonly start: RequestStart;
  readonly began: LogicalTimestamp;
  readonly groups: readonly string[];
  readonly responseHead: ResponseHead | null;
  readonly isShared: boolean;
  readonly isSettling: boolean;
  readonly settled: Promise<unknown> | null;
  readonly outcome: Promise<FlightOutcome>;
  readonly done: Promise<unknown>;
  whenSettling(act: (result: Promise<unknown>) => void): void;
}

export interface Flights<Flight extends CollapsibleFlight> {
  /** Returns the flight that a request may join, if any. */
  joinable(key: string): Flight | null;
  /** Whether other requests may join a new flight for the key. */
  mayLead(key: string): boolean;
  /** Makes a flight joinable until it ends or its response turns out not to be shared. */
  announce(key: string, flight: Flight): void;
  readonly size: number;
}

export interface CollapseOptions {
  readonly now: () => number;
  readonly hitForMissMs: number;
  /** Keys remembered for hit-for-miss. */
  readonly bound: number;
}

/** Makes an empty registry. */
export function createFlights<Flight extends CollapsibleFlight>(
  epochs: PurgeEpochs,
  { now, hitForMissMs, bound }: CollapseOptions,
): Flights<Flight> {
  const flights = new Map<string, Flight>();
  const hitForMiss = createBoundedKeys<number>(bound);
  const forget = (key: string, flight: Flight): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  return {
    joinable: (key) => {
      const flight = flights.get(key);
      if (flight === undefined) return null;
      // A purge since the start of the flight may affect its response.
      if (flight.start.generation !== epochs.generation && isPurged(key, flight, epochs)) return null;
      if (flight.settled !== null || flight.responseHead === null || flight.isShared) return flight;
      return null;
    },
    mayLead: (key) => {
      const until = hitForMiss.get(key);
      if (until === undefined) return true;
      const left = until - now();
      // More than the whole time is only left when the clock was set back.
      return left <= 0 || left > hitForMissMs;
    },
    announce: (key, flight) => {
      flights.set(key, flight);
      // The origin may announce a settled response after its head, which looked unshareable, or after the end of its response.
      flight.whenSettling((result) => {
        hitForMiss.delete(key);
        if (!flights.has(key)) flights.set(key, flight);
        void result.then(() => forget(key, flight));
      });
      void flight.outcome.then((outcome) => {
        if (outcome.kind !== 'stream') return;
        if (outcome.storing || flight.isSettling) {
          hitForMiss.delete(key);
        } else {
          hitForMiss.set(key, now() + hitForMissMs);
          forget(key, flight);
        }
      });
      void flight.done.then(() => forget(key, flight));
    },
    get size() {
      return flights.size;
    },
  };
}

/** Without a head the groups are unknown, and a settled response has its own, so any purge that may affect the key counts then. */
function isPurged(key: string, flight: CollapsibleFlight, epochs: PurgeEpochs): boolean {
  if (flight.responseHead === null || flight.isSettling) return epochs.mayAffect(key, flight.start);
  return epochs.verdict(key, { began: flight.began, groups: flight.groups }) !== 'valid';
}
