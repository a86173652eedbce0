/** Options of an edge: every rule that is a choice, with the default of a plain, conformant shared cache. */
import type { IncomingMessage } from 'node:http';
import type { Fields } from '../message/field-lines.ts';
import { DEFAULT_ENCODING, type EncodingRules } from './delivery/encoder.ts';
import type { EdgeReporter } from './flight/events.ts';
import { type Clock, SYSTEM_CLOCK } from './origin/clock.ts';
import { calledAsOrigin, type Origin } from './origin/origin.ts';
import type { StorageRules } from './policy/storability.ts';
import { plainTarget, type TargetOf } from './request/key.ts';
import { DEFAULT_HEURISTIC, type HeuristicRule } from './response/freshness.ts';
import type { Store } from './store/contract.ts';
import { createMemoryStore } from './store/memory.ts';

/** An answer that the edge makes itself: 400 without one good Host, 502 when the origin failed, 504 when it was too slow or may not be asked. */
export interface EdgeError {
  readonly status: 400 | 502 | 504;
  readonly reason: 'bad-host' | 'unreachable' | 'timeout' | 'only-if-cached';
}

export interface ErrorBody {
  readonly fields: readonly string[];
  readonly body: string | Uint8Array;
}

export interface EdgeBounds {
  /** Bytes of all stored responses. */
  readonly memoryBytes: number;
  /** Bytes of one body; a larger one passes without being kept. */
  readonly bodyBytes: number;
  /** Responses kept under one key, for `Vary` and partial content. */
  readonly variants: number;
  /** Clients that wait for an exchange of another; one more asks the origin itself. */
  readonly waiters: number;
  /** Refreshes in the background at one time; one more is left out. */
  readonly refreshes: number;
  /** Purged groups and keys that are remembered, each. */
  readonly epochs: number;
}

export interface EdgeOptions {
  readonly origin: Origin;
  /** Token that names this cache in `Cache-Status`. */
  readonly name?: string;
  readonly bounds?: Partial<EdgeBounds>;
  readonly clock?: Clock;
  readonly store?: Store;
  readonly report?: EdgeReporter;
  readonly targetOf?: TargetOf;
  /**
   * Lower-case names of request fields that `targetOf` puts into the key, in classes of its own. `Vary` may name them towards clients;
   * here every value of one class then shares one stored response. Default: none.
   */
  readonly varyInKey?: readonly string[];
  /** Goes before every key; a build id makes a deploy start with an empty cache. */
  readonly keyPrefix?: string;
  /** Requests handed to the origin untouched (but for a target in the absolute form), before any lookup: probes, and whatever is not HTTP caching's business. */
  readonly straightThrough?: (req: IncomingMessage) => boolean;
  /** Requests that are never answered from the store nor stored, whatever their answer says. */
  readonly bypass?: (req: IncomingMessage) => boolean;
  /** Fields that take the place of those of the same name in the answer to a bypassed request. */
  readonly bypassFields?: Fields;
  /** Lower-case names of targeted fields (RFC 9213), the most specific first. */
  readonly targets?: readonly string[];
  readonly heuristic?: HeuristicRule;
  readonly storage?: Partial<StorageRules>;
  /** `ignore-reload`: a client cannot make the origin work by no-cache, no-store, max-age or If-Match. A deviation, argued in request-policy.ts. */
  readonly clientDirectives?: 'honour' | 'ignore-reload';
  /**
   * `forward` sends a client's precondition on when nothing is stored, so the origin may answer 304 and nothing is stored. `fill` asks
   * for the whole, stores it, and answers the precondition here, or a HEAD.
   */
  readonly conditionalMiss?: 'forward' | 'fill';
  /**
   * Says of a request target, as the origin sees it, whether a range of what is not stored is answered here: the origin is asked for the
   * whole, once for all who want it or a range of it. For what fits `bounds.bodyBytes`, since of a larger one all that stands before the
   * range would be fetched for nothing, each time. Default: never.
   */
  readonly fillsRange?: (url: string) => boolean;
  /**
   * With it the origin is asked for identity and the edge compresses: stored responses ahead, others on the way. The origin then never
   * sees tags of coded forms, so a precondition on a miss is always answered here, as with `conditionalMiss: 'fill'`.
   */
  readonly encoding?: Partial<EncodingRules>;
  /** Seconds that a stale response may stand in for an origin out of reach without its asking for it (RFC 9111 §4.2.4). */
  readonly staleWhenDisconnected?: number;
  /** Seconds for which a key whose answer could not be shared is not waited for again. */
  readonly doNotWaitSeconds?: number;
  /** Seconds after a failed refresh before the next one of that key; doubles with each failure up to `atMost`. */
  readonly backoff?: { readonly first: number; readonly atMost: number };
  /** Milliseconds until the origin must have given a head. */
  readonly originTimeoutMs?: number;
  /** Milliseconds that the origin may be silent in the middle of a body, while nobody asks it to wait; then the response is cut off. */
  readonly originIdleMs?: number;
  readonly errorBody?: (error: EdgeError, req: IncomingMessage) => ErrorBody;
}

