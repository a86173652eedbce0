/** What the store keeps of a response, with everything computed that does not change while it is kept. */

import { type ContentRange, parseContentRange } from '../../message/byte-ranges.ts';
import { type Fields, fieldValue, filterFields, hasField, replaceField } from '../../message/field-lines.ts';
import { endToEndFields } from '../../message/forwarding.ts';
import { formatHttpDate } from '../../message/http-date.ts';
import { type ResponseDirectives, responseDirectives } from '../../message/response-directives.ts';
import type { Moment, Verdict } from '../store/purge-epochs.ts';
import type { Coding } from './content-coding.ts';
import { keepingForms } from './encoded-variants.ts';
import { freshnessLifetime, type HeuristicRule, initialAge, type Lifetime, type ResponseMoment } from './freshness.ts';
import { cacheGroups, scopedGroups } from './groups.ts';
import { ownBytes } from './own-bytes.ts';
import { type Selection, selectionOf, varyNames } from './vary.ts';

/** The head of an origin's response as it arrived, without the fields of the connection. A stored one is `shareable`. */
export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly fields: Fields;
  /** Request fields that chose the response, as `varyNames` gives them. */
  readonly vary: readonly string[];
  readonly policy: ResponseDirectives;
  readonly lifetime: Lifetime;
  readonly moment: ResponseMoment;
}

interface CodedForm {
  readonly coding: Coding;
  readonly quality: 'quick' | 'best';
  readonly response: StoredResponse;
}

export interface StoredResponse {
  readonly head: ResponseHead;
  /** Fields as they leave: end to end, without Age and without those that a shared cache may not keep. */
  readonly fields: Fields;
  readonly body: Buffer;
  /** The same response in content codings; null while there are none. A form has none of its own. */
  readonly forms: readonly CodedForm[] | null;
  /** The part of the representation that `body` is; null when it is the whole. */
  readonly part: ContentRange | null;
  /** When the request to the origin began, in the order of purges. */
  readonly began: Moment;
  readonly selection: Selection;
  readonly scope: string;
  /** With their scope. */
  readonly groups: readonly string[];
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Instant at which the response had age zero. */
  readonly bornAt: number;
  /** First instant at which it is stale. */
  readonly staleAt: number;
}

export interface ReadingRules {
  readonly targets: readonly string[];
  readonly heuristic: HeuristicRule;
  readonly varyInKey: readonly string[];
}

/** Reads the head of an origin's response. A missing `Date` is added (RFC 9110 §6.6.1). */
export function readHead(status: number, reason: string, raw: Fields, moment: ResponseMoment, rules: ReadingRules): ResponseHead {
  // The policy is read before fields are dropped: naming Cache-Control in Connection must not lift it.
  const policy = responseDirectives(raw, rules.targets);
  const kept = endToEndFields(raw);
  const fields = hasField(kept, 'date') ? kept : [...kept, 'Date', formatHttpDate(moment.receivedAt)];
  const vary = varyNames(fields, rules.varyInKey);
  return { status, reason, fields, vary, policy, moment, lifetime: freshnessLifetime(status, fields, policy, moment, rules.heuristic) };
}

/** Makes the stored form of a response; `body` is owned by it from now on. */
export function storedResponse(received: ResponseHead, given: Buffer, began: Moment, request: Fields, scope: string): StoredResponse {
  const head = shareable(received);
  const body = ownBytes(given);
  const fields = leavingFields(head);
  return {
    head,
    fields: withLength(fields, head.status, body),
    body,
    forms: null,
    part: head.status === 206 ? parseContentRange(fieldValue(fields, 'content-range'), body.byteLength) : null,
    began,
    selection: selectionOf(head.vary, request),
    scope,
    ...derived(head, scope),
  };
}

/**
 * Returns `stored` under a new head, after a validation (RFC 9111 §4.3.4). A head that varies by other fields than before chose it by those
 * of `request`, the one that was answered with it (§4.1).
 */
