/**
 * Which flights are under way for which keys, so that a cold key is asked for once however many want it. A key whose answer could not be
 * shared is remembered for a while: its next clients do not queue up behind an answer that will not be theirs.
 */

import { keyMemory } from '../store/bounded-keys.ts';
import type { Epochs } from '../store/purge-epochs.ts';
import type { Flight } from './flight.ts';

export interface Flights {
  /** The flight that a request may wait for, if any. */
  joinable(key: string): Flight | null;
  /** Whether a new flight for the key may be waited for. */
  mayLead(key: string): boolean;
  /** Lets later requests for the key find the flight until it is over or turns out not to be shared. */
  announce(key: string, flight: Flight): void;
  readonly size: number;
}

export interface CollapseOptions {
  readonly now: () => number;
  readonly doNotWaitMs: number;
  /** Keys remembered as not worth waiting for. */
  readonly remembered: number;
}

/** Makes an empty registry. */
export function createFlights(epochs: Epochs, { now, doNotWaitMs, remembered }: CollapseOptions): Flights {
  const flights = new Map<string, Flight>();
  const notShared = keyMemory<number>(remembered);
  const forget = (key: string, flight: Flight): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  return {
    joinable: (key) => {
      const flight = flights.get(key);
      if (flight === undefined) return null;
      // A purge since its beginning may be about what it carries.
      if (flight.mark.generation !== epochs.generation && isPurged(key, flight, epochs)) return null;
      if (flight.settled !== null || flight.responseHead === null || flight.isShared) return flight;
      return null;
    },
    mayLead: (key) => {
      const until = notShared.get(key);
      if (until === undefined) return true;
      const left = until - now();
      // More than was ever noted is left only where the clock was set back.
      return left <= 0 || left > doNotWaitMs;
    },
    announce: (key, flight) => {
      flights.set(key, flight);
      // It may say so only after its head, when it was taken for one that cannot be shared, or even after its end.
      flight.whenSettling((result) => {
        notShared.delete(key);
        if (!flights.has(key)) flights.set(key, flight);
        void result.then(() => forget(key, flight));
      });
      void flight.outcome.then((outcome) => {
        if (outcome.kind !== 'stream') return;
        if (outcome.storing || flight.isSettling) {
          notShared.delete(key);
        } else {
          notShared.set(key, now() + doNotWaitMs);
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

/** Its groups are known only with its head, and a settled response brings its own, so that those of the head say nothing of it. */
function isPurged(key: string, flight: Flight, epochs: Epochs): boolean {
  if (flight.responseHead === null || flight.isSettling) return epochs.mayConcern(key, flight.mark);
  return epochs.verdict(key, { began: flight.began, groups: flight.groups }) !== 'valid';
}
