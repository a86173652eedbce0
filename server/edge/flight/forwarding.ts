/** Asks the origin for a client: leads a flight, joins one, or goes alone; and sends what comes of it. */
import type { LRUCache } from 'lru-cache';
import { type CacheOutcome, cacheStatusMember, withCacheStatus } from '../delivery/cache-status.ts';
import { wantsCheck } from '../delivery/stored.ts';
import { deliverStream } from '../delivery/stream.ts';
import { asksForWhole } from '../delivery/streamed-range.ts';
import { detachedRequest, peerOf } from '../origin/detached-request.ts';
import { forwardedFields, nearbyFields, type OriginRequest } from '../origin/forwarded-fields.ts';
import { OriginFailure } from '../origin/origin.ts';
import { decide, type Fallback, type ForwardReason, isTrouble } from '../policy/lookup-decision.ts';
import { nearby } from '../policy/related-responses.ts';
import { lasting } from '../policy/validation.ts';
import { type Client, sendInterim, sendOwnError } from '../request/client.ts';
import { initialAge } from '../response/freshness.ts';
import { freshFor, type ResponseHead, type StoredResponse } from '../response/stored-response.ts';
import { selectionOf, selects } from '../response/vary.ts';
import { keyMemory } from '../store/bounded-keys.ts';
import type { Flights } from './collapse.ts';
import type { EdgeParts } from './context.ts';
import { Flight } from './flight.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';
import { whileHere } from './waiting.ts';

interface Wanted {
  readonly reason: ForwardReason;
  readonly stored: StoredResponse | null;
  readonly fallback: Fallback;
}

export interface Forwarding {
  /** Forwards a GET or HEAD that the store does not answer. */
  forward(client: Client, wanted: Wanted): Promise<void>;
}

interface Context extends EdgeParts {
  readonly flights: Flights;
  /** Keys of origins that answered amiss what the edge asked for its own sake: they are asked as the client does. */
  readonly asAsked: LRUCache<string, true>;
  waiting: number;
}

/** Makes the forwarding of one edge. */
export function createForwarding(parts: EdgeParts, flights: Flights): Forwarding {
  const asAsked = keyMemory<true>(parts.settings.bounds.epochs);
  const context: Context = { ...parts, flights, asAsked, waiting: 0 };
  return { forward: (client, wanted) => forward(client, wanted, context, true) };
}

async function forward(client: Client, wanted: Wanted, context: Context, mayJoin: boolean): Promise<void> {
  if (mayJoin && isCollapsible(client, context)) {
    const flight = context.flights.joinable(client.key);
    if (flight !== null && mayWait(client, context)) {
      await join(client, wanted, flight, context);
      return;
    }
  }
  await lead(client, wanted, context, mayJoin);
}

/** Whether the answer for this client can be the answer for others, and theirs its own. */
function isCollapsible(client: Client, { settings }: Context): boolean {
  const { policy } = client;
  if (policy.noCache || policy.noStore || !asksForWhole(client, settings)) return false;
  return settings.conditionalMiss === 'fill' || !wantsCheck(client);
}

function mayWait({ key }: Client, { waiting, settings, report }: Context): boolean {
  if (waiting < settings.bounds.waiters) return true;
  report({ kind: 'waiter-refused', key });
  return false;
}

async function join(client: Client, wanted: Wanted, flight: Flight, context: Context): Promise<void> {
  context.report({ kind: 'joined', key: client.key });
  context.waiting += 1;
  const release = flight.hold((status, fields) => sendInterim(client, status, fields));
  const left = onceClosed(client, release);
  const settling = flight.settled;
  let together = settling !== null;
  try {
    const settled = settling === null ? null : await whileHere(client, settling);
    if (left()) return;
    if (settled !== null && selects(settled.selection, client.fields)) {
      answerStored(client, settled, { kind: 'forward', reason: wanted.reason, collapsed: true }, context);
      release();
      return;
    }
    const outcome = settling === null ? await whileHere(client, flight.outcome) : null;
    if (left()) return;
    if (outcome !== null && isForJoiner(client, outcome, flight)) {
      deliver(client, flight, outcome, { wanted, release, evaluated: false, collapsed: true }, context);
      return;
    }
    together ||= outcome?.kind === 'unusable' || flight.settled !== null;
  } finally {
    context.waiting -= 1;
  }
  release();
  // Nothing was settled, or the answer was for nobody: all who waited begin again together. What is another's is asked for alone.
  await forwardAgain(client, wanted, context, together);
}

