/** Puts on the shelf what a flight brought, when the rules let it. */
import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { SettledResponse } from '../../../shared/cache/exchange.ts';
import { framedByStatus, hasNoContent } from '../../message/content-framing.ts';
import type { Fields } from '../../message/field-lines.ts';
import { combined } from '../policy/combining.ts';
import { judgePlanned, outdates } from '../policy/storage-decision.ts';
import { lasting } from '../policy/validation.ts';
import { type ResponseHead, readHead, type StoredResponse, storedResponse } from '../response/stored-response.ts';
import type { Moment } from '../store/purge-epochs.ts';
import type { EdgeParts } from './context.ts';
import type { FlightPlan } from './plan.ts';

/** Makes of a whole body what the store would keep: a part is joined to the one that is stored, where they are of one piece. */
export function madeResponse(plan: FlightPlan, head: ResponseHead, body: Buffer, began: Moment, parts: EdgeParts): StoredResponse {
  const { key, fields, scope, near } = plan;
  const { shelf, settings } = parts;
  const made = storedResponse(lasting(head, settings), body, began, fields, scope);
  if (made.part === null) return made;
  const older = [...(near?.kind === 'part' ? [near.stored] : []), ...shelf.variants(key)];
  const joined = older.map((stored) => combined(made, stored, settings)).find((union) => union !== null);
  return joined === undefined || joined.body.byteLength > settings.bounds.bodyBytes ? made : joined;
}

/** Keeps a whole body under its head. Null when it was purged meanwhile, something newer is there, or it does not fit. */
export function keepResponse(plan: FlightPlan, head: ResponseHead, body: Buffer, began: Moment, parts: EdgeParts): StoredResponse | null {
  return keep(plan.key, madeResponse(plan, head, body, began, parts), parts);
}

/** Puts a response on the shelf and says so. Null when it is not there. */
export function keep(key: string, stored: StoredResponse, { report, shelf, encoding }: EdgeParts): StoredResponse | null {
  if (stored.head.status === 206 && stored.part === null) {
    report({ kind: 'not-stored', key, because: 'partial' });
    return null;
  }
  const kept = shelf.put(key, stored);
  report(kept ? { kind: 'stored', key, bytes: stored.body.byteLength } : { kind: 'not-stored', key, because: 'superseded' });
  if (kept) encoding?.prepare(key, stored);
  return kept ? stored : null;
}

/**
 * Keeps what the origin settled in place of what it streamed. It counts as asked for when the streamed response was.
 * @throws for a head that cannot be sent.
 */
export function keepSettled(
  plan: FlightPlan,
  { status, headers, body }: SettledResponse,
  { requestedAt, began }: { readonly requestedAt: number; readonly began: Moment },
  parts: EdgeParts,
): StoredResponse | null {
  const { settings, report, shelf } = parts;
  const { key, stored } = plan;
  const raw = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).flatMap((line) => [name, line]),
  );
  checkHead(status, raw);
  const fields = framedByStatus(status, raw);
  const head = readHead(status, STATUS_CODES[status] ?? '', fields, { requestedAt, receivedAt: settings.clock.now() }, settings);
  const verdict = judgePlanned(plan, head, false, settings);
  if (verdict.kind === 'forbidden') {
    report({ kind: 'not-stored', key, because: verdict.because });
    if (stored !== null && outdates(head, plan, settings)) shelf.drop(key, stored);
    return null;
  }
  if (body.byteLength <= settings.bounds.bodyBytes) {
    return keepResponse(plan, head, hasNoContent(status) ? Buffer.alloc(0) : Buffer.from(body), began, parts);
  }
  outgrown(plan, parts);
  return null;
}

/** Says that a response that was to be kept proved too long, and drops the one that it would have replaced: it is outdated all the same. */
export function outgrown({ key, stored }: FlightPlan, { report, shelf }: EdgeParts): void {
  report({ kind: 'not-stored', key, because: 'size' });
  if (stored !== null) shelf.drop(key, stored);
}

/** What is settled has passed no `ServerResponse`, which refuses such a head; stored, it would make every hit fail until it is stale. */
function checkHead(status: number, fields: Fields): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new RangeError(`not the status of a final response: ${status}`);
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? '';
    validateHeaderName(name);
    validateHeaderValue(name, fields[index + 1] ?? '');
  }
}
