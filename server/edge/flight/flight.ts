/**
 * One exchange with the origin on behalf of one or more clients: it reads the head, decides what may be kept, feeds the body to all who
 * read it, and puts the result on the shelf. Clients come and go; the flight goes on while somebody reads or the result may be kept.
 */
import type { SettledResponse } from '../../../shared/cache/exchange.ts';
import type { Fields } from '../../message/field-lines.ts';
import { CodedBodies } from '../delivery/encoded-body.ts';
import { type BodyReader, type BodyReading, SharedBody } from '../delivery/shared-body.ts';
import { type OpenExchange, openExchange } from '../origin/exchange.ts';
import type { ResponseSink } from '../origin/origin.ts';
import { isOriginError } from '../policy/lookup-decision.ts';
import { isOursAlone } from '../policy/related-responses.ts';
import { isPersonal, judgePlanned } from '../policy/storage-decision.ts';
import { cacheGroups, scopedGroups } from '../response/groups.ts';
import { type ResponseHead, readHead, type StoredResponse } from '../response/stored-response.ts';
import type { Mark, Moment } from '../store/purge-epochs.ts';
import { attempt } from './attempt.ts';
import type { EdgeParts } from './context.ts';
import { Audience } from './participants.ts';
import type { FlightOutcome, FlightPlan, InterimListener } from './plan.ts';
import { completedOutcome, nearbyOutcome } from './related-outcomes.ts';
import { takeNote, validated } from './revalidation.ts';
import { openSettlement, type Settlement } from './settlement.ts';
import { keepResponse, keepSettled, outgrown } from './storing.ts';

export class Flight implements ResponseSink {
  readonly plan: FlightPlan;
  readonly outcome: Promise<FlightOutcome>;
  /** Resolves when nothing more will be stored; to what was. */
  readonly done: Promise<StoredResponse | null>;
  readonly mark: Mark;
  /** The body in content codings. */
  readonly coded = new CodedBodies(this);
  readonly #parts: EdgeParts;
  readonly #requestedAt: number;
  readonly #audience: Audience;
  readonly #body: SharedBody;
  #began: Moment;
  #resolveOutcome: (outcome: FlightOutcome) => void = () => {};
  #resolveDone: (stored: StoredResponse | null) => void = () => {};
  #exchange: OpenExchange | null = null;
  #head: ResponseHead | null = null;
  /** Head of the rest of a stored part, which is not an answer before it is whole. */
  #rest: ResponseHead | null = null;
  #storing = false;
  #personal = false;
  #over = false;
  #aborted = false;
  #failure: unknown = null;
  #settlement: Settlement | null = null;
  readonly #fault = (cause: unknown): void => this.#parts.report({ kind: 'fault', key: this.plan.key, cause });
  #onSettling: (result: Promise<StoredResponse | null>) => void = () => {};

