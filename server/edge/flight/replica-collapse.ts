/** Begins flights so that of several replicas with the same miss one calls the origin, and the others take over its response. */
import { NO_REQUEST_DIRECTIVES } from '../../message/request-directives.ts';
import { decide } from '../policy/lookup-decision.ts';
import type { StoredResponse } from '../response/stored-response.ts';
import type { ResponseSharing } from '../store/shared/response-sharing.ts';
import type { EdgeContext } from './context.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';

/** A flight that has not begun. */
interface WaitingFlight {
  readonly plan: Pick<FlightPlan, 'key' | 'fields'>;
  readonly isSettling: boolean;
  readonly outcome: Promise<FlightOutcome>;
  readonly done: Promise<unknown>;
  begin(): unknown;
  adopt(stored: StoredResponse): void;
  fail(cause: unknown): void;
}

/** Begins a flight at once. */
export function beginAlone<Flight extends WaitingFlight>(flight: Flight, onBegin: () => void): Flight {
  onBegin();
  flight.begin();
  return flight;
}

/** Begins a flight unless another replica makes its response, or has made it. @param onBegin called before the origin is. */
export function beginOnce<Flight extends WaitingFlight>(flight: Flight, context: EdgeContext, onBegin: () => void): Flight {
  const { shared, report } = context;
  const { key } = flight.plan;
  if (shared?.mayHave(key) !== true) return beginAlone(flight, onBegin);
  takeTurn(flight, context, { shared, onBegin }).catch((cause: unknown) => {
    report({ kind: 'fault', key, cause });
    flight.fail(cause);
  });
  return flight;
}

async function takeTurn(
  flight: WaitingFlight,
  context: EdgeContext,
  { shared, onBegin }: { readonly shared: ResponseSharing; readonly onBegin: () => void },
): Promise<void> {
  const turn = await shared.turn(flight.plan.key, () => freshResponse(flight, context) !== null);
  const stored = freshResponse(flight, context);
  if (stored !== null) {
    turn.end(false);
    flight.adopt(stored);
    return;
  }
  try {
    const outcome = await beginAlone(flight, onBegin).outcome;
    if (outcome.kind === 'stream' && (outcome.storing || flight.isSettling)) await flight.done;
  } finally {
    turn.end(true);
  }
}

const NO_RANGE = { range: null, ifRange: null };

function freshResponse({ plan: { key, fields } }: WaitingFlight, { store, settings }: EdgeContext): StoredResponse | null {
  const found = store.lookup(key, 'GET', fields, NO_RANGE);
  if (found.kind === 'none') return null;
  const input = { request: NO_REQUEST_DIRECTIVES, now: settings.clock.now(), staleWhenDisconnected: settings.staleWhenDisconnected };
  return decide(found.stored, found.verdict, input).kind === 'fresh' ? found.stored : null;
}