export function freshened(stored: StoredResponse, received: ResponseHead, began: Moment, request: Fields): StoredResponse {
  const head = shareable(received);
  const updated = {
    ...stored,
    head,
    fields: withLength(leavingFields(head), head.status, stored.body),
    began,
    selection: selectionOf(head.vary, request),
    ...derived(head, stored.scope),
  };
  return keepingForms(stored, updated);
}

function derived(head: ResponseHead, scope: string): Pick<StoredResponse, 'groups' | 'etag' | 'lastModified' | 'bornAt' | 'staleAt'> {
  const { fields, moment, lifetime, policy } = head;
  const bornAt = moment.receivedAt - initialAge(fields, moment) * 1_000;
  const seconds = lifetime.kind === 'none' || policy.noCache === 'all' ? 0 : lifetime.seconds;
  return {
    groups: scopedGroups(cacheGroups(fields), scope),
    etag: fieldValue(fields, 'etag'),
    lastModified: fieldValue(fields, 'last-modified'),
    bornAt,
    staleAt: bornAt + seconds * 1_000,
  };
}

/**
 * Returns the head as others than the one who asked may have it: without the fields that `private` names, which are that client's alone
 * (RFC 9111 §5.2.2.7), and those that `no-cache` names, which nobody gets for whom the origin was not asked (§5.2.2.4).
 */
export function shareable(head: ResponseHead): ResponseHead {
  const { fields, policy } = head;
  const dropped = [policy.private, policy.noCache].flatMap((names) => (names === null || names === 'all' ? [] : names));
  return dropped.length === 0 ? head : { ...head, fields: filterFields(fields, (name) => !dropped.includes(name)) };
}

/** Each answer is given its own Age. */
function leavingFields({ fields }: ResponseHead): Fields {
  return filterFields(fields, (name) => name !== 'age');
}

/** The length is known now, whatever it was sent with. RFC 9110 §8.6: never with 204. */
function withLength(fields: Fields, status: number, body: Buffer): Fields {
  return status === 204 ? fields : replaceField(fields, 'Content-Length', String(body.byteLength));
}

/** Bytes that the response takes in memory, about: body, fields and the objects around them. */
export function storedSize(stored: StoredResponse): number {
  const { forms, selection } = stored;
  // Forms share the values that selected them, which are a stranger's and as long as a request's head.
  return [stored, ...(forms ?? []).map(({ response }) => response)].reduce((sum, form) => sum + formSize(form), selectionSize(selection));
}

function formSize({ body, fields, groups }: StoredResponse): number {
  // V8 keeps latin1 strings at one byte a character; 24 for each string's own object (`textSize`), 600 for the rest, measured on Node 26.
  // The fields four times: as they came, as they leave, and, once they have left, as the kept head's text and its bytes.
  return body.byteLength + 4 * textSize(fields) + textSize(groups) + 600;
}

function selectionSize({ raw, values }: Selection): number {
  return textSize(raw) + textSize(values);
}

function textSize(strings: readonly (string | null)[]): number {
  return strings.reduce((sum, line) => sum + (line?.length ?? 0) + 24, 0);
}

/** Milliseconds that a clock may be corrected backwards without a word: lifetimes are whole seconds. */
const CORRECTION = 1_000;

/**
 * Says whether the response came later than now: the clock has been set back since, and by it the response would stay fresh for as long as
 * the step was, on top of its lifetime. Its true age is not known, so it counts as stale.
 */
export function isOfTheFuture({ head }: StoredResponse, now: number): boolean {
  return now < head.moment.receivedAt - CORRECTION;
}

/** Whole seconds of freshness left at `now`, negative when stale; what was purged, or is of the future, has none. */
export function freshFor(stored: StoredResponse, verdict: Verdict, now: number): number {
  const left = Math.floor((stored.staleAt - now) / 1_000);
  return verdict === 'valid' && !isOfTheFuture(stored, now) ? left : Math.min(left, -1);
}

/** Whole seconds of age at `now` (RFC 9111 §4.2.3), never below zero. */
export function ageAt({ bornAt }: StoredResponse, now: number): number {
  return Math.max(0, Math.floor((now - bornAt) / 1_000));
}
