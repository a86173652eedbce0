/**
 * One exchange with the origin on behalf of one or more clients: it reads the head, decides what may be kept, feeds the body to all who
 * read it, and puts the result on the shelf. Clients come and go; the flight goes on while somebody reads or the result may be kept.
 */
import type { SettledResponse } from '../../shared/cache/exchange.ts';
import { isOriginError } from './decision.ts';
import type { EdgeParts } from './edge-parts.ts';
import type { Moment } from './epochs.ts';
import { type OpenExchange, openExchange } from './exchange.ts';
import { type Fields, fieldValue } from './fields.ts';
import type { FlightOutcome, FlightPlan, InterimListener } from './flight-plan.ts';
import { cacheGroups, scopedGroups } from './groups.ts';
import { judgePlanned, keepResponse, keepSettled } from './keeping.ts';
import type { ResponseSink } from './origin.ts';
import { type BodyReader, type BodyReading, SharedBody } from './shared-body.ts';
import { type ResponseHead, readHead, type StoredResponse } from './stored-response.ts';
import { identifies, updatedByHead, updatedByValidation } from './validation.ts';

export class Flight implements ResponseSink {
  readonly plan: FlightPlan;
  readonly outcome: Promise<FlightOutcome>;
  /** Resolves when nothing more will be stored; to what was. */
  readonly done: Promise<StoredResponse | null>;
  readonly generation: number;
  readonly #parts: EdgeParts;
  readonly #requestedAt: number;
  readonly #interims = new Set<InterimListener>();
  readonly #body: SharedBody;
  #began: Moment;
  #resolveOutcome: (outcome: FlightOutcome) => void = () => {};
  #resolveDone: (stored: StoredResponse | null) => void = () => {};
  #exchange: OpenExchange | null = null;
  #head: ResponseHead | null = null;
  #storing = false;
  #over = false;
  #aborted = false;
  #failure: unknown = null;
  #settling = false;
  #interest = 0;

  constructor(plan: FlightPlan, parts: EdgeParts) {
    this.plan = plan;
    this.#parts = parts;
    this.outcome = new Promise((resolve) => {
      this.#resolveOutcome = resolve;
    });
    this.done = new Promise((resolve) => {
      this.#resolveDone = resolve;
    });
    this.#began = parts.epochs.begin();
    this.generation = parts.epochs.generation;
    this.#requestedAt = parts.settings.clock.now();
    this.#body = new SharedBody(true, () => this.#exchange?.drained());
  }

  get began(): Moment {
    return this.#began;
  }

  /** The head, once it has come. */
  get responseHead(): ResponseHead | null {
    return this.#head;
  }

