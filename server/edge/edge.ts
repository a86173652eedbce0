/** The edge as a whole: it looks up each request and hands it to delivery, forwarding or passing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlainRequest } from '../message/plain-request.ts';
import { NO_REQUEST_DIRECTIVES } from '../message/request-directives.ts';
import { createEdgeContext } from './composition.ts';
import { sendEdgeError } from './delivery/send.ts';
import { createStoredDelivery, type StoredAnswer } from './delivery/stored.ts';
import { createFlights } from './flight/collapse.ts';
import type { EdgeContext } from './flight/context.ts';
import { countingReporter, createCounters, type EdgeCounts, type EdgeReporter } from './flight/events.ts';
import type { Flight } from './flight/flight.ts';
import { createForwarding, type Forwarding } from './flight/forwarding.ts';
import { type DeliveryContext, deliverStaleIfError, deliverTakenOver } from './flight/outcome-delivery.ts';
import { unlessDisconnected } from './flight/participants.ts';
import { passRequest } from './flight/pass.ts';
import { createPurgeRefreshing, createRefreshing, type Refreshing } from './flight/refreshing.ts';
import { type EdgeOptions, type EdgeSettings, edgeSettings } from './options.ts';
import { decide, decideWithout, type OriginDecision } from './policy/lookup-decision.ts';
import { type Purge, purge } from './purge.ts';
import { type ClientRequest, type ReadRequest, readClientRequest, readRequest } from './request/client-request.ts';
import { namesValidHost, resolveAbsoluteForm } from './request/target.ts';
import type { StoredResponse } from './response/stored-response.ts';
import type { StoreUse } from './store/store.ts';

interface EdgeStats extends EdgeCounts, StoreUse {
  /** Exchanges that requests may join now. */
  readonly flights: number;
  /** Background revalidations under way. */
  readonly refreshesRunning: number;
  /** Keys that wait for a revalidation because of a purge. */
  readonly refreshesWaiting: number;
  /** Whether this replica shares responses and purges with others now. */
  readonly isSharing: boolean;
}

export interface Edge {
  /** Answers a request. For `http.createServer`. */
  readonly listener: (req: IncomingMessage, res: ServerResponse) => void;
  /**
   * Returns the bytes with which `listener` would answer a request on a persistent connection of a server with this `keepAliveTimeout`, where
   * a fresh stored response answers it and nothing else is to be done. Null for every other request: `listener` answers it.
   */
  readonly storedAnswer: (request: PlainRequest, keepAliveTimeout: number) => StoredAnswer | null;
  /** From now on no response whose request started before this call is sent as fresh. Takes effect before it returns. */
  purge(what: Purge): void;
  /** Tells the replica that starts next how much of the site's changes the purges so far reflect. Without shared responses it does nothing. */
  leaveMark(mark: string): Promise<void>;
  /** Says whether a plain GET of this target would be answered from the store while the origin answers with errors. */
  standsInFor(url: string): boolean;
  stats(): EdgeStats;
  /** Empties the store and ends the revalidation after purges. Exchanges under way continue, and the listener keeps working. */
  close(): void;
}

/** Everything that answers a request. */
interface EdgeParts {
  readonly settings: EdgeSettings;
  readonly context: DeliveryContext;
  readonly forwarding: Forwarding;
  readonly refreshing: Refreshing;
}

