/**
 * Collapsed forwarding: the flights under way by key, so that concurrent requests for a key share one exchange. A key whose response could
 * not be shared is remembered for a while (hit-for-miss), so that its next requests do not wait for a response that they cannot use. Of
 * several replicas with the same miss one calls the origin, and the others take over its response.
 */

import { NO_REQUEST_DIRECTIVES } from '../../message/request-directives.ts';
import { decide } from '../policy/lookup-decision.ts';
import type { LogicalTimestamp, ResponseHead, StoredResponse } from '../response/stored-response.ts';
import { createBoundedKeys } from '../store/bounded-keys.ts';
import type { PurgeEpochs, RequestStart } from '../store/purge-epochs.ts';
import type { ResponseSharing } from '../store/shared/shared-responses.ts';
import type { EdgeContext } from './context.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';

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

/** A flight that has not begun. */
interface WaitingFlight {
  readonly plan: Pick<FlightPlan, 'key' | 'fields'>;
  readonly isSettling: boolean;
  readonly outcome: Promise<FlightOutcome>;
  readonly done: Promise<unknown>;
  begin(): unknown;
  adopt(stored: StoredResponse): void;
  fail(cause: unknown): void;
}

/** Begins a flight at once. */
export function beginAlone<Flight extends WaitingFlight>(flight: Flight, onBegin: () => void): Flight {
  onBegin();
  flight.begin();
  return flight;
}

/** Begins a flight unless another replica makes its response, or has made it. @param onBegin called before the origin is. */
export function beginOnce<Flight extends WaitingFlight>(flight: Flight, context: EdgeContext, onBegin: () => void): Flight {
  const { shared, report } = context;
  const { key } = flight.plan;
  if (shared?.mayHave(key) !== true) return beginAlone(flight, onBegin);
  takeTurn(flight, context, { shared, onBegin }).catch((cause: unknown) => {
    report({ kind: 'fault', key, cause });
    flight.fail(cause);
  });
  return flight;
}

async function takeTurn(
  flight: WaitingFlight,
  context: EdgeContext,
  { shared, onBegin }: { readonly shared: ResponseSharing; readonly onBegin: () => void },
): Promise<void> {
  const turn = await shared.turn(flight.plan.key, () => freshResponse(flight, context) !== null);
  const stored = freshResponse(flight, context);
  if (stored !== null) {
    turn.end(false);
    flight.adopt(stored);
    return;
  }
  try {
    const outcome = await beginAlone(flight, onBegin).outcome;
    if (outcome.kind === 'stream' && (outcome.storing || flight.isSettling)) await flight.done;
  } finally {
    turn.end(true);
  }
}

const NO_RANGE = { range: null, ifRange: null };

function freshResponse({ plan: { key, fields } }: WaitingFlight, { store, settings }: EdgeContext): StoredResponse | null {
  const found = store.lookup(key, 'GET', fields, NO_RANGE);
  if (found.kind === 'none') return null;
  const input = { request: NO_REQUEST_DIRECTIVES, now: settings.clock.now(), staleWhenDisconnected: settings.staleWhenDisconnected };
  return decide(found.stored, found.verdict, input).kind === 'fresh' ? found.stored : null;
}
