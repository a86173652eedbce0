/** Answers a request from a stored response: complete, not modified, or in ranges. */
import { type Fields, fieldValue } from '../../message/field-lines.ts';
import { isNotModified } from '../../message/preconditions.ts';
import { acceptedEncoding, type ClientRequest, hasCachePrecondition, type ReadRequest } from '../request/client-request.ts';
import { type CacheOutcome, cacheStatusMember, withCacheStatus } from '../response/cache-status.ts';
import { ageAt, type StoredResponse } from '../response/stored-response.ts';
import { composeHead } from './composed-head.ts';
import type { Encoder } from './encoder.ts';
import { notModifiedFields, sendNotModified, sendStoredRanges } from './partial.ts';
import { type ConsumptionRules, sendComplete, withoutConsumed } from './send.ts';

interface HitHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly string[];
  /** Its bytes where Node does not send it; undefined before they are composed, null where they cannot be. */
  composed: { readonly keepAliveTimeout: number; readonly bytes: Buffer | null } | undefined;
}

/** The two heads of a HIT. They change at most once a second, so consecutive hits share them. */
interface HitHeads {
  readonly age: number;
  readonly ttl: number;
  readonly complete: HitHead;
  readonly notModified: HitHead;
}

/** The bytes of a response on a persistent connection. */
export interface StoredAnswer {
  readonly head: Buffer;
  /** Null where the response has no content. */
  readonly body: Buffer | null;
}

export interface StoredDelivery {
  /** Sends a stored response without a request to the origin. */
  hit(client: ClientRequest, stored: StoredResponse, now: number): void;
  /**
   * Returns what `hit` would send on a connection of a server with this `keepAliveTimeout`. Null where it would do more than send, and where
   * only Node can write the head.
   */
  answer(request: ReadRequest, stored: StoredResponse, now: number, keepAliveTimeout: number): StoredAnswer | null;
  /** Sends a stored response with `outcome` in Cache-Status, as after a request to the origin. */
  withOutcome(client: ClientRequest, stored: StoredResponse, outcome: CacheOutcome, now: number): void;
}

export interface StoredDeliveryRules extends ConsumptionRules {
  /** The name of the edge in `Cache-Status`. */
  readonly name: string;
}

/** Makes the delivery of one edge. */
export function createStoredDelivery(rules: StoredDeliveryRules, encoder: Encoder | null): StoredDelivery {
  const sentFields = (stored: StoredResponse, age: number, outcome: CacheOutcome): readonly string[] =>
    withCacheStatus([...withoutConsumed(stored.fields, rules), 'Age', String(age)], cacheStatusMember(rules.name, outcome));
  const known = new WeakMap<StoredResponse, HitHeads>();
  const headsOf = (stored: StoredResponse, now: number): HitHeads => {
    const times = { age: ageAt(stored, now), ttl: Math.floor((stored.staleAt - now) / 1_000) };
    const before = known.get(stored);
    if (before?.age === times.age && before.ttl === times.ttl) return before;
    const fields = sentFields(stored, times.age, { kind: 'hit', ttl: times.ttl });
    const { status, reason } = stored.head;
    const heads = {
      ...times,
      complete: { status, reason, fields, composed: undefined },
      notModified: { status: 304, reason: 'Not Modified', fields: notModifiedFields(fields), composed: undefined },
    };
    known.set(stored, heads);
    return heads;
  };
  // RFC 9110 §14.1.1: ranges count bytes of the encoding that is sent, so a range is always of the identity that is stored.
  const encodedFor = (client: ClientRequest, stored: StoredResponse): StoredResponse =>
    encoder === null || client.headers.range !== null ? stored : encoder.choose(client.key, stored, acceptedEncoding(client));
  return {
    hit: (client, identity, now) => {
      const stored = encodedFor(client, identity);
      send(client, stored, headsOf(stored, now).complete.fields, now);
    },
    answer: (request, identity, now, keepAliveTimeout) => {
      if (request.headers.range !== null) return null;
      const stored = encoder === null ? identity : encoder.chooseMade(identity, acceptedEncoding(request));
      if (stored === null) return null;
      const { complete, notModified } = headsOf(stored, now);
      const isUnchanged = isNotModifiedFor(request, stored, now);
      const head = composedOnce(isUnchanged ? notModified : complete, keepAliveTimeout);
      return head === null ? null : { head, body: isUnchanged || request.method === 'HEAD' ? null : stored.body };
    },
    withOutcome: (client, identity, outcome, now) => {
      if (client.res.destroyed) return;
      const stored = encodedFor(client, identity);
      send(client, stored, sentFields(stored, ageAt(stored, now), outcome), now);
    },
  };
}

/** Returns the composed head, which consecutive hits share. */
function composedOnce(head: HitHead, keepAliveTimeout: number): Buffer | null {
  if (head.composed?.keepAliveTimeout !== keepAliveTimeout) {
    head.composed = { keepAliveTimeout, bytes: composeHead({ ...head, keepAliveTimeout }) };
  }
  return head.composed.bytes;
}

function send(client: ClientRequest, stored: StoredResponse, fields: Fields, now: number): void {
  const { headers, method } = client;
  const { head, body } = stored;
  if (isNotModifiedFor(client, stored, now)) sendNotModified(client, fields);
  else if (isSuccess(stored) && method === 'GET' && headers.range !== null) sendStoredRanges(client, stored, fields, headers.range, now);
  else sendComplete(client, head.status, head.reason, fields, body);
}

function isSuccess({ head }: StoredResponse): boolean {
  return head.status === 200 || head.status === 206;
}

function isNotModifiedFor(request: ReadRequest, stored: StoredResponse, now: number): boolean {
  return (
    isSuccess(stored) && hasCachePrecondition(request) && isNotModified(request.headers, stored, fieldValue(stored.fields, 'date'), now)
  );
}
