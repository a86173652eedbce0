/** Calls `say` for the first event of a kind, and for a while only counts further ones. */
export type LogThrottle<Kind extends string> = (kind: Kind, say: (suppressed: number) => void) => void;

export interface LogThrottleOptions {
  /** Milliseconds in which at most one event of a kind is logged. */
  readonly forMs: number;
  /** Milliseconds. A clock that is set back does not suppress events for longer. */
  readonly now: () => number;
}

/**
 * Makes a `LogThrottle`. During an outage or an attack every request causes an event, and one line in the log for some seconds is enough.
 * `say` gets the number of events that were suppressed before it. Kinds must be a closed set, because each is kept for ever.
 */
export function createLogThrottle<Kind extends string>({ forMs, now }: LogThrottleOptions): LogThrottle<Kind> {
  const told = new Map<Kind, { readonly at: number; suppressed: number }>();
  return (kind, say) => {
    const last = told.get(kind);
    if (last !== undefined && Math.abs(now() - last.at) < forMs) {
      last.suppressed += 1;
      return;
    }
    told.set(kind, { at: now(), suppressed: 0 });
    say(last?.suppressed ?? 0);
  };
}