export interface EdgeSettings {
  readonly origin: Origin;
  readonly name: string;
  readonly bounds: EdgeBounds;
  readonly clock: Clock;
  readonly store: Store;
  readonly report: EdgeReporter;
  readonly targetOf: TargetOf;
  readonly varyInKey: readonly string[];
  readonly keyPrefix: string;
  readonly straightThrough: (req: IncomingMessage) => boolean;
  readonly bypass: (req: IncomingMessage) => boolean;
  readonly bypassFields: Fields;
  readonly targets: readonly string[];
  readonly heuristic: HeuristicRule;
  readonly storage: StorageRules;
  readonly clientDirectives: 'honour' | 'ignore-reload';
  readonly conditionalMiss: 'forward' | 'fill';
  readonly fillsRange: (url: string) => boolean;
  readonly encoding: EncodingRules | null;
  readonly staleWhenDisconnected: number;
  readonly doNotWaitSeconds: number;
  readonly backoff: { readonly first: number; readonly atMost: number };
  readonly originTimeoutMs: number;
  readonly originIdleMs: number;
  readonly errorBody: (error: EdgeError, req: IncomingMessage) => ErrorBody;
}

const DEFAULT_BOUNDS: EdgeBounds = {
  memoryBytes: 256 * 1024 * 1024,
  bodyBytes: 8 * 1024 * 1024,
  variants: 32,
  waiters: 10_000,
  refreshes: 16,
  epochs: 10_000,
};

const TOKEN = /^[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*$/;

/** Fills in the defaults. @throws RangeError for a bound that is no positive whole number, and for a name that is no token. */
export function edgeSettings(options: EdgeOptions): EdgeSettings {
  const bounds = { ...DEFAULT_BOUNDS, ...options.bounds };
  for (const [name, bound] of Object.entries(bounds)) {
    if (!Number.isSafeInteger(bound) || bound <= 0) throw new RangeError(`edge bound ${name} is no positive whole number: ${bound}`);
  }
  const dropFields = (options.storage?.dropFields ?? []).map((field) => field.toLowerCase());
  const name = options.name ?? 'edge';
  if (!TOKEN.test(name)) throw new RangeError(`edge name is no token: ${name}`);
  return {
    clock: SYSTEM_CLOCK,
    report: () => {},
    targetOf: plainTarget,
    keyPrefix: '',
    straightThrough: () => false,
    bypass: () => false,
    bypassFields: [],
    targets: ['cdn-cache-control'],
    heuristic: DEFAULT_HEURISTIC,
    clientDirectives: 'honour',
    fillsRange: () => false,
    staleWhenDisconnected: 86_400,
    doNotWaitSeconds: 30,
    backoff: { first: 0, atMost: 0 },
    originTimeoutMs: 60_000,
    originIdleMs: 60_000,
    errorBody: plainErrorBody,
    ...options,
    ...encodingSettings(options),
    origin: calledAsOrigin(options.origin),
    varyInKey: varyInKey(options),
    name,
    bounds,
    store: options.store ?? createMemoryStore({ maxBytes: bounds.memoryBytes, maxKeyBytes: bounds.memoryBytes }),
    storage: { storeSetCookie: true, varyAllowed: null, neverStoreStatus: () => false, ...options.storage, dropFields },
  };
}

function encodingSettings({ encoding, conditionalMiss = 'forward' }: EdgeOptions): Pick<EdgeSettings, 'encoding' | 'conditionalMiss'> {
  if (encoding === undefined) return { encoding: null, conditionalMiss };
  return { encoding: { ...DEFAULT_ENCODING, ...encoding }, conditionalMiss: 'fill' };
}

/** Asked for identity, the origin lets Accept-Encoding choose nothing, whatever its Vary says. */
function varyInKey({ varyInKey: named = [], encoding }: EdgeOptions): readonly string[] {
  return encoding === undefined ? named : [...named, 'accept-encoding'];
}

/** The reason phrase of each, which is also what the plain body says. */
export const ERROR_TEXT: Readonly<Record<EdgeError['reason'], string>> = {
  'bad-host': 'Bad Request',
  unreachable: 'Bad Gateway',
  timeout: 'Gateway Timeout',
  'only-if-cached': 'Gateway Timeout',
};

function plainErrorBody({ reason }: EdgeError): ErrorBody {
  return { fields: ['Content-Type', 'text/plain; charset=utf-8'], body: `${ERROR_TEXT[reason]}\n` };
}
