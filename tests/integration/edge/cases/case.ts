/** A conformance case as data: requests, the responses of the origin, and the expected responses of the edge. */
import type { EdgeOptions } from '../../../../server/edge/index.ts';

/** `required` by a standard; `optimal` for a cache; `choice` of this cache where several behaviours are allowed. */
type CaseKind = 'required' | 'optimal' | 'choice';

export interface OriginAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Default: `answer N`, where N counts the origin's responses in this case. */
  readonly body?: string;
}

export interface CaseExchange {
  /** Seconds that pass before the request. */
  readonly after?: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The origin's response; undefined when the origin must not be asked. */
  readonly origin?: OriginAnswer | 'hang-up';
  readonly expect: {
    readonly status?: number;
    /** Number of the origin's response that the client receives. */
    readonly answer?: number;
    readonly body?: string;
    /** A string must be equal, a pattern must match; null means absent. */
    readonly headers?: Readonly<Record<string, string | RegExp | null>>;
    /** Request fields that the origin receives in this exchange. */
    readonly originSaw?: Readonly<Record<string, string | RegExp | null>>;
  };
}

export interface ConformanceCase {
  readonly id: string;
  readonly kind: CaseKind;
  /** Document and section. */
  readonly source: string;
  readonly options?: Partial<EdgeOptions>;
  readonly exchanges: readonly CaseExchange[];
}

/** Seconds from the start of every case, as an HTTP date. */
export function dateAt(seconds: number): string {
  return new Date(Date.UTC(2026, 10, 21, 12) + seconds * 1_000).toUTCString();
}