  constructor(plan: FlightPlan, parts: EdgeParts) {
    this.plan = plan;
    this.#parts = parts;
    this.outcome = new Promise((resolve) => {
      this.#resolveOutcome = resolve;
    });
    this.done = new Promise((resolve) => {
      this.#resolveDone = resolve;
    });
    this.mark = parts.epochs.mark();
    this.#began = this.mark.began;
    this.#requestedAt = parts.settings.clock.now();
    this.#audience = new Audience(this.#fault);
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
    return (this.#storing || this.isSettling) && this.#body.isKept;
  }

  get groups(): readonly string[] {
    return this.#head === null ? [] : scopedGroups(cacheGroups(this.#head.fields), this.plan.scope);
  }

  /** Whether a settled response is still to come. */
  get isSettling(): boolean {
    return this.#settlement?.isOpen === true;
  }

  /** What is being settled, for one who cannot share the response any more: it has ended, or its first bytes have gone. */
  get settled(): Promise<StoredResponse | null> | null {
    if (this.#settlement?.isOpen !== true) return null;
    return this.#over || (this.#head !== null && !this.#body.isKept) ? this.#settlement.result : null;
  }

  /** Has `act` called when the origin says that it will settle a response, if it does; with what comes of it. */
  whenSettling(act: (result: Promise<StoredResponse | null>) => void): void {
    this.#onSettling = act;
  }

  /** Calls the origin, once. */
  start(): this {
    const { settings, report } = this.#parts;
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

  /** Registers one who waits or reads; the answer takes it back. */
  hold(onInterim: InterimListener): () => void {
    return this.#audience.add(onInterim, () => this.abandonIfUseless());
  }

  /** Reads the body from its first byte: for the leader at once, for others while `isShared`. */
  read(reader: BodyReader): BodyReading {
    return this.#body.read(reader);
  }

  /** Ends the exchange when nobody reads and nothing of it can be kept. */
  abandonIfUseless(): void {
    if (!this.#audience.isEmpty || this.#over) return;
    const { outlivesClients } = this.plan;
    if (outlivesClients && (this.#head === null || this.#storing || this.isSettling)) return;
    this.#abort();
    this.#resolveOutcome({ kind: 'failed', cause: new Error('every client left') });
    this.#conclude(null);
  }

  information(status: number, fields: Fields): void {
    this.#audience.tell(status, fields);
  }

  head(status: number, reason: string, raw: Fields): void {
    try {
      this.#takeHead(status, reason, raw);
    } catch (thrown) {
      // The origin wrote it perhaps where nobody catches.
      this.#fault(thrown);
      this.#resolveOutcome({ kind: 'failed', cause: thrown });
      this.fail(thrown);
      this.#abort();
    }
  }

  #takeHead(status: number, reason: string, raw: Fields): void {
    const { settings } = this.#parts;
    const { plan } = this;
    const moment = { requestedAt: this.#requestedAt, receivedAt: settings.clock.now() };
    const head = readHead(status, reason, raw, moment, settings);
    const describesTarget = plan.onHead(head);
    const { stored, fallback, near } = plan;
    if (near !== null && isOursAlone(near, status)) {
      const outcome = nearbyOutcome(plan, head, this.#began, this.#parts);
      if (outcome === 'rest') this.#rest = head;
      else this.#finishWith(outcome);
    } else if (stored !== null && plan.validates && status === 304) {
      // A 304 has no body: all is known, whenever the origin says that it has ended.
      this.#finishWith(validated(plan, stored, head, this.#began, this.#parts));
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
      if (this.#storing) outgrown(this.plan, this.#parts);
      this.#storing = false;
      this.#body.letGo();
      this.abandonIfUseless();
    }
    // Nobody reads, nobody may come, and what will be stored is made elsewhere: the origin only has to get to its end.
    if (this.#audience.isEmpty && !this.#body.isKept) return true;
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
    if (this.#rest !== null) {
      const body = overran === null ? this.#body.whole() : null;
      const rest = this.#rest;
      this.#finishWith(attempt(() => completedOutcome(this.plan, rest, body, this.#began, this.#parts), { kind: 'unusable' }, this.#fault));
      return;
    }
    const head = this.#head;
    const body = this.#storing ? this.#body.whole() : null;
    const keep = () => (head === null || body === null ? null : keepResponse(this.plan, head, body, this.#began, this.#parts));
    this.#conclude(attempt(keep, null, this.#fault));
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
    const { report, epochs } = this.#parts;
    const verdict = judgePlanned(this.plan, head, describesTarget, this.#parts.settings);
    this.#storing = verdict.kind === 'storable' && this.#settlement === null;
    if (verdict.kind === 'forbidden' && plan.mayStore && this.#settlement === null) {
      report({ kind: 'not-stored', key: plan.key, because: verdict.because });
    }
    // An answer to POST has just purged its own target; it is the newest there is.
    if (this.#storing && plan.method === 'POST') this.#began = epochs.begin();
    // Where another response is settled in its place this one says nothing of what is stored.
    if (!this.#storing && this.#settlement === null) takeNote(plan, head, this.#began, this.#parts);
    this.#personal = isPersonal(head, plan.fields);
    if (!this.#storing && (!this.isSettling || this.#personal)) this.#body.letGo();
    this.#resolveOutcome({ kind: 'stream', head, storing: this.#storing });
    // Those who waited for the head may all have left by now.
    this.abandonIfUseless();
  }

  #finishWith(outcome: FlightOutcome): void {
    this.#resolveOutcome(outcome);
    if (outcome.kind === 'unusable') this.#abort();
    this.#conclude(null);
  }

  #standIn(stored: StoredResponse, cause: unknown): void {
    this.#parts.report({ kind: 'stale-for-error', key: this.plan.key, cause });
    this.#resolveOutcome({ kind: 'stale', stored, cause });
  }

  #settle(response: Promise<SettledResponse | null>): void {
    const { plan } = this;
    if (!plan.mayStore) return;
    const { clock, originTimeoutMs } = this.#parts.settings;
    // From here on what is streamed is not what is stored, whatever its head says.
    this.#storing = false;
    this.#settlement = openSettlement(response, {
      clock,
      timeoutMs: originTimeoutMs,
      keep: (settled) => keepSettled(plan, settled, { requestedAt: this.#requestedAt, began: this.#began }, this.#parts),
      onFault: this.#fault,
      onOver: (stored) => {
        if (this.#over || stored !== null) this.#resolveDone(stored);
        // Nobody joins from here on: they get what was stored, or ask again.
        if (!this.#over) this.#body.letGo();
        this.abandonIfUseless();
      },
    });
    if (!this.#over && !this.#personal) this.#body.keepAgain();
    this.#onSettling(this.#settlement.result);
  }

  #conclude(stored: StoredResponse | null): void {
    this.#over = true;
    if (!this.isSettling) this.#resolveDone(stored);
  }

  #abort(): void {
    this.#aborted = true;
    this.#exchange?.abort();
  }
}
