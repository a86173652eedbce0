/**
 * Stores the response of an exchange where the rules allow it: the body that was sent, or the settled response that the origin provides
 * for the store in its place.
 */
import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { SettledResponse } from '../../../shared/cache/exchange.ts';
import { framedByStatus, hasNoContent } from '../../message/content-framing.ts';
import { type Fields, fieldPairs } from '../../message/field-lines.ts';
import type { StreamedEncodings } from '../delivery/encoded-body.ts';
import type { Clock } from '../origin/clock.ts';
import { combined } from '../policy/combining.ts';
import { decideStorage, outdatesStored } from '../policy/storage-decision.ts';
import { storableHead } from '../policy/validation.ts';
import { type LogicalTimestamp, type ResponseHead, readHead, type StoredResponse, storedResponse } from '../response/stored-response.ts';
import type { EdgeContext } from './context.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';

function receivedResponse(
  plan: FlightPlan,
  head: ResponseHead,
  body: Buffer,
  began: LogicalTimestamp,
  { settings }: EdgeContext,
): StoredResponse {
  return storedResponse(storableHead(head, settings), body, began, plan.fields, plan);
}

/** Makes the response to store from a complete body. A partial response is combined with a stored one of the same representation. */
function buildStored(plan: FlightPlan, head: ResponseHead, body: Buffer, began: LogicalTimestamp, context: EdgeContext): StoredResponse {
  const { store, settings } = context;
  const received = receivedResponse(plan, head, body, began, context);
  if (received.part === null) return received;
  const union = store
    .validVariants(plan.key)
    .map((stored) => combined(received, stored, settings))
    .find((found) => found !== null);
  return union === undefined || union.body.byteLength > settings.bounds.bodyBytes ? received : union;
}

/**
 * Stores a complete body with its head. Null when it was purged meanwhile, a newer response is stored, or it is too large. `streamed` is of this
 * body.
 */
export function storeBody(
  plan: FlightPlan,
  head: ResponseHead,
  body: Buffer,
  began: LogicalTimestamp,
  context: EdgeContext,
  streamed: StreamedEncodings | null = null,
): StoredResponse | null {
  // A part may be stored with another one.
  const ofThisBody = head.status === 206 ? null : streamed;
  return storeAndReport(plan.key, buildStored(plan, head, body, began, context), context, ofThisBody);
}

/** Stores a response and reports it. Null when it was not stored. */
function storeAndReport(
  key: string,
  stored: StoredResponse,
  { report, store, encoder }: EdgeContext,
  streamed: StreamedEncodings | null = null,
): StoredResponse | null {
  if (stored.head.status === 206 && stored.part === null) {
    report({ kind: 'not-stored', key, because: 'partial' });
    return null;
  }
  const isStored = store.put(key, stored);
  report(isStored ? { kind: 'stored', key, bytes: stored.body.byteLength } : { kind: 'not-stored', key, because: 'superseded' });
  if (isStored) encoder?.prepare(key, stored, streamed);
  return isStored ? stored : null;
}

/**
 * Combines the missing part of an incomplete response with it, when that part has ended. `body` is null when it exceeded its Content-
 * Length.
 */
export function completedOutcome(
  plan: FlightPlan,
  head: ResponseHead,
  body: Buffer | null,
  began: LogicalTimestamp,
  context: EdgeContext,
): FlightOutcome {
  const { related } = plan;
  if (body === null || related?.kind !== 'part') return { kind: 'unusable' };
  // Null with other selecting fields, and where the body is not as long as its Content-Range says.
  const stored = combined(receivedResponse(plan, head, body, began, context), related.stored, context.settings);
  if (stored === null) return { kind: 'unusable' };
  const isStorable = decideStorage(plan, head, false, context.settings).kind === 'storable';
  return { kind: 'completed', stored, isStored: isStorable && storeAndReport(plan.key, stored, context) !== null };
}

/** The wait for the settled response that an origin provides for the store in place of the streamed one. */
export interface Settlement {
  /** Whether the settled response is still awaited. */
  readonly isOpen: boolean;
  /** Resolves within the time limit to the stored response, or to null when nothing was stored. */
  readonly result: Promise<StoredResponse | null>;
}

export interface SettlementOptions {
  readonly clock: Clock;
  /** Milliseconds after which nothing is stored. */
  readonly timeoutMs: number;
  /** Stores the settled response where the rules allow it. */
  readonly store: (settled: SettledResponse) => StoredResponse | null;
  /** Called with what `store` or `onOver` throws; nothing is stored then. */
  readonly onFault: (cause: unknown) => void;
  /** Called before `result` resolves. */
  readonly onOver: (stored: StoredResponse | null) => void;
}

/** Waits for `response`, which never rejects. */
export function openSettlement(response: Promise<SettledResponse | null>, options: SettlementOptions): Settlement {
  const { clock, timeoutMs, store, onFault, onOver } = options;
  let isOpen = true;
  const result = new Promise<StoredResponse | null>((resolve) => {
    const finish = (settled: SettledResponse | null): void => {
      if (!isOpen) return;
      isOpen = false;
      cancelTimer();
      const stored = settled === null ? null : tryOr(() => store(settled), null, onFault);
      try {
        onOver(stored);
      } finally {
        // Clients wait for it, so it resolves in any case.
        resolve(stored);
      }
    };
    const cancelTimer = clock.after(timeoutMs, () => finish(null));
    response.then(finish).catch(onFault);
  });
  return {
    result,
    get isOpen() {
      return isOpen;
    },
  };
}

/**
 * Stores a settled response in place of the streamed one. It has the start of the streamed one, `began` in the order of purges.
 * @throws for a head that cannot be sent.
 */
export function storeSettled(
  plan: FlightPlan,
  { status, headers, body }: SettledResponse,
  { requestedAt, began }: { readonly requestedAt: number; readonly began: LogicalTimestamp },
  context: EdgeContext,
): StoredResponse | null {
  const { settings, report, store } = context;
  const { key, stored } = plan;
  const raw = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).flatMap((line) => [name, line]),
  );
  checkHead(status, raw);
  const fields = framedByStatus(status, raw);
  const head = readHead(status, STATUS_CODES[status] ?? '', fields, { requestedAt, receivedAt: settings.clock.now() }, settings);
  const decision = decideStorage(plan, head, false, settings);
  if (decision.kind === 'forbidden') {
    report({ kind: 'not-stored', key, because: decision.because });
    if (stored !== null && outdatesStored(plan, head, settings)) store.remove(key, stored);
    return null;
  }
  if (body.byteLength <= settings.bounds.bodyBytes) {
    return storeBody(plan, head, hasNoContent(status) ? Buffer.alloc(0) : Buffer.from(body), began, context);
  }
  discardOversized(plan, context);
  return null;
}

/** Reports that a storable response is too large, and removes the stored response that it outdates. */
export function discardOversized({ key, stored }: FlightPlan, { report, store }: EdgeContext): void {
  report({ kind: 'not-stored', key, because: 'size' });
  if (stored !== null) store.remove(key, stored);
}

/** A settled response has not passed a `ServerResponse`, which validates heads. Stored, an invalid head would make every hit fail. */
function checkHead(status: number, fields: Fields): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new RangeError(`not the status of a final response: ${status}`);
  for (const [name, value] of fieldPairs(fields)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}

/** Returns the result of `act`, or `otherwise` when it throws: a failure to store must not fail the response to a client. */
export function tryOr<T>(act: () => T, otherwise: T, onFault: (cause: unknown) => void): T {
  try {
    return act();
  } catch (thrown) {
    onFault(thrown);
    return otherwise;
  }
}
