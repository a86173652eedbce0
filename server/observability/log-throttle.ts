/** What says something of a kind once, and for a while counts the rest. */
export type LogThrottle<Kind extends string> = (kind: Kind, say: (unsaid: number) => void) => void;

export interface LogThrottleOptions {
  /** Milliseconds in which one of a kind is said. */
  readonly forMs: number;
  /** Milliseconds. The clock may be set back: that makes nothing quiet for longer. */
  readonly now: () => number;
}

/**
 * Makes a `LogThrottle`. An outage or a flood makes one event for each visitor; one line of a kind now and then says as much. `say` gets the
 * number of those that were left out before it. Kinds are a closed set, as each is remembered for ever.
 */
export function createLogThrottle<Kind extends string>({ forMs, now }: LogThrottleOptions): LogThrottle<Kind> {
  const told = new Map<Kind, { readonly at: number; unsaid: number }>();
  return (kind, say) => {
    const last = told.get(kind);
    if (last !== undefined && Math.abs(now() - last.at) < forMs) {
      last.unsaid += 1;
      return;
    }
    told.set(kind, { at: now(), unsaid: 0 });
    say(last?.unsaid ?? 0);
  };
}
