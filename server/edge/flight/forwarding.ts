/** Forwards a miss to the origin: joins a flight that is under way, or leads a new one, and sends the outcome. */
import type { Admitted } from '../../../shared/cache/admission.ts';
import { sendInterim } from '../delivery/send.ts';
import { detachedRequest, peerOf } from '../origin/detached-request.ts';
import { forwardedFields, type OriginRequest, relatedFields } from '../origin/forwarded-fields.ts';
import { callsForBackoff, decide } from '../policy/lookup-decision.ts';
import { relatedResponses, requestsComplete } from '../policy/related-responses.ts';
import { type ClientRequest, hasCachePrecondition } from '../request/client-request.ts';
import { selectionOf, selects } from '../response/vary.ts';
import { type BoundedKeys, createBoundedKeys } from '../store/bounded-keys.ts';
import { releaseAfterWork, turnOf, whileAdmitted } from './admitted-work.ts';
import type { Flights } from './collapse.ts';
import { beginAlone, beginOnce } from './collapse.ts';
import type { EdgeContext } from './context.ts';
import { Flight } from './flight.ts';
import { type DeliveryContext, deliverOutcome, deliverStored, type Miss, refuseMiss } from './outcome-delivery.ts';
import { onceDisconnected, unlessDisconnected } from './participants.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';

export interface Forwarding {
  /** Forwards a GET or HEAD. */
  forward(client: ClientRequest, miss: Miss): Promise<void>;
  /** Whether a request for the key would join an exchange that is under way. */
  isUnderWay(key: string): boolean;
}

interface ForwardingContext extends DeliveryContext {
  readonly flights: Flights<Flight>;
  /** Keys whose origin gave an unusable response to a request with the edge's own condition or range: they get none. */
  readonly unusable: BoundedKeys<true>;
  waiting: number;
}

/** Makes the forwarding of one edge. */
export function createForwarding(parts: DeliveryContext, flights: Flights<Flight>): Forwarding {
  const unusable = createBoundedKeys<true>(parts.settings.bounds.epochs);
  const context: ForwardingContext = { ...parts, flights, unusable, waiting: 0 };
  return {
    forward: (client, miss) => forward(client, miss, context, { mayJoin: true, admitted: null }),
    isUnderWay: (key) => flights.joinable(key) !== null,
  };
}

interface Attempt {
  readonly mayJoin: boolean;
  /** Set when the client has had its turn already. */
  readonly admitted: Admitted | null;
}

async function forward(client: ClientRequest, miss: Miss, context: ForwardingContext, { mayJoin, admitted }: Attempt): Promise<void> {
  if (mayJoin && isCollapsible(client, context)) {
    const flight = context.flights.joinable(client.key);
    if (flight !== null && mayWait(client, context)) {
      admitted?.release();
      await join(client, miss, flight, context);
      return;
    }
  }
  const admission = admitted ?? context.settings.admit(client.req, client.key);
  // A flight must be announced in the same turn of the event loop in which none was found, so only who must wait waits.
  const turn = admission instanceof Promise ? await turnOf(client, admission) : admission;
  if (turn === null) return;
  if (turn.kind === 'refused') refuseMiss(client, miss, turn, context);
  else if (turn === admission) await whileAdmitted(turn, () => lead(client, miss, context, mayJoin, turn));
  else await forwardAgain(client, miss, context, { mayJoin, admitted: turn.kind === 'admitted' ? turn : null });
}

/** Says whether the response to this request may be sent to other clients, and theirs to this one. */
function isCollapsible(client: ClientRequest, { settings }: EdgeContext): boolean {
  const { directives } = client;
  if (directives.noCache || directives.noStore || !requestsComplete(client, settings)) return false;
  return settings.conditionalMiss === 'fill' || !hasCachePrecondition(client);
}

function mayWait({ key }: ClientRequest, { waiting, settings, report }: ForwardingContext): boolean {
  if (waiting < settings.bounds.waiters) return true;
  report({ kind: 'waiter-refused', key });
  return false;
}

async function join(client: ClientRequest, miss: Miss, flight: Flight, context: ForwardingContext): Promise<void> {
  context.report({ kind: 'joined', key: client.key });
  context.waiting += 1;
  const release = flight.hold((status, fields) => sendInterim(client, status, fields));
  const hasDisconnected = onceDisconnected(client, release);
  const settling = flight.settled;
  let mayCollapseAgain = settling !== null;
  try {
    const settled = settling === null ? null : await unlessDisconnected(client, settling);
    if (settled !== null && selects(settled.selection, client.fields)) {
      deliverStored(client, settled, { kind: 'forward', reason: miss.reason, collapsed: true }, context);
      release();
      return;
    }
    const outcome = settling === null ? await unlessDisconnected(client, flight.outcome) : null;
    if (hasDisconnected()) return;
    if (outcome !== null && isUsable(client, outcome, flight)) {
      deliverOutcome(client, flight, outcome, { miss, release, hasClientPreconditions: false, collapsed: true }, context);
      return;
    }
    mayCollapseAgain ||= outcome?.kind === 'unusable' || flight.settled !== null;
  } finally {
    context.waiting -= 1;
  }
  release();
  // When no response could be used by any client, those who waited collapse again. Another client's response is not waited for again.
  await forwardAgain(client, miss, context, { mayJoin: mayCollapseAgain, admitted: null });
}

