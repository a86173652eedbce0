/** A conformance case as data: what is asked, what the origin would say, and what must come of it. */
import type { EdgeOptions } from '../../../../server/edge/index.ts';

/** `required` is what a standard demands, `optimal` what a good cache does, `choice` what this one does where it may choose. */
type CaseKind = 'required' | 'optimal' | 'choice';

export interface OriginAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Without it the body is `answer N`, N counting the answers of the origin in this case. */
  readonly body?: string;
}

export interface CaseExchange {
  /** Seconds that pass before. */
  readonly after?: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** What the origin says when it is asked; left out, the case is about its not being asked. */
  readonly origin?: OriginAnswer | 'hang-up';
  readonly expect: {
    readonly status?: number;
    /** Number of the origin's answer that the client gets. */
    readonly answer?: number;
    readonly body?: string;
    /** A string must be equal, a pattern must match, null must be absent. */
    readonly headers?: Readonly<Record<string, string | RegExp | null>>;
    /** Fields that the origin saw in this exchange. */
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