/** While a client waited, another exchange may have stored what it wants: a purge makes a second one lead beside the first. */
async function forwardAgain(client: Client, wanted: Wanted, context: Context, together: boolean): Promise<void> {
  const { shelf, settings } = context;
  const { key, method, fields, asked, policy } = client;
  const found = shelf.find(key, method, fields, asked);
  const input = { request: policy, now: settings.clock.now(), staleWhenDisconnected: settings.staleWhenDisconnected };
  if (found.kind === 'found' && decide(found.stored, found.verdict, input).kind === 'fresh') {
    answerStored(client, found.stored, { kind: 'forward', reason: wanted.reason, collapsed: true }, context);
  } else {
    await forward(client, wanted, context, together);
  }
}

function isForJoiner(client: Client, outcome: FlightOutcome, flight: Flight): boolean {
  switch (outcome.kind) {
    case 'stream':
      return flight.isShared && selects(selectionOf(outcome.head.vary, flight.plan.fields), client.fields);
    case 'validated':
    case 'completed':
    case 'stale':
      // A part may stand in for a leader who wants no more than it has.
      return outcome.stored.part === null && selects(outcome.stored.selection, client.fields);
    case 'unusable':
      return false;
    case 'failed':
      return true;
  }
}

async function lead(client: Client, wanted: Wanted, context: Context, mayBeJoined: boolean): Promise<void> {
  const { settings, flights, shelf, report, asAsked } = context;
  report({ kind: 'forward', key: client.key, reason: wanted.reason });
  const near = asAsked.has(client.key) ? null : nearby(client, wanted.reason, shelf, settings);
  const rules = {
    whole: asksForWhole(client, settings),
    fill: settings.conditionalMiss === 'fill',
    identity: settings.encoding !== null,
  };
  const request = near === null ? forwardedFields(client.req, wanted.stored, rules) : nearbyFields(client.req, near, rules);
  const method = fillsByGet(client, context) ? 'GET' : client.method;
  const flight = new Flight({ ...planFor(client, wanted, request, method), near }, context);
  const announced = mayBeJoined && flight.plan.method === 'GET' && isCollapsible(client, context) && flights.mayLead(client.key);
  if (announced) flights.announce(client.key, flight);
  const release = flight.hold((status, fields) => sendInterim(client, status, fields));
  const left = onceClosed(client, release);
  const outcome = await flight.start().outcome;
  noteOutcome(flight, outcome, context);
  if (left()) return;
  if (outcome.kind === 'unusable') {
    release();
    asAsked.set(client.key, true);
    await lead(client, wanted, context, mayBeJoined);
    return;
  }
  deliver(client, flight, outcome, { wanted, release, evaluated: request.evaluated, collapsed: false }, context);
}

/** What stood in for a failure may do so for a while without another try. */
function noteOutcome({ plan: { key }, mark }: Flight, outcome: FlightOutcome, { failures }: Context): void {
  if (outcome.kind === 'stale') failures.failed(key, mark);
  else if (outcome.kind === 'validated' || outcome.kind === 'completed' || (outcome.kind === 'stream' && !isTrouble(outcome.head.status))) {
    failures.succeeded(key);
  }
}

/** What a HEAD is answered from can be stored when the origin is asked for the whole: then a thousand of them are one render as well. */
function fillsByGet(client: Client, context: Context): boolean {
  return client.method === 'HEAD' && context.settings.conditionalMiss === 'fill' && isCollapsible(client, context);
}

