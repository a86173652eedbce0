/**
 * What an origin may tell the shared cache in front of it about one exchange, beside the response itself. An origin that knows nothing
 * of it ignores it.
 */

/** A whole response, ready to be stored. Header names are lower case. */
export interface SettledResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

export interface Exchange {
  /**
   * True when a stored response will be served should this exchange end in 500, 502, 503 or 504: an answer with parts missing is then
   * worth less than an error.
   */
  readonly hasFallback: boolean;
  /**
   * Replaces what will be stored for this exchange, after the response has gone. Resolves to null when nothing may be stored; never
   * rejects. At most one call per exchange.
   */
  settle(response: Promise<SettledResponse | null>): void;
}
