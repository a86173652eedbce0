/**
 * One exchange with the origin on behalf of one or more clients: it reads the head, decides what may be kept, feeds the body to all who
 * read it, and puts the result on the shelf. Clients come and go; the flight goes on while somebody reads or the result may be kept.
 */
import { STATUS_CODES } from 'node:http';
import type { SettledResponse } from '../../shared/cache/exchange.ts';
import { type Fallback, isOriginError } from './decision.ts';
import type { EdgeParts } from './edge-parts.ts';
import type { Moment } from './epochs.ts';
import { type OpenExchange, openExchange, type RequestMaker } from './exchange.ts';
import { type Fields, fieldValue } from './fields.ts';
import { cacheGroups, scopedGroups } from './groups.ts';
import type { ResponseSink } from './origin.ts';
import { type BodyReader, type BodyReading, SharedBody } from './shared-body.ts';
import { judge } from './storage-judgement.ts';
import { type ResponseHead, readHead, type StoredResponse, storedResponse } from './stored-response.ts';
import { identifies, updatedByHead, updatedByValidation } from './validation.ts';

export interface FlightPlan {
  readonly key: string;
  /** The URI origin within which group names count. */
  readonly scope: string;
  readonly method: string;
  /** The client's own fields: they select the variant and bind what may be stored. */
  readonly fields: Fields;
  readonly makeRequest: RequestMaker;
  readonly mayStore: boolean;
  /** Whether it goes on when all clients have left, because its result may be kept. */
  readonly outlivesClients: boolean;
  readonly requestNoStore: boolean;
  readonly ranged: boolean;
  /** The stored response that the answer may confirm, update or replace. */
  readonly stored: StoredResponse | null;
  /** Whether the request carries the validators of `stored`, so that a 304 is for us. */
  readonly validates: boolean;
  readonly fallback: Fallback;
  /** Called with the final head before it goes on; says whether it describes the target of a POST (RFC 9110 §9.3.3). */
  readonly onHead: (head: ResponseHead) => boolean;
}

export type FlightOutcome =
  | { readonly kind: 'stream'; readonly head: ResponseHead; readonly storing: boolean }
  /** The origin said 304 to our validators. */
  | { readonly kind: 'validated'; readonly stored: StoredResponse }
  /** The origin failed, and the stored response may stand in. */
  | { readonly kind: 'stale'; readonly stored: StoredResponse; readonly cause: unknown }
  | { readonly kind: 'failed'; readonly cause: unknown };

export type InterimListener = (status: number, fields: Fields) => void;

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
    for (const listener of this.#interims) listener(status, fields);
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
    this.#conclude(this.#head === null || body === null ? null : this.#keep(this.#head, body));
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
    const verdict = this.#judge(head, describesTarget);
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
  }

  #judge(head: ResponseHead, describesTarget: boolean): ReturnType<typeof judge> {
    const { plan } = this;
    if (!plan.mayStore) return { kind: 'forbidden', because: 'bypass' };
    const request = { method: plan.method, fields: plan.fields, noStore: plan.requestNoStore, ranged: plan.ranged, describesTarget };
    return judge(head, request, this.#parts.settings);
  }

  #validated(stored: StoredResponse, head: ResponseHead): void {
    const { shelf, report } = this.#parts;
    const { key } = this.plan;
    if (!identifies(fieldValue(head.fields, 'etag'), stored)) {
      // RFC 9111 §4.3.4: it may not update what is stored. It still says that the one tag we sent is current, so that is what is sent.
      this.#resolveOutcome({ kind: 'validated', stored });
      return;
    }
    const fresh = updatedByValidation(stored, head, this.#began, this.#parts.settings);
    report({ kind: 'validated', key });
    if (this.#judge(fresh.head, false).kind === 'storable') shelf.put(key, fresh);
    else shelf.drop(key, stored);
    this.#resolveOutcome({ kind: 'validated', stored: fresh });
  }

  #standIn(stored: StoredResponse, cause: unknown): void {
    this.#parts.report({ kind: 'stale-for-error', key: this.plan.key, cause });
    this.#resolveOutcome({ kind: 'stale', stored, cause });
  }

  #keep(head: ResponseHead, body: Buffer): StoredResponse | null {
    const { key, fields, scope } = this.plan;
    const { report, shelf } = this.#parts;
    const stored = storedResponse(head, body, this.#began, fields, scope);
    if (head.status === 206 && stored.part === null) {
      report({ kind: 'not-stored', key, because: 'partial' });
      return null;
    }
    const kept = shelf.put(key, stored);
    report(kept ? { kind: 'stored', key, bytes: body.byteLength } : { kind: 'not-stored', key, because: 'superseded' });
    return kept ? stored : null;
  }

  #settle(response: Promise<SettledResponse | null>): void {
    if (!this.plan.mayStore) return;
    this.#settling = true;
    void response.then((settled) => {
      this.#settling = false;
      const stored = settled === null ? null : this.#keepSettled(settled);
      if (this.#over || stored !== null) this.#resolveDone(stored);
    });
  }

  #keepSettled({ status, headers, body }: SettledResponse): StoredResponse | null {
    const { settings, report } = this.#parts;
    const raw = Object.entries(headers).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).flatMap((line) => [name, line]),
    );
    const moment = { requestedAt: this.#requestedAt, receivedAt: settings.clock.now() };
    const head = readHead(status, STATUS_CODES[status] ?? '', raw, moment, settings);
    const verdict = this.#judge(head, false);
    if (verdict.kind === 'storable' && body.byteLength <= settings.bounds.bodyBytes) return this.#keep(head, Buffer.from(body));
    report({ kind: 'not-stored', key: this.plan.key, because: verdict.kind === 'forbidden' ? verdict.because : 'size' });
    return null;
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
