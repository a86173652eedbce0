/** A span of time in whole seconds, as HTTP cache fields count it (RFC 9111 §1.2.2). */
export type Seconds = number & { readonly seconds: unique symbol };

/** Brands a whole, non-negative number of seconds. @throws RangeError for anything else. */
export function seconds(count: number): Seconds {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a whole number of seconds: ${count}`);
  return count as Seconds;
}

/** The units that cache policies count in; a year is 365 days. */
export const MINUTE: Seconds = seconds(60);
export const HOUR: Seconds = seconds(3_600);
export const DAY: Seconds = seconds(86_400);
/** Caches treat more as one year as well (RFC 2616 §14.21, still common practice). */
export const YEAR: Seconds = seconds(31_536_000);
