/** What becomes of a stored response that the origin was asked about and has answered for with a 304. */
import type { EdgeParts } from './edge-parts.ts';
import type { Moment } from './epochs.ts';
import { fieldValue } from './fields.ts';
import type { FlightPlan } from './flight-plan.ts';
import { judgePlanned } from './keeping.ts';
import type { ResponseHead, StoredResponse } from './stored-response.ts';
import { identifies, updatedByValidation } from './validation.ts';

/** Returns what the client is sent, and leaves the same on the shelf where it may lie there still (RFC 9111 §4.3.4). */
export function validated(plan: FlightPlan, stored: StoredResponse, head: ResponseHead, began: Moment, parts: EdgeParts): StoredResponse {
  const { shelf, report, settings } = parts;
  const { key } = plan;
  // It may not update what is stored then. It still says that the one tag we sent is current, so that is what is sent.
  if (!identifies(fieldValue(head.fields, 'etag'), stored)) return stored;
  const fresh = updatedByValidation(stored, head, began, settings);
  report({ kind: 'validated', key });
  if (judgePlanned(plan, fresh.head, false, settings).kind === 'storable') shelf.put(key, fresh);
  else shelf.drop(key, stored);
  return fresh;
}
