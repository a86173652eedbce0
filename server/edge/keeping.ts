/** Puts on the shelf what a flight brought, when the rules let it. */
import { STATUS_CODES } from 'node:http';
import type { SettledResponse } from '../../shared/cache/exchange.ts';
import type { EdgeParts } from './edge-parts.ts';
import type { Moment } from './epochs.ts';
import type { FlightPlan } from './flight-plan.ts';
import type { EdgeSettings } from './options.ts';
import type { Storability } from './storability.ts';
import { judge } from './storage-judgement.ts';
import { type ResponseHead, readHead, type StoredResponse, storedResponse } from './stored-response.ts';

/** Judges whether the response to a planned request may be kept. */
export function judgePlanned(plan: FlightPlan, head: ResponseHead, describesTarget: boolean, settings: EdgeSettings): Storability {
  if (!plan.mayStore) return { kind: 'forbidden', because: 'bypass' };
  const { method, fields, ranged } = plan;
  return judge(head, { method, fields, ranged, noStore: plan.requestNoStore, describesTarget }, settings);
}

/** Keeps a whole body under its head. Null when it was purged meanwhile, something newer is there, or it does not fit. */
export function keepResponse(plan: FlightPlan, head: ResponseHead, body: Buffer, began: Moment, parts: EdgeParts): StoredResponse | null {
  const { key, fields, scope } = plan;
  const { report, shelf } = parts;
  const stored = storedResponse(head, body, began, fields, scope);
  if (head.status === 206 && stored.part === null) {
    report({ kind: 'not-stored', key, because: 'partial' });
    return null;
  }
  const kept = shelf.put(key, stored);
  report(kept ? { kind: 'stored', key, bytes: body.byteLength } : { kind: 'not-stored', key, because: 'superseded' });
  return kept ? stored : null;
}

/** Keeps what the origin settled in place of what it streamed. It counts as asked for when the streamed response was. */
export function keepSettled(
  plan: FlightPlan,
  { status, headers, body }: SettledResponse,
  { requestedAt, began }: { readonly requestedAt: number; readonly began: Moment },
  parts: EdgeParts,
): StoredResponse | null {
  const { settings, report } = parts;
  const raw = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).flatMap((line) => [name, line]),
  );
  const head = readHead(status, STATUS_CODES[status] ?? '', raw, { requestedAt, receivedAt: settings.clock.now() }, settings);
  const verdict = judgePlanned(plan, head, false, settings);
  if (verdict.kind === 'storable' && body.byteLength <= settings.bounds.bodyBytes) {
    return keepResponse(plan, head, Buffer.from(body), began, parts);
  }
  report({ kind: 'not-stored', key: plan.key, because: verdict.kind === 'forbidden' ? verdict.because : 'size' });
  return null;
}