  /** Why the body will not be whole; null while it may be. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Whether one who comes now may share the body: it will be stored, or a settled one in its place. */
  get isShared(): boolean {
    return (this.#storing || this.#settling) && this.#body.isKept;
  }

  get groups(): readonly string[] {
    return this.#head === null ? [] : scopedGroups(cacheGroups(this.#head.fields), this.plan.scope);
  }

  /** Whether a settled response is still to come. */
  get isSettling(): boolean {
    return this.#settling;
  }

  /** Whether the response has ended and what will be stored in its place is still being made. */
  get isSettlingOnly(): boolean {
    return this.#settling && this.#over;
  }

  /** Calls the origin, once. */
  start(): this {
    const { settings, report } = this.#parts;
    const exchange = openExchange(settings.origin, this.plan.makeRequest, this, {
      clock: settings.clock,
      hasFallback: this.plan.hasFallback,
      timeoutMs: settings.originTimeoutMs,
      onSettle: (response) => this.#settle(response),
      onLateError: (cause) => report({ kind: 'late-error', key: this.plan.key, cause }),
    });
    this.#exchange = exchange;
    if (this.#aborted) exchange.abort();
    return this;
  }

  /** Registers one who waits or reads; the answer takes it back. */
  hold(onInterim: InterimListener): () => void {
    this.#interest += 1;
    this.#interims.add(onInterim);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#interest -= 1;
      this.#interims.delete(onInterim);
      this.abandonIfUseless();
    };
  }

  /** Reads the body from its first byte: for the leader at once, for others while `isShared`. */
  read(reader: BodyReader): BodyReading {
    return this.#body.read(reader);
  }

  /** Ends the exchange when nobody reads and nothing of it can be kept. */
  abandonIfUseless(): void {
    if (this.#interest > 0 || this.#over) return;
    const { outlivesClients } = this.plan;
    if (outlivesClients && (this.#head === null || this.#storing || this.#settling)) return;
    this.#abort();
    this.#resolveOutcome({ kind: 'failed', cause: new Error('every client left') });
    this.#conclude(null);
  }

  information(status: number, fields: Fields): void {
    for (const listener of this.#interims) {
      try {
        listener(status, fields);
      } catch (cause) {
        // An interim response that cannot be sent on is left out; the final one is on its way.
        this.#parts.report({ kind: 'fault', key: this.plan.key, cause });
      }
    }
  }

  head(status: number, reason: string, raw: Fields): void {
    const { settings } = this.#parts;
    const { plan } = this;
    const moment = { requestedAt: this.#requestedAt, receivedAt: settings.clock.now() };
    const head = readHead(status, reason, raw, moment, settings);
    const describesTarget = plan.onHead(head);
    const { stored, fallback } = plan;
    if (stored !== null && plan.validates && status === 304) {
      this.#validated(stored, head);
    } else if (stored !== null && fallback.onError && isOriginError(status)) {
      this.#standIn(stored, new Error(`the origin answered ${status}`));
      this.#abort();
      this.#conclude(null);
    } else {
      this.#head = head;
      this.#stream(head, describesTarget);
    }
  }

  data(chunk: Buffer): boolean {
    if (this.#body.isKept && this.#body.heldBytes + chunk.byteLength > this.#parts.settings.bounds.bodyBytes) {
      if (this.#storing) this.#parts.report({ kind: 'not-stored', key: this.plan.key, because: 'size' });
      this.#storing = false;
      this.#body.letGo();
      this.abandonIfUseless();
    }
    return this.#body.append(chunk);
  }

  end(trailers: readonly string[], overran: Error | null): void {
    if (this.#over) return;
    this.#over = true;
    if (overran !== null) {
      this.#parts.report({ kind: 'origin-failed', key: this.plan.key, cause: overran });
      this.#storing = false;
    }
    this.#body.end(trailers);
    const body = this.#storing ? this.#body.whole() : null;
    this.#conclude(this.#head === null || body === null ? null : keepResponse(this.plan, this.#head, body, this.#began, this.#parts));
  }

  fail(cause: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#failure = cause;
    const { plan } = this;
    this.#parts.report({ kind: 'origin-failed', key: plan.key, cause });
    if (this.#head !== null) this.#body.fail(cause);
    else if (plan.stored !== null && plan.fallback.onDisconnect) this.#standIn(plan.stored, cause);
    else this.#resolveOutcome({ kind: 'failed', cause });
    this.#conclude(null);
  }

  #stream(head: ResponseHead, describesTarget: boolean): void {
    const { plan } = this;
    const { report, shelf, epochs } = this.#parts;
    const verdict = judgePlanned(this.plan, head, describesTarget, this.#parts.settings);
    this.#storing = verdict.kind === 'storable';
    if (verdict.kind === 'forbidden' && plan.mayStore && !this.#settling) {
      report({ kind: 'not-stored', key: plan.key, because: verdict.because });
    }
    // An answer to POST has just purged its own target; it is the newest there is.
    if (this.#storing && plan.method === 'POST') this.#began = epochs.begin();
    if (plan.stored !== null && plan.method === 'HEAD') updatedByHead(plan.key, plan.stored, head, this.#began, this.#parts);
    // What the origin now refuses to have stored speaks against what was stored before; an error does not.
    else if (plan.stored !== null && plan.validates && !this.#storing && !this.#settling && head.status < 500)
      shelf.drop(plan.key, plan.stored);
    if (!this.#storing && !this.#settling) this.#body.letGo();
    this.#resolveOutcome({ kind: 'stream', head, storing: this.#storing });
    // Those who waited for the head may all have left by now.
    this.abandonIfUseless();
  }

  #validated(stored: StoredResponse, head: ResponseHead): void {
    const { shelf, report } = this.#parts;
    const { key } = this.plan;
    if (!identifies(fieldValue(head.fields, 'etag'), stored)) {
      // RFC 9111 §4.3.4: it may not update what is stored. It still says that the one tag we sent is current, so that is what is sent.
      this.#resolveOutcome({ kind: 'validated', stored });
      this.#conclude(null);
      return;
    }
    const fresh = updatedByValidation(stored, head, this.#began, this.#parts.settings);
    report({ kind: 'validated', key });
    if (judgePlanned(this.plan, fresh.head, false, this.#parts.settings).kind === 'storable') shelf.put(key, fresh);
    else shelf.drop(key, stored);
    this.#resolveOutcome({ kind: 'validated', stored: fresh });
    // A 304 has no body: all is known, whenever the origin says that it has ended.
    this.#conclude(null);
  }

  #standIn(stored: StoredResponse, cause: unknown): void {
    this.#parts.report({ kind: 'stale-for-error', key: this.plan.key, cause });
    this.#resolveOutcome({ kind: 'stale', stored, cause });
  }

  #settle(response: Promise<SettledResponse | null>): void {
    if (!this.plan.mayStore) return;
    this.#settling = true;
    const { clock, originTimeoutMs } = this.#parts.settings;
    const finish = (settled: SettledResponse | null): void => {
      if (!this.#settling) return;
      cancelTimer();
      this.#settling = false;
      const stored =
        settled === null ? null : keepSettled(this.plan, settled, { requestedAt: this.#requestedAt, began: this.#began }, this.#parts);
      if (this.#over || stored !== null) this.#resolveDone(stored);
    };
    // Who waits for it must not wait for ever.
    const cancelTimer = clock.after(originTimeoutMs, () => finish(null));
    void response.then(finish);
  }

  #conclude(stored: StoredResponse | null): void {
    this.#over = true;
    if (!this.#settling) this.#resolveDone(stored);
  }

  #abort(): void {
    this.#aborted = true;
    this.#exchange?.abort();
  }
}