/** Makes an edge. @throws RangeError for invalid options, as `edgeSettings` says. */
export function createEdge(options: EdgeOptions): Edge {
  const settings = edgeSettings(options);
  const { clock, bounds } = settings;
  const counters = createCounters();
  const report = countingReporter(settings.report, counters);
  const { context: shared, sharing } = createEdgeContext(settings, report, () => purgeRefreshing.start());
  const context: DeliveryContext = { ...shared, delivery: createStoredDelivery(settings, shared.encoder) };
  const { epochs } = context;
  const flights = createFlights<Flight>(epochs, {
    now: () => clock.now(),
    hitForMissMs: settings.hitForMissSeconds * 1_000,
    bound: bounds.epochs,
  });
  const refreshing = createRefreshing(context, flights);
  const purgeRefreshing = createPurgeRefreshing(context, (key, stored) => refreshing.refreshPurged(key, stored));
  const forwarding = createForwarding(context, flights);
  const parts: EdgeParts = { settings, context, forwarding, refreshing };
  return {
    listener: (req, res) => {
      const fault = (cause: unknown): void => {
        report({ kind: 'fault', key: req.url ?? '', cause });
        failRequest(req, res, settings, report);
      };
      try {
        resolveAbsoluteForm(req);
        const done: unknown = settings.exclude(req)
          ? settings.origin(req, res, NO_EXCHANGE)
          : answer(readClientRequest(req, res, settings), parts);
        if (done instanceof Promise) done.catch(fault);
      } catch (thrown) {
        fault(thrown);
      }
    },
    storedAnswer: (request, keepAliveTimeout) => {
      try {
        return storedAnswer(request, keepAliveTimeout, parts);
      } catch (thrown) {
        report({ kind: 'fault', key: request.url, cause: thrown });
        return null;
      }
    },
    purge: (what) => {
      purge(what, settings, epochs, report);
      if (what.mode === 'refresh') purgeRefreshing.start();
    },
    leaveMark: async (mark) => sharing?.leaveMark(mark),
    standsInFor: (url) => standsInFor(url, context),
    stats: () => ({
      ...counters.read(),
      ...settings.store.use(),
      flights: flights.size,
      refreshesRunning: refreshing.running,
      refreshesWaiting: purgeRefreshing.waiting,
      isSharing: sharing?.isFollowing() === true,
    }),
    close: () => {
      purgeRefreshing.stop();
      sharing?.close();
      settings.store.clear();
    },
  };
}

/** Ends a request that failed inside the edge: with 502, or by closing the connection when the response has begun. */
function failRequest(req: IncomingMessage, res: ServerResponse, settings: EdgeSettings, report: EdgeReporter): void {
  // The response was complete before the fault.
  if (res.writableEnded) return;
  try {
    if (!res.headersSent) {
      sendEdgeError(readClientRequest(req, res, settings), 'unreachable', settings);
      return;
    }
  } catch (thrown) {
    // The functions of the options, which make the error response, may be what failed.
    report({ kind: 'fault', key: req.url ?? '', cause: thrown });
  }
  res.destroy();
}

const NO_EXCHANGE = { hasFallback: false, settle: () => undefined };

function answer(client: ClientRequest, parts: EdgeParts): Promise<void> | null {
  const { settings } = parts;
  const { headers, req } = client;
  if (!namesValidHost(req, headers.host)) {
    sendEdgeError(client, 'bad-host', settings);
    return null;
  }
  const bypasses = settings.mayBypass({ url: req.url ?? '', rawHeaders: req.rawHeaders }) && settings.bypass(req);
  if (bypasses instanceof Promise) {
    return bypasses.then(async (does) => {
      await (does ? passBypassing(client, parts) : answerByMethod(client, parts));
    });
  }
  return bypasses ? passBypassing(client, parts) : answerByMethod(client, parts);
}

function passBypassing(client: ClientRequest, { settings, context }: EdgeParts): Promise<void> {
  return passRequest(client, 'bypass', settings.bypassFields, context);
}

function answerByMethod(client: ClientRequest, parts: EdgeParts): Promise<void> | null {
  const { settings, context } = parts;
  const { method } = client;
  if (method !== 'GET' && method !== 'HEAD') return passRequest(client, 'method', [], context);
  if (settings.clientDirectives === 'honour' && needsOrigin(client)) return passRequest(client, 'request', [], context);
  return answerFromStore(client, parts);
}

/**
 * Only the origin can evaluate these preconditions. A cache may also ignore them (RFC 9110 §13.1.1, §13.1.4), as it does with
 * `ignore-reload`, where each would otherwise force a request to the origin. A client that sends only-if-cached wants no such request (RFC
 * 9111 §5.2.1.7).
 */
function needsOrigin({ headers, directives }: ReadRequest): boolean {
  return (headers.ifMatch !== null || headers.ifUnmodifiedSince !== null) && !directives.onlyIfCached;
}

