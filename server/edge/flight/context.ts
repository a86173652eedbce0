/** The settings and parts of an edge that all its exchanges share. */
import type { IncomingMessage } from 'node:http';
import type { Admission, Turn } from '../../../shared/cache/admission.ts';
import type { Encoder, EncodingRules } from '../delivery/encoder.ts';
import type { ConsumptionRules, ErrorRules } from '../delivery/send.ts';
import type { Clock } from '../origin/clock.ts';
import type { Origin } from '../origin/origin.ts';
import type { MissRules } from '../policy/related-responses.ts';
import type { StorageRules } from '../policy/storage-decision.ts';
import type { RequestRules } from '../request/client-request.ts';
import type { ReadingRules } from '../response/stored-response.ts';
import type { PurgeEpochs } from '../store/purge-epochs.ts';
import type { ResponseSharing } from '../store/shared/shared-responses.ts';
import type { VariantStore } from '../store/variants.ts';
import type { Backoff, BackoffRules } from './backoff.ts';
import type { EdgeReporter } from './events.ts';

export interface EdgeBounds {
  /** Bytes of all stored responses. */
  readonly memoryBytes: number;
  /** Bytes of one body; a larger one is sent but not stored. */
  readonly bodyBytes: number;
  /** Responses stored under one key, for `Vary` and partial content. */
  readonly variants: number;
  /** Clients that wait for the exchange of another client; a further one is forwarded itself. */
  readonly waiters: number;
  /** Background revalidations at one time; a further one is skipped. */
  readonly refreshes: number;
  /** Purged groups, and purged keys, that are remembered. */
  readonly epochs: number;
}

/** The settings of an edge below its own file. */
export interface FlightSettings extends RequestRules, ReadingRules, MissRules, ErrorRules, ConsumptionRules {
  readonly origin: Origin;
  /**
   * Says whether a request may cause work of the origin: a miss that leads, and a request that is passed. It is not called for what the store
   * answers, for collapsed requests, nor for background revalidations. `key` is null where the response cannot answer other requests.
   */
  readonly admit: (req: IncomingMessage, key: string | null) => Admission | Promise<Turn>;
  /** Token that names this cache in `Cache-Status`. */
  readonly name: string;
  readonly bounds: EdgeBounds;
  readonly clock: Clock;
  readonly storage: StorageRules;
  /** Null where the edge does not encode. */
  readonly encoding: EncodingRules | null;
  /**
   * Seconds for which a stale response may be sent while the origin is unreachable, without a directive that allows it (RFC 9111 §4.2.4).
   */
  readonly staleWhenDisconnected: number;
  /** Seconds for which requests for a key are not collapsed after a response that could not be shared. */
  readonly hitForMissSeconds: number;
  /** Seconds for which a response is sent after a purge of the mode `refresh`, while it is revalidated. */
  readonly refreshForSeconds: number;
  /** Wait between failed background revalidations of a key. */
  readonly backoff: BackoffRules;
  /** Milliseconds within which the origin must send a head. */
  readonly originTimeoutMs: number;
  /** Milliseconds without a byte of the body, while the origin is not asked to wait, after which the response is cut off. */
  readonly originIdleMs: number;
}

/** What all exchanges of an edge share. */
export interface EdgeContext {
  readonly settings: FlightSettings;
  readonly store: VariantStore;
  readonly epochs: PurgeEpochs;
  /** Null where the replicas share none. */
  readonly shared: ResponseSharing | null;
  /** Null where the edge does not encode. */
  readonly encoder: Encoder | null;
  readonly backoff: Backoff;
  readonly report: EdgeReporter;
}
