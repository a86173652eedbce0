/** What becomes of a stored response that the origin was asked about and has spoken of. */

import { fieldValue } from '../../message/field-lines.ts';
import { validatorsOf } from '../../message/preconditions.ts';
import { bearingOf, outdates } from '../policy/storage-decision.ts';
import { identifies, updatedByValidation } from '../policy/validation.ts';
import type { ResponseHead, StoredResponse } from '../response/stored-response.ts';
import { sameSelection } from '../response/vary.ts';
import type { Moment } from '../store/purge-epochs.ts';
import type { EdgeParts } from './context.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';

/**
 * Returns what the client is sent and whether that was stored, and leaves the same on the shelf where it may lie there still (RFC 9111
 * §4.3.4). What only the request forbids to store, `no-store` or `Authorization`, takes nothing away: what is stored stays as it was.
 */
export function validated(plan: FlightPlan, stored: StoredResponse, head: ResponseHead, began: Moment, parts: EdgeParts): FlightOutcome {
  const { shelf, report, settings } = parts;
  const { key } = plan;
  // It may not update what is stored then. It still says that the one tag we sent is current, so that is what is sent.
  if (!identifies(validatorsOf(head.fields), stored)) return { kind: 'validated', stored, kept: false };
  const fresh = updatedByValidation(stored, head, began, plan.fields, settings);
  report({ kind: 'validated', key });
  const bearing = bearingOf(plan, fresh.head, settings);
  if (bearing === 'refused') shelf.drop(key, stored);
  return { kind: 'validated', stored: fresh, kept: bearing === 'storable' && replace(key, stored, fresh, parts) };
}

/** Takes an answer into account that will not be stored itself, for what is stored in its place. */
export function takeNote(plan: FlightPlan, head: ResponseHead, began: Moment, parts: EdgeParts): void {
  const { stored, method, key } = plan;
  if (stored === null) return;
  if (method === 'HEAD') updatedByHead(plan, stored, head, began, parts);
  else if (outdates(head, plan, parts.settings)) parts.shelf.drop(key, stored);
}

/**
 * Takes the answer to a HEAD into account (RFC 9111 §4.3.5): when it describes the stored response it updates it, where the update may be
 * stored as an answer to GET may (§3); otherwise the stored one is stale from now on. What only the request forbids changes nothing.
 */
function updatedByHead(plan: FlightPlan, stored: StoredResponse, head: ResponseHead, began: Moment, parts: EdgeParts): void {
  if (head.status !== 200 || stored.head.status !== 200) return;
  const describes = ['etag', 'last-modified', 'content-length'].every((name) => {
    const received = fieldValue(head.fields, name);
    return received === null || received === fieldValue(stored.fields, name);
  });
  const { settings, shelf } = parts;
  const updated = updatedByValidation(stored, head, began, plan.fields, settings);
  const bearing = bearingOf(plan, updated.head, settings);
  if (bearing === 'none') return;
  if (bearing === 'storable' && describes) replace(plan.key, stored, updated, parts);
  // It began when it began: what has been purged since stays purged.
  else shelf.put(plan.key, { ...stored, staleAt: Math.min(stored.staleAt, head.moment.receivedAt) });
}

/** Puts the update in the place of a response, which it leaves where it answers other requests (RFC 9111 §4.1); says whether it is there. */
function replace(key: string, before: StoredResponse, after: StoredResponse, { shelf }: EdgeParts): boolean {
  if (!sameSelection(before.selection, after.selection)) shelf.drop(key, before);
  return shelf.put(key, after);
}
