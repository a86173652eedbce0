/** Sends the outcome of a flight to a client, its leader or a collapsed one. */

import type { Refused } from '../../../shared/cache/admission.ts';
import { type ErrorRules, sendEdgeError, withoutConsumed } from '../delivery/send.ts';
import type { StoredDelivery } from '../delivery/stored.ts';
import { deliverStream, type StreamedBody } from '../delivery/stream.ts';
import { OriginFailure } from '../origin/origin.ts';
import { type Fallback, remainingFreshness } from '../policy/lookup-decision.ts';
import { storableHead } from '../policy/validation.ts';
import type { ClientRequest } from '../request/client-request.ts';
import type { ForwardReason } from '../response/cache-status.ts';
import { type CacheOutcome, cacheStatusMember, withCacheStatus } from '../response/cache-status.ts';
import { initialAge } from '../response/freshness.ts';
import type { ResponseHead, StoredResponse } from '../response/stored-response.ts';
import type { EdgeContext } from './context.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';

/** Why a request is forwarded, and the stored response that it has selected. */
export interface Miss {
  readonly reason: ForwardReason;
  readonly stored: StoredResponse | null;
  readonly fallback: Fallback;
}

/** The body of a flight, and what decides how it is sent. */
interface DeliveredFlight extends StreamedBody {
  readonly plan: Pick<FlightPlan, 'ranged'>;
  readonly failure: unknown;
}

export interface DeliveryContext extends EdgeContext {
  readonly delivery: StoredDelivery;
}

export interface DeliveryRules {
  readonly miss: Miss;
  /** Called once, when the client has its response. */
  readonly release: () => void;
  readonly hasClientPreconditions: boolean;
  readonly collapsed: boolean;
}

/** Sends the outcome of `flight`. */
export function deliverOutcome(
  client: ClientRequest,
  flight: DeliveredFlight,
  outcome: FlightOutcome,
  rules: DeliveryRules,
  context: DeliveryContext,
): void {
  const { miss, release, collapsed } = rules;
  const { reason } = miss;
  switch (outcome.kind) {
    case 'stream':
      // It failed before anything was sent, so the client can still receive an error response.
      if (flight.failure !== null) {
        deliverFailure(client, miss, flight.failure, context);
        break;
      }
      streamOutcome(client, flight, outcome, rules, context);
      return;
    case 'validated':
      deliverStored(client, outcome.stored, { kind: 'forward', reason, status: 304, stored: outcome.isStored, collapsed }, context);
      break;
    case 'completed':
      deliverStored(client, outcome.stored, { kind: 'forward', reason, status: 206, stored: outcome.isStored, collapsed }, context);
      break;
    case 'shared':
      deliverTakenOver(client, outcome.stored, context);
      break;
    case 'stale':
      deliverStored(client, outcome.stored, { kind: 'forward', reason, collapsed, detail: 'stale-if-error' }, context);
      break;
    case 'failed':
      deliverFailure(client, miss, outcome.cause, context);
      break;
    case 'unusable':
      // The leader and collapsed clients forward their requests again before they come here.
      break;
  }
  release();
}

function streamOutcome(
  client: ClientRequest,
  flight: DeliveredFlight,
  { head, storing }: Extract<FlightOutcome, { readonly kind: 'stream' }>,
  { miss: { reason }, release, hasClientPreconditions, collapsed }: DeliveryRules,
  { settings, encoder }: EdgeContext,
): void {
  const status: CacheOutcome = { kind: 'forward', reason, status: head.status, stored: storing, collapsed, ...ttlOf(head, storing) };
  // Collapsed clients do not receive the fields that belong to the leader's exchange.
  const { fields: sent } = collapsed ? storableHead(head, settings) : head;
  const fields = withCacheStatus(withoutConsumed(sent, settings), cacheStatusMember(settings.name, status));
  const { ranged } = flight.plan;
  deliverStream(client, flight, head, fields, { hasClientPreconditions, ranged, now: settings.clock.now(), release, encoder });
}

function ttlOf({ lifetime, fields, times }: ResponseHead, storing: boolean): { readonly ttl?: number } {
  return storing && lifetime.kind !== 'none' ? { ttl: lifetime.seconds - initialAge(fields, times) } : {};
}

/** Sends a stored response; `outcome` says what has been done for it. */
export function deliverStored(
  client: ClientRequest,
  stored: StoredResponse,
  outcome: CacheOutcome,
  { settings, delivery, epochs }: DeliveryContext,
): void {
  const now = settings.clock.now();
  // The response may have been purged before the request, or meanwhile.
  const ttl = remainingFreshness(stored, epochs.verdict(client.key, stored), now);
  delivery.withOutcome(client, stored, { ...outcome, ttl }, now);
}

/** Sends a response that another replica has made, without a request to the origin. */
export function deliverTakenOver(client: ClientRequest, stored: StoredResponse, context: DeliveryContext): void {
  deliverStored(client, stored, { kind: 'hit', detail: 'shared' }, context);
}

/** Sends a stale response without a request to the origin, which has just failed for this key (RFC 5861 §4). */
export function deliverStaleIfError(client: ClientRequest, stored: StoredResponse, context: DeliveryContext): void {
  context.report({ kind: 'hit', key: client.key, stale: true });
  deliverStored(client, stored, { kind: 'hit', detail: 'stale-if-error' }, context);
}

/** A collapsed client may have selected a stored response that the leader had not. */
function deliverFailure(client: ClientRequest, { stored, fallback, reason }: Miss, cause: unknown, context: DeliveryContext): void {
  if (stored !== null && fallback.onDisconnect) {
    deliverStored(client, stored, { kind: 'forward', reason, detail: 'stale-if-error' }, context);
  } else {
    sendOriginFailure(client, cause, context.settings);
  }
}

/** Sends 504 when the origin timed out, otherwise 502. */
export function sendOriginFailure(client: ClientRequest, cause: unknown, rules: ErrorRules): void {
  sendEdgeError(client, cause instanceof OriginFailure ? cause.kind : 'unreachable', rules);
}

/**
 * Answers a miss that was not admitted: with a stale response where that may stand in for an error, otherwise with 429 (RFC 6585 §4) or, where the
 * site has more work than it can do, with 503 (RFC 9110 §15.6.4).
 */
export function refuseMiss(client: ClientRequest, { stored, fallback }: Miss, refused: Refused, context: DeliveryContext): void {
  const { event, reason } = REFUSALS[refused.because];
  if (stored === null || !fallback.onError) {
    refuse(client, refused, context);
    return;
  }
  context.report({ kind: event, key: client.key });
  deliverStored(client, stored, { kind: 'hit', detail: reason }, context);
}

/** Answers 429 or 503. */
export function refuse(client: ClientRequest, { because }: Refused, { settings, report }: EdgeContext): void {
  const { event, reason } = REFUSALS[because];
  report({ kind: event, key: client.key });
  sendEdgeError(client, reason, settings);
}

const REFUSALS = {
  client: { event: 'not-admitted', reason: 'too-many-requests' },
  overload: { event: 'shed', reason: 'overloaded' },
} as const;
