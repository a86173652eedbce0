/** The options of an edge: every rule that is a choice, with the default of a general, conformant shared cache. */
import type { IncomingMessage } from 'node:http';
import { UNLIMITED } from '../../shared/cache/admission.ts';
import type { Fields } from '../message/field-lines.ts';
import type { PlainRequest } from '../message/plain-request.ts';
import { DEFAULT_ENCODING, type EncodingRules } from './delivery/encoder.ts';
import { plainErrorBody } from './delivery/send.ts';
import type { EdgeBounds, FlightSettings } from './flight/context.ts';
import type { EdgeReporter } from './flight/events.ts';
import { SYSTEM_CLOCK } from './origin/clock.ts';
import { calledAsOrigin, type Origin } from './origin/origin.ts';
import type { StorageRules } from './policy/storage-decision.ts';
import { plainTarget } from './request/target.ts';
import { createMemoryStore } from './store/memory.ts';
import type { LoggedPurge } from './store/shared/logged-purge.ts';
import type { SharedMedium } from './store/shared/medium.ts';
import type { IsShared } from './store/shared/shared-responses.ts';
import type { Store } from './store/store.ts';

/** The choices of a site about what its replicas share. */
export interface SharedSettings {
  readonly medium: SharedMedium;
  /** Key by which replicas know the responses of their site; the same on all of them, and secret. */
  readonly secret: Uint8Array;
  readonly isShared: IsShared;
  /** What is purged where purges of other replicas may have been missed. */
  readonly afterGap: readonly LoggedPurge[];
  /** Called with each purge of another replica, before it takes effect here. */
  readonly onPurge: (purge: LoggedPurge) => void;
  /**
   * Purges what has changed since the mark that a replica left the last; null where there is none. Awaited before a response of another replica is
   * used for the first time, and tried again where it rejects. Absent where no response outlives what it was made of.
   */
  readonly catchUp?: (mark: string | null) => Promise<void>;
}

export interface EdgeSettings extends FlightSettings {
  readonly store: Store;
  /** What replicas share; null where each stands alone. */
  readonly shared: SharedSettings | null;
  readonly report: EdgeReporter;
  /**
   * Requests that the edge hands to the origin unchanged (but for a target in absolute form) and before any lookup, such as health probes.
   * They do not invalidate either.
   */
  readonly exclude: (req: Pick<IncomingMessage, 'url' | 'method'>) => boolean;
  /** Requests that are neither answered from the store nor stored, whatever their responses say. */
  readonly bypass: (req: IncomingMessage) => boolean | Promise<boolean>;
  /** Says, by the bytes of a request alone, whether `bypass` is to be asked. Default: for every request, where there is a `bypass`. */
  readonly mayBypass: (request: Pick<PlainRequest, 'url' | 'rawHeaders'>) => boolean;
  /** Fields that replace those of the same names in the response to a bypassed request. */
  readonly bypassFields: Fields;
}

/** Every setting has a default but the origin. */
export interface EdgeOptions extends Partial<Omit<EdgeSettings, 'origin' | 'bounds' | 'storage' | 'encoding'>> {
  readonly origin: Origin;
  readonly bounds?: Partial<EdgeBounds>;
  readonly storage?: Partial<StorageRules>;
  /**
   * With it the edge asks the origin for identity and compresses itself: stored responses in advance, others while they are streamed. The
   * origin does not know the entity tags of these encodings, so `conditionalMiss` is then always `fill`.
   */
  readonly encoding?: Partial<EncodingRules>;
}

const DEFAULT_BOUNDS: EdgeBounds = {
  memoryBytes: 256 * 1024 * 1024,
  bodyBytes: 8 * 1024 * 1024,
  variants: 32,
  waiters: 10_000,
  refreshes: 16,
  epochs: 10_000,
};

const NEVER = (): boolean => false;
const ALWAYS = (): boolean => true;

const TOKEN = /^[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*$/;

/** Fills in the defaults. @throws RangeError for a bound that is not a positive whole number, and for a name that is not a token. */
export function edgeSettings(options: EdgeOptions): EdgeSettings {
  const bounds = { ...DEFAULT_BOUNDS, ...options.bounds };
  for (const [name, bound] of Object.entries(bounds)) {
    if (!Number.isSafeInteger(bound) || bound <= 0) throw new RangeError(`edge bound ${name} is not a positive whole number: ${bound}`);
  }
  const dropFields = (options.storage?.dropFields ?? []).map((field) => field.toLowerCase());
  const name = options.name ?? 'edge';
  if (!TOKEN.test(name)) throw new RangeError(`edge name is not a token: ${name}`);
  return {
    clock: SYSTEM_CLOCK,
    report: () => {},
    targetOf: plainTarget,
    keyPrefix: '',
    admit: () => UNLIMITED,
    shared: null,
    exclude: () => false,
    bypass: NEVER,
    mayBypass: options.bypass === undefined ? NEVER : ALWAYS,
    bypassFields: [],
    targets: ['cdn-cache-control'],
    consumedFields: [],
    clientDirectives: 'honour',
    credentials: 'honour',
    fillsRange: () => false,
    staleWhenDisconnected: 86_400,
    hitForMissSeconds: 30,
    refreshForSeconds: 60,
    backoff: { first: 0, atMost: 0 },
    originTimeoutMs: 60_000,
    originIdleMs: 60_000,
    errorBody: plainErrorBody,
    ...options,
    ...encodingSettings(options),
    origin: calledAsOrigin(options.origin),
    name,
    bounds,
    store: options.store ?? createMemoryStore({ maxBytes: bounds.memoryBytes, maxKeyBytes: bounds.memoryBytes }),
    storage: { storeSetCookie: true, varyAllowed: null, neverStoreStatus: () => false, ...options.storage, dropFields },
  };
}

function encodingSettings({
  encoding,
  conditionalMiss = 'forward',
  varyInKey = [],
}: EdgeOptions): Pick<EdgeSettings, 'encoding' | 'conditionalMiss' | 'varyInKey'> {
  if (encoding === undefined) return { encoding: null, conditionalMiss, varyInKey };
  // The origin is asked for identity, so Accept-Encoding selects nothing, even if its Vary names it.
  return { encoding: { ...DEFAULT_ENCODING, ...encoding }, conditionalMiss: 'fill', varyInKey: [...varyInKey, 'accept-encoding'] };
}
