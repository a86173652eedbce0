/** What becomes of the answer to a request that was made for the sake of stored responses nearby. */

import { continues, type Near } from '../policy/related-responses.ts';
import { judgePlanned } from '../policy/storage-decision.ts';
import { chosenVariant } from '../policy/validation.ts';
import type { ResponseHead, StoredResponse } from '../response/stored-response.ts';
import type { Moment } from '../store/purge-epochs.ts';
import type { EdgeParts } from './context.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';
import { keep, madeResponse } from './storing.ts';

/** Returns the outcome that a head of our own asking has, or 'rest' when it begins the rest of a part, whose bytes are still to come. */
export function nearbyOutcome(plan: FlightPlan, head: ResponseHead, began: Moment, parts: EdgeParts): FlightOutcome | 'rest' {
  const { near, key, fields } = plan;
  const { settings, shelf, report } = parts;
  if (near?.kind === 'part' && continues(near, head)) return 'rest';
  const chosen = near?.kind === 'variants' ? chosenVariant(near, head, began, fields, settings) : null;
  if (chosen === null) return unusable(plan, parts);
  const { stored, updated } = chosen;
  report({ kind: 'validated', key });
  const storable = judgePlanned(plan, stored.head, false, settings).kind === 'storable';
  if (storable) for (const one of updated) shelf.put(key, one);
  return { kind: 'validated', stored, kept: storable && shelf.put(key, stored) };
}

/** Returns the outcome that the rest of a part has; `body` is null when it broke its own bounds. */
export function completedOutcome(
  plan: FlightPlan,
  head: ResponseHead,
  body: Buffer | null,
  began: Moment,
  parts: EdgeParts,
): FlightOutcome {
  if (body === null) return unusable(plan, parts);
  const stored = madeResponse(plan, head, body, began, parts);
  // The fields of the rest may say that it was selected by others than the part was: they are not one then.
  if (!hasBoth(stored, plan.near)) return unusable(plan, parts);
  const storable = judgePlanned(plan, head, false, parts.settings).kind === 'storable';
  return { kind: 'completed', stored, kept: storable && keep(plan.key, stored, parts) !== null };
}

function hasBoth({ part }: StoredResponse, near: Near | null): boolean {
  if (part === null) return true;
  const older = near?.kind === 'part' ? near.stored.part : null;
  if (near?.kind !== 'part' || older === null) return false;
  return part.first <= Math.min(older.first, near.missing.first) && part.last >= Math.max(older.last, near.missing.last);
}

/** The part is not to be trusted to be completed either. */
function unusable({ near, key }: FlightPlan, { shelf }: EdgeParts): FlightOutcome {
  if (near?.kind === 'part') shelf.drop(key, near.stored);
  return { kind: 'unusable' };
}
