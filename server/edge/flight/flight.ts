/**
 * One exchange with the origin for one or more clients: it reads the head, decides what is stored, passes the body to all readers, and
 * stores the result. Clients may join and leave; the flight goes on while a client reads or the result may be stored.
 */
import type { SettledResponse } from '../../../shared/cache/exchange.ts';
import type { Fields } from '../../message/field-lines.ts';
import { EncodedBodies } from '../delivery/encoded-body.ts';
import { type BodyReader, type BodyReading, SharedBody } from '../delivery/shared-body.ts';
import { type OpenExchange, openExchange } from '../origin/exchange.ts';
import type { ResponseSink } from '../origin/origin.ts';
import { isOriginError } from '../policy/lookup-decision.ts';
import { answersEdgeOnly } from '../policy/related-responses.ts';
import { decideStorage, isForOneClient } from '../policy/storage-decision.ts';
import { cacheGroups, scopedGroups } from '../response/groups.ts';
import { type LogicalTimestamp, type ResponseHead, readHead, type StoredResponse } from '../response/stored-response.ts';
import type { RequestStart } from '../store/purge-epochs.ts';
import type { EdgeContext } from './context.ts';
import { type InterimListener, Participants } from './participants.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';
import { applyUnstored, relatedOutcome, validatedOutcome } from './revalidation.ts';
import { completedOutcome, discardOversized, openSettlement, type Settlement, storeBody, storeSettled, tryOr } from './storing.ts';

export class Flight implements ResponseSink {
  readonly plan: FlightPlan;
  /** Start of the request to the origin; before it, the moment at which the flight was made. */
  start: RequestStart;
  /** Timestamp of `start`; after a POST that is stored, the moment after its purge. */
  began: LogicalTimestamp;
  /** The body in content codings. */
  readonly encoded = new EncodedBodies(this);
  readonly #context: EdgeContext;
  #requestedAt = 0;
  readonly #participants: Participants;
  readonly #body: SharedBody;
  readonly #outcome = Promise.withResolvers<FlightOutcome>();
  readonly #done = Promise.withResolvers<StoredResponse | null>();
  #exchange: OpenExchange | null = null;
  #head: ResponseHead | null = null;
  /** Head of the missing part of an incomplete response, which becomes an outcome only at its end. */
  #missingPart: ResponseHead | null = null;
  #storing = false;
  #forOneClient = false;
  #over = false;
  #aborted = false;
  #failure: unknown = null;
  #settlement: Settlement | null = null;
  readonly #reportFault = (cause: unknown): void => this.#context.report({ kind: 'fault', key: this.plan.key, cause });
  #onSettling: (result: Promise<StoredResponse | null>) => void = () => {};

  constructor(plan: FlightPlan, context: EdgeContext) {
    this.plan = plan;
    this.#context = context;
    this.start = context.epochs.start();
    this.began = this.start.began;
    this.#participants = new Participants(this.#reportFault);
    this.#body = new SharedBody(true, () => this.#exchange?.drained());
  }

  get outcome(): Promise<FlightOutcome> {
    return this.#outcome.promise;
  }

  /** Resolves to the stored response, or to null, when nothing more will be stored. */
  get done(): Promise<StoredResponse | null> {
    return this.#done.promise;
  }

  /** The head, once it has been received. */
  get responseHead(): ResponseHead | null {
    return this.#head;
  }

