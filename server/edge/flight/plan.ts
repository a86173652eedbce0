/** The plan of one exchange with the origin, and its possible outcomes. */
import type { RequestMaker } from '../origin/exchange.ts';
import type { Fallback } from '../policy/lookup-decision.ts';
import type { RelatedResponses } from '../policy/related-responses.ts';
import type { StorageRequest } from '../policy/storage-decision.ts';
import type { ResponseHead, StoredResponse } from '../response/stored-response.ts';

export interface FlightPlan extends StorageRequest {
  readonly key: string;
  /** URI origin within which group names count. */
  readonly scope: string;
  /** Request target for the origin. */
  readonly url: string;
  readonly makeRequest: RequestMaker;
  /** Whether the exchange goes on without clients, because its response may be stored. */
  readonly outlivesClients: boolean;
  /** The stored response that the origin's response may validate, update or replace. */
  readonly stored: StoredResponse | null;
  /** Whether the request carries the validators of `stored`, so that a 304 is about it. */
  readonly validates: boolean;
  readonly fallback: Fallback;
  /** Stored responses that the request uses, although the client's request selects none of them. */
  readonly related: RelatedResponses | null;
  /** Whether a stored response is sent if the origin answers with an error: by `fallback`, or because this is a background revalidation. */
  readonly hasFallback: boolean;
  /** Called with the final head before it is used. Says whether it describes the target of a POST (RFC 9110 §9.3.3). */
  readonly onHead: (head: ResponseHead) => boolean;
}

export type FlightOutcome =
  | { readonly kind: 'stream'; readonly head: ResponseHead; readonly storing: boolean }
  /** The origin answered 304 to the edge's validators. `isStored` says whether the updated response is in the store. */
  | { readonly kind: 'validated'; readonly stored: StoredResponse; readonly isStored: boolean }
  /** Another replica has made the response, which is now in the store. */
  | { readonly kind: 'shared'; readonly stored: StoredResponse }
  /** The origin failed, and the stored response may be sent. */
  | { readonly kind: 'stale'; readonly stored: StoredResponse; readonly cause: unknown }
  /** The origin sent the missing part of an incomplete response. `isStored` says whether the union is in the store. */
  | { readonly kind: 'completed'; readonly stored: StoredResponse; readonly isStored: boolean }
  /** The response only answers a condition or range of the edge and is of no use: the client's own request must be forwarded. */
  | { readonly kind: 'unusable' }
  | { readonly kind: 'failed'; readonly cause: unknown };