/** Looks up again before forwarding: another flight may have stored a response while this client waited for its turn or for a flight. */
async function forwardAgain(client: ClientRequest, miss: Miss, context: ForwardingContext, attempt: Attempt): Promise<void> {
  const { store, settings } = context;
  const { key, method, fields, headers, directives } = client;
  const found = store.lookup(key, method, fields, headers);
  const input = { request: directives, now: settings.clock.now(), staleWhenDisconnected: settings.staleWhenDisconnected };
  if (found.kind === 'found' && decide(found.stored, found.verdict, input).kind === 'fresh') {
    attempt.admitted?.release();
    deliverStored(client, found.stored, { kind: 'forward', reason: miss.reason, collapsed: true }, context);
  } else {
    await forward(client, miss, context, attempt);
  }
}

/** Says whether a collapsed client may receive the outcome of the leader's flight. */
function isUsable(client: ClientRequest, outcome: FlightOutcome, flight: Flight): boolean {
  switch (outcome.kind) {
    case 'stream':
      return flight.isShared && selects(selectionOf(outcome.head.vary, flight.plan.fields), client.fields);
    case 'validated':
    case 'completed':
    case 'shared':
    case 'stale':
      // An incomplete response may be enough for the range of the leader only.
      return outcome.stored.part === null && selects(outcome.stored.selection, client.fields);
    case 'unusable':
      return false;
    case 'failed':
      return true;
  }
}

async function lead(
  client: ClientRequest,
  miss: Miss,
  context: ForwardingContext,
  mayBeJoined: boolean,
  admitted: Admitted,
): Promise<void> {
  const { flights, report, unusable } = context;
  const { key } = client;
  const { reason } = miss;
  const { plan, hasClientPreconditions } = planFor(client, miss, context);
  const flight = new Flight(plan, context);
  const isAnnounced = mayBeJoined && plan.method === 'GET' && isCollapsible(client, context) && flights.mayLead(key);
  if (isAnnounced) flights.announce(key, flight);
  const release = flight.hold((status, fields) => sendInterim(client, status, fields));
  const hasDisconnected = onceDisconnected(client, release);
  const onBegin = (): void => report({ kind: 'forward', key, reason });
  // A client that wants a newer response than the stored one does not want that of another replica.
  const mayWaitForOthers = isAnnounced && (reason === 'uri-miss' || reason === 'stale');
  const outcome = await (mayWaitForOthers ? beginOnce(flight, context, onBegin) : beginAlone(flight, onBegin)).outcome;
  recordOutcome(flight, outcome, context);
  if (outcome.kind !== 'unusable' || hasDisconnected()) releaseAfterWork(admitted, flight, outcome);
  if (hasDisconnected()) return;
  if (outcome.kind === 'unusable') {
    release();
    unusable.set(key, true);
    await lead(client, miss, context, mayBeJoined, admitted);
    return;
  }
  deliverOutcome(client, flight, outcome, { miss, release, hasClientPreconditions, collapsed: false }, context);
}

/** After a failure that a stored response covered, the next requests may use it for a while without another attempt. */
function recordOutcome({ plan: { key }, start }: Flight, outcome: FlightOutcome, { backoff }: EdgeContext): void {
  const { kind } = outcome;
  if (kind === 'stale') backoff.failed(key, start);
  else if (
    kind === 'validated' ||
    kind === 'completed' ||
    kind === 'shared' ||
    (kind === 'stream' && !callsForBackoff(outcome.head.status))
  ) {
    backoff.succeeded(key);
  }
}

interface PlannedRequest {
  readonly plan: FlightPlan;
  readonly hasClientPreconditions: boolean;
}

function planFor(client: ClientRequest, miss: Miss, context: ForwardingContext): PlannedRequest {
  const { settings, store, unusable } = context;
  const { key, scope, directives, req, url } = client;
  const { stored, fallback, reason } = miss;
  const related = unusable.has(key) ? null : relatedResponses(client, reason, () => store.validVariants(key), settings);
  const rules = {
    complete: requestsComplete(client, settings),
    fill: settings.conditionalMiss === 'fill',
    identity: settings.encoding !== null,
  };
  const request: OriginRequest =
    related === null ? forwardedFields(client.fields, stored, rules) : relatedFields(client.fields, related, rules);
  const { fields, validates, ranged, hasClientPreconditions } = request;
  // A HEAD requests the complete response, so that it can be stored and shared by collapsed requests.
  const fillsByGet = client.method === 'HEAD' && rules.fill && isCollapsible(client, context);
  const method = fillsByGet ? 'GET' : client.method;
  const plan: FlightPlan = {
    key,
    scope,
    url,
    method,
    fields: client.fields,
    makeRequest: (onDestroy) => detachedRequest(method, url, fields, peerOf(req), onDestroy),
    mayStore: true,
    outlivesClients: true,
    requestNoStore: directives.noStore,
    ranged,
    stored,
    validates,
    fallback,
    related,
    hasFallback: stored !== null && fallback.onError,
    onHead: () => false,
  };
  return { plan, hasClientPreconditions };
}
