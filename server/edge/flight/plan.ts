/** What a flight is asked to do, and what can come of it. */

import type { Fields } from '../../message/field-lines.ts';
import type { RequestMaker } from '../origin/exchange.ts';
import type { Fallback } from '../policy/lookup-decision.ts';
import type { Near } from '../policy/related-responses.ts';
import type { ResponseHead, StoredResponse } from '../response/stored-response.ts';

export interface FlightPlan {
  readonly key: string;
  /** The URI origin within which group names count. */
  readonly scope: string;
  readonly method: string;
  /** The client's own fields: they select the variant and bind what may be stored. */
  readonly fields: Fields;
  readonly makeRequest: RequestMaker;
  readonly mayStore: boolean;
  /** Whether it goes on when all clients have left, because its result may be kept. */
  readonly outlivesClients: boolean;
  readonly requestNoStore: boolean;
  readonly ranged: boolean;
  /** The stored response that the answer may confirm, update or replace. */
  readonly stored: StoredResponse | null;
  /** Whether the request carries the validators of `stored`, so that a 304 is for us. */
  readonly validates: boolean;
  readonly fallback: Fallback;
  /** Stored responses that the request was made for, though none of them is of this request. */
  readonly near: Near | null;
  /** Whether a stored response will be served should the origin answer with an error: `fallback`, or a client that has it already. */
  readonly hasFallback: boolean;
  /** Called with the final head before it goes on; says whether it describes the target of a POST (RFC 9110 §9.3.3). */
  readonly onHead: (head: ResponseHead) => boolean;
}

export type FlightOutcome =
  | { readonly kind: 'stream'; readonly head: ResponseHead; readonly storing: boolean }
  /** The origin said 304 to our validators; `kept` says whether the store has what came of it. */
  | { readonly kind: 'validated'; readonly stored: StoredResponse; readonly kept: boolean }
  /** The origin failed, and the stored response may stand in. */
  | { readonly kind: 'stale'; readonly stored: StoredResponse; readonly cause: unknown }
  /** The origin sent the rest of a part; `kept` says whether the store has it. */
  | { readonly kind: 'completed'; readonly stored: StoredResponse; readonly kept: boolean }
  /** The answer is to a question of the edge's own and of no use: the client's own has to be asked. */
  | { readonly kind: 'unusable' }
  | { readonly kind: 'failed'; readonly cause: unknown };

export type InterimListener = (status: number, fields: Fields) => void;
