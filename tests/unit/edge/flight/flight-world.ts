/** One exchange between an origin that the test plays and one client, over a store without an edge. */
import type { ServerResponse } from 'node:http';
import type { EdgeContext } from '../../../../server/edge/flight/context.ts';
import { Flight } from '../../../../server/edge/flight/flight.ts';
import type { FlightPlan } from '../../../../server/edge/flight/plan.ts';
import { detachedRequest } from '../../../../server/edge/origin/detached-request.ts';
import type { Origin } from '../../../../server/edge/origin/origin.ts';
import type { Exchange, SettledResponse } from '../../../../shared/cache/exchange.ts';
import type { StoreWorld } from './store-world.ts';

const PEER = { remoteAddress: '203.0.113.7', remotePort: 1, encrypted: false };
export const CACHED = { 'Cache-Control': 'max-age=60' };
export const UNSTORABLE = { 'Cache-Control': 'no-store' };
export const SETTLED: SettledResponse = { status: 200, headers: { 'cache-control': 'max-age=60' }, body: Buffer.from('settled') };

export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** What a promise has resolved to by now, or 'pending'. */
export async function soFar<T>(promise: Promise<T>): Promise<T | 'pending'> {
  await turn();
  return Promise.race([promise, Promise.resolve('pending' as const)]);
}

export interface Flown {
  readonly flight: Flight;
  readonly res: ServerResponse;
  readonly exchange: Exchange;
  /** Whether the origin has seen its client disconnect. */
  readonly isClosed: () => boolean;
  /** The one client disconnects. */
  readonly leave: () => void;
}

/** Begins an exchange with one client. The origin does what `first` says, and then what the test says. */
export function fly(
  world: StoreWorld,
  plan: Partial<FlightPlan> = {},
  { first = () => undefined, store = {} }: { readonly first?: Origin; readonly store?: Partial<EdgeContext['store']> } = {},
): Flown {
  const told: { res: ServerResponse; exchange: Exchange }[] = [];
  let isClosed = false;
  const origin: Origin = (req, res, exchange) => {
    told.push({ res, exchange });
    res.on('close', () => (isClosed = true));
    return first(req, res, exchange);
  };
  const { context } = world;
  const fields = plan.fields ?? [];
  const flight = new Flight(
    world.plan({ makeRequest: (onDestroy) => detachedRequest(plan.method ?? 'GET', '/', fields, PEER, onDestroy), ...plan }),
    { ...context, settings: { ...context.settings, origin }, store: { ...context.store, ...store } },
  );
  const leave = flight.hold(() => undefined);
  flight.begin();
  const [call] = told;
  if (call === undefined) throw new Error('the origin was not called');
  return { flight, ...call, isClosed: () => isClosed, leave };
}
