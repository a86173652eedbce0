/** What an origin may tell the shared cache in front of it about one exchange. An origin that does not know the cache ignores it. */

/** A complete response for the store. Header names are lower case. */
export interface SettledResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** The third argument of an origin: one forwarded request, as the cache sees it. */
export interface Exchange {
  /**
   * True when the cache sends a stored response if this exchange ends with 500, 502, 503 or 504. An incomplete page is then worse than an
   * error.
   */
  readonly hasFallback: boolean;
  /**
   * Replaces what the cache stores for this exchange, also after the response has ended. `response` resolves to null when nothing may be
   * stored, and must not reject. Only the first call of an exchange counts.
   */
  settle(response: Promise<SettledResponse | null>): void;
}