  /** Why the body is incomplete; null unless the origin failed. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Whether a new client may share the body: it is being stored, or a settled response will be stored in its place. */
  get isShared(): boolean {
    return (this.#storing || this.isSettling) && this.#body.isRetained;
  }

  get groups(): readonly string[] {
    return this.#head === null ? [] : scopedGroups(cacheGroups(this.#head.fields), this.plan.scope);
  }

  /** Whether a settled response is awaited. */
  get isSettling(): boolean {
    return this.#settlement?.isOpen === true;
  }

  /** The awaited settled response, for a client that can no longer share the body: it has ended, or its first bytes have been dropped. */
  get settled(): Promise<StoredResponse | null> | null {
    if (this.#settlement?.isOpen !== true) return null;
    return this.#over || !this.#body.isRetained ? this.#settlement.result : null;
  }

  /** Sets the function that is called when the origin announces a settled response. */
  whenSettling(act: (result: Promise<StoredResponse | null>) => void): void {
    this.#onSettling = act;
  }

  /** Calls the origin. Must be called once, and not after `adopt`. */
  begin(): this {
    const { settings, report, epochs } = this.#context;
    this.start = epochs.start();
    this.began = this.start.began;
    this.#requestedAt = settings.clock.now();
    const exchange = openExchange(settings.origin, this.plan.makeRequest, this, {
      clock: settings.clock,
      hasFallback: this.plan.hasFallback,
      timeoutMs: settings.originTimeoutMs,
      idleMs: settings.originIdleMs,
      onSettle: (response) => this.#settle(response),
      onLateError: (cause) => report({ kind: 'late-error', key: this.plan.key, cause }),
    });
    this.#exchange = exchange;
    if (this.#aborted) exchange.abort();
    return this;
  }

  /** Ends the flight, which has not begun, with a stored response that another replica has made. */
  adopt(stored: StoredResponse): void {
    this.#outcome.resolve({ kind: 'shared', stored });
    this.#conclude(stored);
  }

  /** Registers a client that waits or reads. The returned function removes it. */
  hold(onInterim: InterimListener): () => void {
    return this.#participants.add(onInterim, () => this.abandonIfUseless());
  }

  /** Reads the body from its first byte: the leader at once, other clients while `isShared`. */
  read(reader: BodyReader): BodyReading {
    return this.#body.read(reader);
  }

  /** Ends the exchange when no client reads and nothing can be stored. */
  abandonIfUseless(): void {
    if (!this.#participants.isEmpty || this.#over) return;
    const { outlivesClients } = this.plan;
    if (outlivesClients && (this.#head === null || this.#storing || this.isSettling)) return;
    this.#abort();
    this.#outcome.resolve({ kind: 'failed', cause: new Error('every client has disconnected') });
    this.#conclude(null);
  }

  information(status: number, fields: Fields): void {
    this.#participants.sendInterim(status, fields);
  }

  head(status: number, reason: string, raw: Fields): void {
    try {
      this.#takeHead(status, reason, raw);
    } catch (thrown) {
      // Caught here, because the origin may write its head where nothing catches.
      this.#reportFault(thrown);
      this.#outcome.resolve({ kind: 'failed', cause: thrown });
      this.fail(thrown);
      this.#abort();
    }
  }

  #takeHead(status: number, reason: string, raw: Fields): void {
    const { settings } = this.#context;
    const { plan } = this;
    const times = { requestedAt: this.#requestedAt, receivedAt: settings.clock.now() };
    const head = readHead(status, reason, raw, times, settings);
    const describesTarget = plan.onHead(head);
    const { stored, fallback, related } = plan;
    if (related !== null && answersEdgeOnly(related, status)) {
      const outcome = relatedOutcome(plan, head, this.began, this.#context);
      if (outcome === 'rest') this.#missingPart = head;
      else this.#finishWith(outcome);
    } else if (stored !== null && plan.validates && status === 304) {
      // A 304 has no content, so its end need not be awaited.
      this.#finishWith(validatedOutcome(plan, stored, head, this.began, this.#context));
    } else if (stored !== null && fallback.onError && isOriginError(status)) {
      this.#useStale(stored, new Error(`the origin answered ${status}`));
      this.#abort();
      this.#conclude(null);
    } else {
      this.#head = head;
      this.#stream(head, describesTarget);
    }
  }

  data(chunk: Buffer): boolean {
    if (this.#body.isRetained && this.#body.bufferedBytes + chunk.byteLength > this.#context.settings.bounds.bodyBytes) {
      if (this.#storing) discardOversized(this.plan, this.#context);
      this.#storing = false;
      this.#body.stopRetaining();
      this.abandonIfUseless();
    }
    // No client reads or may join, and a settled response is stored: the bytes are not needed.
    if (this.#participants.isEmpty && !this.#body.isRetained) return true;
    return this.#body.append(chunk);
  }

  end(trailers: readonly string[], excess: Error | null): void {
    if (this.#over) return;
    this.#over = true;
    if (excess !== null) {
      this.#context.report({ kind: 'origin-failed', key: this.plan.key, cause: excess });
      this.#storing = false;
    }
    this.#body.end(trailers);
    const missingPart = this.#missingPart;
    if (missingPart !== null) {
      const part = excess === null ? this.#body.complete() : null;
      const outcome = (): FlightOutcome => completedOutcome(this.plan, missingPart, part, this.began, this.#context);
      this.#finishWith(tryOr(outcome, { kind: 'unusable' }, this.#reportFault));
      return;
    }
    const head = this.#head;
    const body = this.#storing ? this.#body.complete() : null;
    const store = () => (head === null || body === null ? null : storeBody(this.plan, head, body, this.began, this.#context, this.encoded));
    this.#conclude(tryOr(store, null, this.#reportFault));
  }

  fail(cause: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#failure = cause;
    const { plan } = this;
    this.#context.report({ kind: 'origin-failed', key: plan.key, cause });
    if (this.#head !== null) this.#body.fail(cause);
    else if (plan.stored !== null && plan.fallback.onDisconnect) this.#useStale(plan.stored, cause);
    else this.#outcome.resolve({ kind: 'failed', cause });
    this.#conclude(null);
  }

  #stream(head: ResponseHead, describesTarget: boolean): void {
    const { plan } = this;
    const { report, epochs } = this.#context;
    const decision = decideStorage(plan, head, describesTarget, this.#context.settings);
    this.#storing = decision.kind === 'storable' && this.#settlement === null;
    if (decision.kind === 'forbidden' && plan.mayStore && this.#settlement === null) {
      report({ kind: 'not-stored', key: plan.key, because: decision.because });
    }
    // The response to a POST has just purged its own target, but is newer than that purge.
    if (this.#storing && plan.method === 'POST') this.began = epochs.begin();
    // A response that is replaced by a settled one says nothing about the stored one.
    if (!this.#storing && this.#settlement === null) applyUnstored(plan, head, this.began, this.#context);
    this.#forOneClient = isForOneClient(head, plan.fields);
    if (!this.#storing && (!this.isSettling || this.#forOneClient)) this.#body.stopRetaining();
    this.#outcome.resolve({ kind: 'stream', head, storing: this.#storing });
    // All clients that waited for the head may have disconnected, and a background revalidation has none.
    this.abandonIfUseless();
  }

  #finishWith(outcome: FlightOutcome): void {
    if (outcome.kind === 'unusable') {
      const { related, key } = this.plan;
      // An incomplete response that the origin did not complete would only cause another such request.
      if (related?.kind === 'part') this.#context.store.remove(key, related.stored);
    }
    this.#outcome.resolve(outcome);
    if (outcome.kind === 'unusable') this.#abort();
    this.#conclude(null);
  }

  #useStale(stored: StoredResponse, cause: unknown): void {
    this.#context.report({ kind: 'stale-for-error', key: this.plan.key, cause });
    this.#outcome.resolve({ kind: 'stale', stored, cause });
  }

  #settle(response: Promise<SettledResponse | null>): void {
    const { plan } = this;
    if (!plan.mayStore) return;
    const { clock, originTimeoutMs } = this.#context.settings;
    // From now on the streamed response is not stored, whatever its head says.
    this.#storing = false;
    this.#settlement = openSettlement(response, {
      clock,
      timeoutMs: originTimeoutMs,
      store: (settled) => storeSettled(plan, settled, { requestedAt: this.#requestedAt, began: this.began }, this.#context),
      onFault: this.#reportFault,
      onOver: (stored) => {
        if (this.#over || stored !== null) this.#done.resolve(stored);
        // No client joins from now on: new requests look up the store.
        if (!this.#over) this.#body.stopRetaining();
        this.abandonIfUseless();
      },
    });
    if (!this.#over && !this.#forOneClient) this.#body.retainAgain();
    this.#onSettling(this.#settlement.result);
  }

  #conclude(stored: StoredResponse | null): void {
    this.#over = true;
    if (!this.isSettling) this.#done.resolve(stored);
  }

  #abort(): void {
    this.#aborted = true;
    this.#exchange?.abort();
  }
}