function planFor(client: Client, { stored, fallback }: Wanted, request: OriginRequest, method: string): Omit<FlightPlan, 'near'> {
  const { key, scope, policy, req, url } = client;
  const { fields, validates, ranged } = request;
  return {
    key,
    scope,
    method,
    fields: client.fields,
    makeRequest: (onDestroy) => detachedRequest(method, url, fields, peerOf(req), onDestroy),
    mayStore: true,
    outlivesClients: true,
    requestNoStore: policy.noStore,
    ranged,
    stored,
    validates,
    fallback,
    hasFallback: stored !== null && fallback.onError,
    onHead: () => false,
  };
}

interface Delivery {
  readonly wanted: Wanted;
  readonly release: () => void;
  readonly evaluated: boolean;
  readonly collapsed: boolean;
}

function deliver(client: Client, flight: Flight, outcome: FlightOutcome, delivery: Delivery, context: Context): void {
  const { wanted, release, evaluated, collapsed } = delivery;
  const { settings } = context;
  const now = settings.clock.now();
  const { reason } = wanted;
  switch (outcome.kind) {
    case 'stream': {
      // It broke off before anything was sent: the client can still be told so.
      if (flight.failure !== null) {
        answerFailure(client, wanted, flight.failure, context);
        break;
      }
      const { head, storing } = outcome;
      const status: CacheOutcome = { kind: 'forward', reason, status: head.status, stored: storing, collapsed, ...ttlOf(head, storing) };
      // What is of one exchange or one client only is not of those who share the answer.
      const given = collapsed ? lasting(head, settings) : head;
      const fields = withCacheStatus(given.fields, cacheStatusMember(settings.name, status));
      deliverStream(client, flight, head, fields, { evaluated, ranged: flight.plan.ranged, now, release, encoding: context.encoding });
      return;
    }
    case 'validated':
      answerStored(client, outcome.stored, { kind: 'forward', reason, status: 304, stored: outcome.kept, collapsed }, context);
      break;
    case 'completed':
      answerStored(client, outcome.stored, { kind: 'forward', reason, status: 206, stored: outcome.kept, collapsed }, context);
      break;
    case 'stale':
      answerStored(client, outcome.stored, { kind: 'forward', reason, collapsed, detail: 'stale-if-error' }, context);
      break;
    case 'failed':
      answerFailure(client, wanted, outcome.cause, context);
      break;
    case 'unusable':
      // Who led and who joined have both asked again before they come here.
      break;
  }
  release();
}

function ttlOf({ lifetime, fields, moment }: ResponseHead, storing: boolean): { readonly ttl?: number } {
  return storing && lifetime.kind !== 'none' ? { ttl: lifetime.seconds - initialAge(fields, moment) } : {};
}

/** A joiner may have something to fall back on that the leader had not. */
function answerFailure(client: Client, { stored, fallback, reason }: Wanted, cause: unknown, context: Context): void {
  if (stored !== null && fallback.onDisconnect) {
    answerStored(client, stored, { kind: 'forward', reason, detail: 'stale-if-error' }, context);
    return;
  }
  const timedOut = cause instanceof OriginFailure && cause.kind === 'timeout';
  sendOwnError(client, timedOut ? 504 : 502, timedOut ? 'timeout' : 'unreachable', context.settings);
}

function answerStored(client: Client, stored: StoredResponse, outcome: CacheOutcome, { settings, delivery, epochs }: Context): void {
  const now = settings.clock.now();
  // It may have been purged before it was asked for, or meanwhile.
  const ttl = freshFor(stored, epochs.verdict(client.key, stored), now);
  delivery.after(client, stored, { ttl, ...outcome }, now);
}

/** Calls `act` when the client goes before its answer is complete, at once where it has gone; the answer says whether it has. */
export function onceClosed({ res }: Client, act: () => void): () => boolean {
  let closed = false;
  const close = (): void => {
    closed = true;
    act();
  };
  // Whoever has gone says so no more: a body that waits for it would wait for ever.
  if (res.destroyed) close();
  else res.once('close', close);
  return () => closed;
}