/** @param hasAsked whether the shared cache has been asked for this request. */
function answerFromStore(client: ClientRequest, parts: EdgeParts, hasAsked = false): Promise<void> | null {
  const { settings, context, refreshing } = parts;
  const { key, method, fields, headers, directives } = client;
  const found = context.store.lookup(key, method, fields, headers);
  const input = { request: directives, now: settings.clock.now(), staleWhenDisconnected: settings.staleWhenDisconnected };
  if (found.kind === 'none') return answerWithout(client, decideWithout(found.reason, input), { stored: null, hasAsked }, parts);
  const { stored } = found;
  const decision = decide(stored, found.verdict, input);
  switch (decision.kind) {
    case 'fresh':
      if (hasAsked) takenOverHit(client, stored, context);
      else hit(client, stored, input.now, false, context);
      return null;
    case 'stale':
      hit(client, stored, input.now, true, context);
      if (decision.refresh) refreshing.refresh(client, stored);
      return null;
    default:
      return answerWithout(client, decision, { stored, hasAsked }, parts);
  }
}

/** @param stored the response that the request selects, though it may not be sent now. */
function answerWithout(
  client: ClientRequest,
  decision: OriginDecision,
  { stored, hasAsked }: { readonly stored: StoredResponse | null; readonly hasAsked: boolean },
  parts: EdgeParts,
): Promise<void> | null {
  const { settings, context, forwarding } = parts;
  if (decision.kind === 'refuse') {
    sendEdgeError(client, 'only-if-cached', settings);
    return null;
  }
  const { reason, fallback } = decision;
  if (!hasAsked && (reason === 'uri-miss' || reason === 'stale') && mayAskOthers(client, parts)) return askOthers(client, parts);
  if (stored !== null && fallback.onError && context.backoff.allowsStale(client.key)) {
    deliverStaleIfError(client, stored, context);
    return null;
  }
  return forwarding.forward(client, { reason, fallback, stored });
}

function mayAskOthers({ key }: ClientRequest, { context: { shared }, forwarding }: EdgeParts): boolean {
  return shared?.mayHave(key) === true && !forwarding.isUnderWay(key);
}

/** Answers after the response of another replica has been taken over, where there is one. */
async function askOthers(client: ClientRequest, parts: EdgeParts): Promise<void> {
  const takenOver = parts.context.shared?.fetch(client.key) ?? Promise.resolve();
  if ((await unlessDisconnected(client, takenOver)) !== null) await answerFromStore(client, parts, true);
}

/** A request that may bypass the edge is left to `listener`, because `bypass` reads Node's object and may take its time. */
function storedAnswer(request: PlainRequest, keepAliveTimeout: number, { settings, context }: EdgeParts): StoredAnswer | null {
  if ((request.method !== 'GET' && request.method !== 'HEAD') || request.hasContent) return null;
  if (settings.mayBypass(request) || settings.exclude(request)) return null;
  const read = readRequest(request, settings);
  const { key, method, fields, headers, directives } = read;
  if (!namesValidHost(request, headers.host) || (settings.clientDirectives === 'honour' && needsOrigin(read))) return null;
  const found = context.store.lookup(key, method, fields, headers);
  if (found.kind === 'none') return null;
  const now = settings.clock.now();
  const { staleWhenDisconnected } = settings;
  if (decide(found.stored, found.verdict, { request: directives, now, staleWhenDisconnected }).kind !== 'fresh') return null;
  const answered = context.delivery.answer(read, found.stored, now, keepAliveTimeout);
  if (answered !== null) context.report({ kind: 'hit', key, stale: false });
  return answered;
}

const NO_RANGE = { range: null, ifRange: null };

function standsInFor(url: string, { settings, store }: EdgeContext): boolean {
  const { key } = settings.targetOf({ url, rawHeaders: [] });
  const found = store.lookup(settings.keyPrefix + key, 'GET', [], NO_RANGE);
  if (found.kind === 'none') return false;
  const { staleWhenDisconnected } = settings;
  const input = { request: NO_REQUEST_DIRECTIVES, now: settings.clock.now(), staleWhenDisconnected };
  const decision = decide(found.stored, found.verdict, input);
  return decision.kind !== 'forward' || decision.fallback.onError;
}

function takenOverHit(client: ClientRequest, stored: StoredResponse, context: DeliveryContext): void {
  context.report({ kind: 'hit', key: client.key, stale: false });
  deliverTakenOver(client, stored, context);
}

function hit(client: ClientRequest, stored: StoredResponse, now: number, stale: boolean, { delivery, report }: DeliveryContext): void {
  report({ kind: 'hit', key: client.key, stale });
  delivery.hit(client, stored, now);
}
