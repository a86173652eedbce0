/**
 * Background revalidation of stored responses: of one that was sent stale (RFC 5861 §3), bounded and once per key, and of all that a purge of
 * the mode `refresh` affects, one after the other. A key whose revalidation fails waits (backoff).
 */
import { detachedRequest, type Peer, peerOf } from '../origin/detached-request.ts';
import { type OriginRequest, refreshFields, selectingFields } from '../origin/forwarded-fields.ts';
import { callsForBackoff, NO_FALLBACK } from '../policy/lookup-decision.ts';
import type { ClientRequest } from '../request/client-request.ts';
import type { StoredResponse } from '../response/stored-response.ts';
import { varyNames } from '../response/vary.ts';
import type { Flights } from './collapse.ts';
import { beginOnce } from './collapse.ts';
import type { EdgeContext } from './context.ts';
import { Flight } from './flight.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';

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
const NO_PEER: Peer = { remoteAddress: undefined, remotePort: undefined, encrypted: false };

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

export interface PurgeRefreshing {
  /** Starts, or goes on after what is under way. */
  start(): void;
  stop(): void;
  /** Keys that wait. */
  readonly waiting: number;
}

/** The pause is this many times as long as the revalidation before it, which leaves two thirds of the time to clients. */
const PAUSE_FACTOR = 2;

/** Where time is short too, the next revalidation does not start at once. */
const SHORTEST_PAUSE_MS = 10;

/** The part of the time until a soft purge in which all is to be revalidated. */
const PLANNED_PART = 1 / 2;

/**
 * Makes the revalidation of all responses that a purge of the mode `refresh` affects: the most recently used first, one after the other,
 * with a pause after each, so that requests of clients have most of the origin's time. The pauses are shorter where there are so many
 * responses that some would not be reached before the purge counts as a soft one; those are left to the next request for them.
 * @param refresh revalidates a response and resolves to what has been stored; it never rejects.
 */
export function createPurgeRefreshing(
  context: EdgeContext,
  refresh: (key: string, stored: StoredResponse) => Promise<StoredResponse | null>,
): PurgeRefreshing {
  const { settings, store, report } = context;
  const { clock } = settings;
  let waiting = 0;
  let isRunning = false;
  let isStopped = false;
  let isWanted = false;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const refreshKey = async (key: string, plannedEnd: number): Promise<boolean> => {
    let hasStored = false;
    for (const stored of store.toRefresh(key)) {
      if (isStopped || !isSelectedByKnownFields(stored, context)) continue;
      const begin = clock.now();
      hasStored = (await refresh(key, stored)) !== null || hasStored;
      const took = clock.now() - begin;
      const mayTake = (plannedEnd - clock.now()) / (waiting - 1);
      await pause(Math.max(SHORTEST_PAUSE_MS, Math.min(PAUSE_FACTOR * took, mayTake - took)));
    }
    return hasStored;
  };
  const refreshAll = async (): Promise<boolean> => {
    let hasStored = false;
    const plannedEnd = clock.now() + PLANNED_PART * settings.refreshForSeconds * 1_000;
    const keys = store.keysToRefresh();
    for (const [index, key] of keys.entries()) {
      waiting = keys.length - index;
      hasStored = (await refreshKey(key, plannedEnd)) || hasStored;
    }
    waiting = 0;
    return hasStored;
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        // A request that was under way during the purge leaves a response to revalidate.
        if ((await refreshAll()) && !isStopped) isWanted = true;
      }
    } catch (thrown) {
      report({ kind: 'fault', key: '*', cause: thrown });
    }
    isRunning = false;
  };
  return {
    start: () => {
      if (isStopped) return;
      isWanted = true;
      if (!isRunning) void run();
    },
    stop: () => {
      isStopped = true;
    },
    get waiting() {
      return waiting;
    },
  };
}

/** Says whether the fields that selected the response are stored with it: those that are part of the key instead are not. */
function isSelectedByKnownFields({ fields, selection }: StoredResponse, { encoder }: Pick<EdgeContext, 'encoder'>): boolean {
  return varyNames(fields).every((name) => selection.names.includes(name) || (name === 'accept-encoding' && encoder !== null));
}
